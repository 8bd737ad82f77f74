{#- Known before the first rows are read: without partitions, a replacing run replaces all of them. Of
    an upstream with partitions, only its rows tell. -#}
{% macro _refuse_replacing_inputs(plan, log) %}
    {% if log.state.chain and not should_full_refresh() %}
        {% do return(none) %}
    {% endif %}
    {% for input in plan.inputs
        if input.new
        and input.is_whole
        and not input.partition_by
        and daybook._replaces_all(plan.logs[input.model].relation) %}
        {% call daybook.refuse(this) %}
            {{ input.relation }} has batch='replace', so each run of it would replace all rows that this
            model has consumed: set batch='append' under its meta, or
            {% if plan.pattern %} make it with daybook.accept_events
            {% else %}
                take replaced rows back with retract='negate', or read all rows, by ref()
            {% endif %}
        {% endcall %}
    {% endfor %}
{% endmacro %}

{#- Whether a model of this project does so, as far as its config says. -#}
{% macro _replaces_all(relation) %}
    {% set node = daybook._node_of(relation) %}
    {% if not node %} {% do return(false) %} {% endif %}
    {% set options = daybook._options_of_node(node) %}
    {% do return(
        options.batch == "replace"
        and not options.partition_by
        and not options.keeps_posted_batch_id
    ) %}
{% endmacro %}

{#- Each way out with what it is for. The model's pattern may know the last one, and puts it into its
    plan. -#}
{% macro _refuse_replaced(relation) %}
    {% set log = daybook._log_of(relation) %}
    {% set state = daybook._state(log, log.shown) %}
    {% set consumed = daybook._position_consumed(relation, log) %}
    {% set later = state.chain | selectattr("position", "gt", consumed) %}
    {% set replaces = state.batch == "replace" and not (
        later | selectattr("pointed") | list
    ) %}
    {% set ways_back = ["set batch='append' under its meta"] if replaces else [] %}
    {% set then = daybook._store(log.relation).readable_at(
        log, consumed, public=false, newest_first=true
    ) %}
    {% set batches = daybook._batches_in_effect(then) if then else [] %}
    {% for batch in batches[-1:] %}
        {% do ways_back.append("publish its batch " ~ batch.batch_id ~ " again") %}
    {% endfor %}
    {% set own = daybook._log_of(this) %}
    {% set way_out = daybook._state(own, own.shown).if_replaced %}
    {% call daybook.refuse(this) %}
        {{ relation }} has replaced rows that this model has consumed
        {{- ", as batch='replace' does in each run" if replaces }}.
        {% if ways_back %}
            If that was not meant, {{ ways_back | join(" and ") }}.
        {% endif %}
        {% if way_out %} {{ way_out }}
        {% else %}
            To follow it, rebuild this model with --full-refresh, or take the change as rows with their
            measures negated: new_batches(..., retract='negate', measures=[...])
        {% endif %}
    {% endcall %}
{% endmacro %}
