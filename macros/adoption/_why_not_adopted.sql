{#- What the lender publishes in the window, without the partitions that were taken over before:
    {batch_id: [[partition, rows], ...]}. -#}
{% macro _lent_batches(lender, adoption) %}
    {% set state, window = daybook._state(lender, lender.shown), adoption.window %}
    {% set lent = {} %}
    {% for partition, ids in daybook._pointer_of(state, private=false).items() %}
        {% set own = adoption.published.pointer.get(partition, []) %}
        {% set adopted = own | select("in", adoption.published.adopted) | list %}
        {% set day = fromjson(partition) | first %}
        {% if daybook.is_from(window.type, day, window.first_day) and ids | reject(
            "in", adopted
        ) | list %}
            {% for id in ids %}
                {% set rows = state.rows[partition ~ id] %}
                {% do lent.setdefault(id, []).append([partition, rows]) %}
            {% endfor %}
        {% endif %}
    {% endfor %}
    {% do return(lent) %}
{% endmacro %}

{#- Why the lender's batch can't be adopted; empty if it can. -#}
{% macro _why_not_adopted(log, lender, lent, adoption) %}
    {% set own, state = log.state, daybook._state(lender, lender.shown) %}
    {% set id = lent | max | default(0, true) %}
    {% set batch = state.chain | selectattr("batch_id", "equalto", id) | first %}
    {% set complete = own.ids | reject("in", own.dead) | max | default(0, true) %}
    {% set batches = daybook.batches_table(lender.relation) %}
    {% set types = dict(daybook.describe("table", batches).columns) %}
    {% set key = adoption.key | map("lower") | list %}
    {% set nested, other_types = [], [] %}
    {% for column, type in adoption.types.items() %}
        {% if column | lower in key and daybook._is_nested(type) %}
            {% do nested.append(column) %}
        {% endif %}
        {% do other_types.append(column) if types.get(column) != type %}
    {% endfor %}
    {% set why %}
        {% if not daybook._node_built_here(lender.relation) %}
            this target does not build {{ lender.relation }} (it is deferred, or a source), and
            adopting would have to write to its log
        {% elif batches.schema != daybook.batches_table(log.relation).schema %}
            its batches are in the schema {{ batches.schema }}, which may be dropped without this
            one: the variable daybook_schema puts all batches into one schema
        {% elif nested %} its key has nested values, in {{ nested | join(", ") }}
        {% elif not lent %} it has nothing to adopt
        {% elif state.chain[-1].position != adoption.position %} it changed while it was read
        {% elif lent | length > 1 %} it is of several batches: {{ lent | join(", ") }}
        {% elif not adoption.is_in_order %}
            it has versions before the last one that is published
        {% elif not batch or batch.keeps_rows or id in state.adopted %}
            its files have other batch ids than its own
        {% elif id in own.ids or id <= complete %}
            the model has batches later than its batch {{ id }}
        {% elif other_types %} it has other types in {{ other_types | join(", ") }}
        {% endif %}
    {% endset %}
    {% do return(why | trim) %}
{% endmacro %}

{% macro _is_nested(type) %}
    {% do return(modules.re.search("array<|struct<|map<|variant", type) is not none) %}
{% endmacro %}
