{#-
    What was closed in system time at the last batch but one is so now, every column of it. It
    needs the batched history itself: a view on one does not say what it was.
-#}
{% test history_keeps_what_is_closed(model) %}
    {%- if model is string -%}
        {%- call daybook._refuse(this) -%}
            history_keeps_what_is_closed reads the log of a history, and dbt's config where puts a
            subquery in its place, which has none: leave out where
        {%- endcall -%}
    {%- endif -%}
    {%- set layout = daybook._layout_of_relation(model, {}, "closed") -%}
    {%- set log = daybook._log_of(model) if layout.described else {} -%}
    {#- A history that only --empty has built has a log, and nothing published. -#}
    {%- if layout.described and (log.state.chain or not log.exists) -%}
        {%- call daybook._refuse(this) -%}
            history_keeps_what_is_closed reads the log of a history, and {{ model }} has none: give
            it a model of bitemporal_history
        {%- endcall -%}
    {%- endif -%}
    {%- set before = daybook._batch_before_last(model) if layout.is_batched -%}
    {%- if not before %} select 1 as nothing_was_closed_before where false

    {%- else -%}
        {%- set columns = daybook._columns(
            daybook._bare_names(daybook._history_columns(layout))
            | select("in", before.columns)
        ) %}

        select {{ columns }}
        from {{ daybook.as_of(model, batch_id=before.batch_id) }}
        where history_part = 'closed'
        except all
        select {{ columns }}
        from {{ model }}
        where history_part = 'closed'

    {%- endif %}
{% endtest %}

{#- Its id, and the columns that the history had then. -#}
{% macro _batch_before_last(relation) %}
    {% set log = daybook._log_of(relation) %}
    {% set state = daybook._state(log, log.shown) %}
    {% set batches = (
        state.chain
        | rejectattr("pointed")
        | rejectattr("undone")
        | list
        | sort(attribute="batch_id")
    ) %}
    {% if batches | length < 2 %} {% do return(none) %} {% endif %}
    {% set then = daybook._state_at(log, batches[-2].position) or state %}
    {% do return({"batch_id": batches[-2].batch_id, "columns": then.columns}) %}
{% endmacro %}
