{#-
    What was closed in system time at the last batch but one is so now, every column of it. It
    needs the batched history itself: a view on one does not say what it was.
-#}
{% test history_keeps_what_is_closed(model) %}
    {%- set state = daybook._published_state(model) -%}
    {%- set layout = state.built_with -%}
    {#- A history that only --empty has built has a log, and nothing published. -#}
    {%- set is_other = not layout.interval and (state.chain or not state.exists) -%}
    {%- if model is string or execute and is_other and load_relation(model) -%}
        {%- call daybook._refuse(this) -%}
            history_keeps_what_is_closed reads the log of a history, and
            {% if model is string -%}
                dbt's config where puts a subquery in its place, which has none: leave out where
            {%- else -%} {{ model }} has none: give it a model of bitemporal_history
            {%- endif -%}
        {%- endcall -%}
    {%- endif -%}
    {%- set batches = (
        state.chain
        | rejectattr("pointed")
        | rejectattr("undone")
        | map(attribute="batch_id")
        | list
        | sort
    ) -%}
    {%- if not layout.interval or batches | length < 2 %}
        select 1 as nothing_was_closed_before where false

    {%- else -%}
        {%- set before = daybook.as_of(model, batch_id=batches[-2]) -%}
        {%- set described = daybook._described("query", "select * from " ~ before) -%}
        {%- set names = described.columns | map("first") | list -%}
        {%- set kept = daybook._bare_name(daybook._history_columns(layout)) -%}
        {%- set columns = daybook._column(kept | select("in", names)) | join(", ") %}

        select {{ columns }}
        from {{ before }}
        where history_part = 'closed'
        except all
        select {{ columns }}
        from {{ model }}
        where history_part = 'closed'

    {%- endif %}
{% endtest %}
