{#-
    The rows of a batched model that the calling model's published batches have not consumed.

    What is new follows from the two logs, by the batch in which rows were first posted. That is
    exact, so no look-back window can miss late rows, and compaction upstream brings nothing new.
    Rows are read through the upstream's view; its batch_id prunes to the files that can hold them,
    because a file never holds rows posted after its own id.
-#}
{% macro new_batches(relation, retract=none, measures=[]) %}
    {% do daybook._check_is_model("new_batches", relation) %}
    {% set log = daybook._upstream_log(relation, retract, measures) %}
    {% if relation.is_cte %} {% do return("(select * from " ~ relation ~ ")") %}
    {% elif not log %} {% do return(daybook._all_rows(relation)) %}
    {% endif %}
    {% set consumed = daybook._position_consumed(relation, log) %}
    {% set state = daybook._state_to_read(log, consumed) %}
    {% do daybook._check_measures(relation, state, measures) %}
    {% set new = daybook._posted_ranges(state, consumed) %}
    {% set replaced = daybook._taken_away(log, state, consumed) %}
    {% if replaced and retract != "negate" %}
        {% do daybook._refuse_replaced(relation) %}
    {% endif %}
    {% set source = daybook._store(log.relation).rows_now(relation, log, state) %}
    {% set rows = daybook._new_rows(source, state, new) %}
    {% if replaced %}
        {% set before = daybook._rows_consumed(
            relation, log, state, consumed, replaced
        ) %}
        {% set rows = daybook._retracted_rows(
            source, before, state, rows, replaced, measures
        ) %}
    {% endif %}
    {% set text = "(" ~ rows ~ ")" %}
    {% set columns = [] %}
    {% for name in state.columns %}
        {% do columns.append([name, state.types.get(name)]) %}
    {% endfor %}
    {% do daybook._plan_input(
        {
            "model": daybook.model_key(relation),
            "position": state.position,
            "born": log.born,
            "last": daybook._last_batch(state, state.position),
            "new": (new + replaced) | length,
            "text": text,
            "relation": relation | string,
            "columns": (
                columns + [["posted_batch_id", "bigint"]] if columns else []
            ),
            "is_whole": state.batch != "append"
            and not retract
            and not daybook._splits_partitions(log, state, consumed, new),
            "partition_by": state.partition_by | map("first") | list,
        }
    ) %}
    {% do return(text) %}
{% endmacro %}

{#- The log to read from; none if everything is meant, as in tests and analyses. -#}
{% macro _upstream_log(relation, retract, measures) %}
    {% if not execute or model is not defined or model.resource_type != "model" %}
        {% do return(none) %}
    {% endif %}
    {% do daybook._check_call(relation, retract, measures) %}
    {% set log = daybook._log_of(relation) %}
    {% do daybook._refuse_combined_rows(relation, log) %}
    {% set is_run = flags.WHICH in ("run", "build", "retry") %}
    {% if log.exists %} {% do return(log) %}
    {% elif is_run and daybook.current_phase() != "before_run" %}
        {% call daybook.refuse(relation) %}
            new_batches reads batched models only, and this one has no batches: materialize it as
            batched, and run it first
        {% endcall %}
    {% endif %}
    {% do return(none) %}
{% endmacro %}

{#- The ids published after a position, in ranges over all ids that are not dead. -#}
{% macro _posted_ranges(state, position) %}
    {% set new, others = [], state.dead | list %}
    {% for batch in state.chain if not batch.pointed %}
        {% set is_new = batch.position > position and not batch.undone %}
        {% do (new if is_new else others).append(batch.batch_id) %}
    {% endfor %}
    {% do return(daybook._id_ranges(set(new), set(others), state.ids)) %}
{% endmacro %}

{#- Whether new rows may stand in a partition beside rows that are consumed: of batches that joined
    them, or that kept them. -#}
{% macro _splits_partitions(log, state, consumed, new) %}
    {% set later = state.chain | selectattr("position", "gt", consumed) %}
    {% if later | selectattr("keeps_rows") | list %} {% do return(true) %} {% endif %}
    {% for partition, ids in state.pointer.items()
        if new and ids and state.since.get(partition, 0) <= consumed %}
        {% set written = daybook._uncompacted_batches(log, partition, ids) %}
        {% if written | max >= new[0].from %} {% do return(true) %} {% endif %}
    {% endfor %}
    {% do return(false) %}
{% endmacro %}

{% macro _all_rows(relation) %}
    {%- set log = daybook._log_of(relation) if execute else {} -%}
    {%- set names = "* except (batch_id)" -%}
    {%- if log.exists -%}
        {%- set names = daybook._names(daybook._state(log, log.shown), relation) -%}
    {%- endif -%}
    (select {{ names }} from {{ relation }})
{%- endmacro %}

{% macro _new_rows(source, state, new) %}
    {%- set condition = "false" -%}
    {%- if new -%}
        {%- set condition -%}
            batch_id >= {{ new[0].from }} and {{ daybook._in_ranges("posted_batch_id", new) }}
        {%- endset -%}
    {%- endif -%}
    select {{ daybook._names(state, source) }}
    from {{ source }}
    where {{ condition }}
{%- endmacro %}
