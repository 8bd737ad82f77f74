{#-
    What was closed in system time at the last batch but one is so now, every column of it. It
    needs the batched history itself: a view upon one does not say what it was.
-#}
{% test history_keeps_what_is_closed(model) %}
    {%- set shape = daybook._written_shape(model, {}, "closed") -%}
    {%- set before = daybook._batch_before_last(model) -%}
    {%- if not (shape.is_batched and before) %}

        select 1 as nothing_was_closed_before where false

    {%- else -%}
        {%- set columns = daybook._columns(daybook._history_columns(shape)) %}

        select {{ columns }}
        from {{ daybook.as_of(model, batch_id=before) }}
        where history_part = 'closed'
        except all
        select {{ columns }}
        from {{ model }}
        where history_part = 'closed'

    {%- endif %}
{% endtest %}

{% macro _batch_before_last(relation) %}
    {% if not execute %} {% do return(none) %} {% endif %}
    {% set log = daybook._read_log(relation) %}
    {% set batches = (
        daybook._state(log, log.flipped).chain
        | rejectattr("pointed")
        | map(attribute="batch_id")
        | list
        | sort
    ) %}
    {% do return(batches[-2] if batches | length > 1 else none) %}
{% endmacro %}
