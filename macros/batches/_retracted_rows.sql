{#-
    Rows that an upstream has replaced, taken back: in the partitions that were replaced, all rows as
    they are, and all rows as they were with their measures negated.
-#}
{% macro _retracted_rows(source, before, state, rows, replaced, measures) %}
    {%- set is_replaced = daybook._in_partitions(replaced, state.partition_by) -%}
    {%- set measures = measures | map("lower") | list -%}
    {%- set columns, negated = state.columns + ["posted_batch_id"], [] -%}
    {%- for name in columns -%}
        {%- set column = daybook.quoted_column(name) -%}
        {%- do negated.append(
            "-" ~ column ~ " as " ~ column
            if name | lower in measures
            else column
        ) -%}
    {%- endfor -%}
    {%- set posted = daybook._batches_in_effect(state) -%}
    {{ rows }} and not {{ is_replaced }}
    union all
    select {{ daybook.quoted_column(columns) | join(", ") }}
    from {{ source }}
    where
        posted_batch_id <= {{ posted | map(attribute="batch_id") | max }}
        and {{ is_replaced }}
    union all
    select {{ negated | join(", ") }}
    from {{ before }}
    where {{ is_replaced }}
{%- endmacro %}

{#- The upstream's rows as they were consumed. Rows whose files are gone must not be taken back:
    the rows are counted once, under the lock. -#}
{% macro _rows_consumed(relation, log, state, consumed, replaced) %}
    {% set then = daybook._store(log.relation).readable_at(log, consumed) %}
    {% if daybook.current_phase() == "run" and then %}
        {% do daybook._check_rows_are_there(relation, log, then, replaced) %}
    {% endif %}
    {% set way_out %}
        . So what {{ this }} has consumed can't be taken back: build that with --full-refresh
    {%- endset %}
    {% do return(
        daybook._at_position(
            log.relation, log, consumed, state.columns, way_out | trim
        )
    ) %}
{% endmacro %}

{% macro _check_rows_are_there(relation, log, then, replaced) %}
    {% set pointer = {} %}
    {% for partition in replaced if then.pointer.get(partition) %}
        {% do pointer.update({partition: then.pointer[partition]}) %}
    {% endfor %}
    {% if not pointer %} {% do return(none) %} {% endif %}
    {% set state = dict(
        log.state,
        pointer=pointer,
        private=[],
        columns=then.columns,
        snapshot=then.snapshot,
    ) %}
    {#- By the state of that time, because today's may not have the numbers of its rows. -#}
    {% set expected = daybook.rows_of_pointer(
        dict(state, rows=then.rows or state.rows), pointer
    ) %}
    {% set rows = daybook._store(log.relation).read(log.relation, state) %}
    {% set counted = daybook._count_by(
        "(" ~ rows ~ ")",
        [],
        daybook._in_partitions(pointer, then.partition_by),
    ) %}
    {% set rows = counted | map("last") | sum %}
    {% if rows != expected %}
        {% call daybook.refuse(this) %}
            {{ expected }} rows of {{ relation }} that this model has consumed are to be taken back,
            and {{ rows }} of them are there: its files have been changed. See what with
            check_model; then rebuild this model with --full-refresh
        {% endcall %}
    {% endif %}
{% endmacro %}
