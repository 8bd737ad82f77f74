{#- The columns of an event log: {argument of event_log: [column, ...]}. An hour that the clock shows
    twice has an order in UTC alone, so UTC comes first. -#}
{% macro _columns_of_log(log) %}
    {% do return(
        {
            "item": [log.item],
            "state": [log.state],
            "occurred_at": [log.occurred_at_utc, log.occurred_at]
            | select
            | list,
            "order_by": log.order_by,
            "dimensions": log.dimensions,
            "is_deleted": [log.is_deleted] | select | list,
            "recorded_at": [log.recorded_at] | select | list,
        }
    ) %}
{% endmacro %}

{#- The columns that no event may lack, each with what it must be and SQL for the events that lack it:
    [[column, text, SQL], ...]. A time that cannot be read is reported once. Months are compared as text,
    and a year of five digits is written with a sign, which comes before every digit. -#}
{% macro _needed_columns(args) %}
    {% set as_time = " that can be read as a time" %}
    {% set at = args.occurred_at %}
    {% set needed = [] %}
    {% for column, text, lacking in (
        (args.item, "", "{} is null"),
        (args.state, "", "{} is null"),
        (at, as_time, "{} is null"),
        (at, " in the years 1 to 9999", "year({}) not between 1 and 9999"),
        (args.occurred_at_utc, as_time, "{} is null and " ~ at ~ " is not null"),
        (args.is_deleted, " that can be read as true or false", "{} is null"),
        (args.recorded_at, as_time, "{} is null"),
    ) if column %}
        {% do needed.append([column, text, lacking.replace("{}", column)]) %}
    {% endfor %}
    {% do return(needed) %}
{% endmacro %}

{#- SQL: whether a row withdraws an event. One that was published before the column existed has NULL,
    and withdraws nothing. -#}
{% macro _is_withdrawn(args) %}
    {%- if args.is_deleted -%} ifnull({{ args.is_deleted }}, false)
    {%- else -%} false
    {%- endif -%}
{% endmacro %}

{#- SQL: whether an item rests; not one without a state. -#}
{% macro _is_terminal(args) %}
    {%- if args.terminal_states -%}
        ifnull(
            {{ args.state }} in ({{ daybook.quoted_text(args.terminal_states) }}), false
        )
    {%- else -%} false
    {%- endif -%}
{% endmacro %}
