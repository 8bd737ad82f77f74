{#-
    The last date of the whole input, as a scalar query: of all accepted events, even those that
    change nothing. Only the last published month is read.

    If the log has is_deleted, events that were withdrawn do not count. All recordings of an event
    lie in one month, so the last month with an event left is enough; a batched model, under its
    lock, looks for it from the last one back, and has the date itself in its SQL.
-#}
{% macro last_event_date(events, event_log, month="event_month") %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- if events is string -%}
        {%- call daybook.refuse_option(this, "events", events) -%}
            use a model, such as ref('stg_issue_events')
        {%- endcall -%}
    {%- endif -%}
    {%- set reads = ["item", "occurred_at", "order_by", "is_deleted", "recorded_at"] -%}
    {%- set has_withdrawals = event_log and event_log.is_deleted -%}
    {%- set args = daybook._event_arguments(
        "last_event_date",
        events,
        event_log,
        {"month": month},
        {"month": {"names": "one", "plain": true}},
        reads=reads if has_withdrawals else ["occurred_at"],
    ) -%}
    {% for value in daybook._months_of(events, month) %}
        {% set last_of_month = daybook._last_date(events, args, value) %}
        {% if not has_withdrawals %} {% do return(last_of_month) %}
        {% elif daybook.may_read_rows() %}
            {% set query = (
                "select to_json(array(cast(" ~ last_of_month ~ " as string)))"
            ) %}
            {% set last_date = daybook.json_rows(query)[0][0] %}
            {% if last_date %} {% do return("date'" ~ last_date ~ "'") %}
            {% endif %}
        {% endif %}
    {% endfor %}
    {% do return(daybook._last_date(events, args)) %}
{% endmacro %}

{#- The months of public partitions, the last first. -#}
{% macro _months_of(events, month) %}
    {% set state, months = daybook.published_state(events), {} %}
    {% set columns = state.partition_by | map("first") | list %}
    {% if state.pointer and month not in columns %}
        {% call daybook.refuse_option(this, "month", month) %}
            {{ events }} is partitioned by {{ columns | join(", ") or "nothing" }}: name its
            column of months
        {% endcall %}
    {% endif %}
    {% for partition, ids in state.pointer.items() if ids %}
        {% set values = fromjson(partition) %}
        {% if values[0] not in state.private %}
            {% do months.update({values[columns.index(month)]: true}) %}
        {% endif %}
    {% endfor %}
    {% do return(months | sort(reverse=true)) %}
{% endmacro %}

{#- The last date, of one month or of all, as a scalar query. If events can be withdrawn, of the
    rows of one item, time and order the last recorded counts. -#}
{% macro _last_date(events, args, month_value=none) %}
    {%- set identity = args.identity | join(", ") -%}
    {%- set recorded = [args.recorded_at, args.is_deleted] | select | join(", ") %}
    (
        select max(cast({{ args.occurred_at }} as date))
        from
            {% if args.is_deleted -%}
                (
                    select {{ identity }}, {{ args.month }}
                    from {{ events }}
                    group by {{ identity }}, {{ args.month }}
                    having
                        not ifnull(
                            max_by({{ args.is_deleted }}, struct({{ recorded }})), false
                        )
                )
            {%- else -%} {{ events }}
            {%- endif %}
        {% if month_value is not none -%}
            where {{ args.month }} = {{ daybook.quoted_text(month_value) }}
        {%- endif %}
    )
{% endmacro %}
