{#-
    The rows of an event log that have not been accepted yet, each once, with event_month.

    A log may be exported whole or in part, again and again: what is the same in every column
    is one row. So recorded_at must be when the source recorded the row, not when the log was
    exported.

    Different events of an item at one time and order, recorded at one time, are refused, unless
    what was recorded last withdraws them.

    The months that are compared are those from the earliest event on. When the events are read,
    the log can be another one: what is older by then meets no accepted event, so it is left for
    the next run.
-#}
{% macro accept_events(events, accepted, event_log) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set args = daybook._event_arguments("accept_events", events, event_log) -%}
    {%- set times = [args.is_deleted, args.recorded_at] | select | list -%}
    {%- set names = args.identity + args.combination + times -%}
    {%- do daybook._check_published_columns(
        "accept_events", names + ["event_month"]
    ) -%}
    {#- A column that is new would make every event that was accepted a new one. -#}
    {%- set before = daybook._published_state(accepted).columns if accepted else [] -%}
    {%- set known = before | map("lower") | list -%}
    {%- for column in names if known and column | lower not in known -%}
        {%- call daybook._refuse(this) -%}
            the events accepted so far have no column {{ column }}: rebuild it with --full-refresh
        {%- endcall -%}
    {%- endfor -%}
    {%- set options = {"batch": "append", "partition_by": ["event_month"]} -%}
    {%- do daybook._plan("accept_events", {"options": options}) -%}
    {%- set month -%} date_format({{ args.occurred_at }}, 'yyyy-MM') {%- endset -%}
    {%- set earliest -%} date_format(min({{ args.occurred_at }}), 'yyyy-MM') {%- endset -%}
    {%- set first_month = daybook._ask_about_events(
        events, args, {"first_month": earliest}
    ).first_month -%}
    {%- set is_bounded = accepted and first_month -%}
    {%- set since = ">= '" ~ first_month ~ "'" if is_bounded else "" -%}
    {%- set columns = names | join(", ") -%}
    {%- set identity = args.identity | join(", ") -%}
    {#- What was recorded last is the highest; of rows recorded at one time, a withdrawal. -#}
    {%- set version -%}
        struct(
            {{ args.recorded_at or "1" }} as daybook_recorded_at,
            {{ args.is_deleted or "false" }} as daybook_is_deleted
        )
    {%- endset -%}
    {%- set event -%} struct({{ args.combination | join(", ") }}) {%- endset %}

    with

        exported as (

            select
                {{ columns }}, {{ month }} as event_month, false as daybook_is_accepted
            from {{ events }}
            {%- if since %} where {{ month }} {{ since }}{% endif %}

            {%- if accepted %}

                union all

                select {{ columns }}, event_month, true as daybook_is_accepted
                from {{ accepted }}
                {%- if since %} where event_month {{ since }}{% endif %}

            {%- endif %}

        ),

        compared as (

            select
                *,
                lag(struct({{ columns }})) over recorded
                <=> struct({{ columns }}) as daybook_is_known,
                max({{ version }}) over (partition by {{ identity }}) = {{ version }}
                and not {{ args.is_deleted or "false" }}
                and not (min({{ event }}) over at_one_time)
                <=> (max({{ event }}) over at_one_time) as daybook_is_tied
            from exported
            window
                recorded as (
                    partition by {{ identity }}
                    order by {{ version }}, {{ event }}, daybook_is_accepted desc
                ),
                at_one_time as (partition by {{ identity }}, {{ version }})

        )

    select
        {{ columns }},
        if(
            daybook_is_tied, {{ daybook._tied_events_error(args) }}, event_month
        ) as event_month
    from compared
    where not daybook_is_accepted and not daybook_is_known

{% endmacro %}
