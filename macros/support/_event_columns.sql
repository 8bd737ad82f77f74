{#-
    The arguments that describe an event, and are the same for all patterns:

        item             what moves
        state            where the event puts it
        occurred_at      when it happened; occurred_at_utc: the same time in UTC
        order_by         which of an item's events at one time came first
        dimensions       what is counted by, beside the state
        is_deleted       whether the row withdraws the event
        recorded_at      when the source recorded the row
        terminal_states  the states in which items rest
-#}
{% macro _rules_of_events() %}
    {% set required = {"names": "one", "plain": true, "required": true} %}
    {% set optional = {"names": "one", "plain": true} %}
    {% set several = {"names": "many", "plain": true, "default": []} %}
    {% do return(
        {
            "item": required,
            "state": required,
            "occurred_at": required,
            "occurred_at_utc": optional,
            "order_by": several,
            "dimensions": several,
            "is_deleted": optional,
            "recorded_at": optional,
            "terminal_states": {"default": [], "texts": true},
        }
    ) %}
{% endmacro %}

{#-
    What follows from them:

        order        orders the events of an item. An hour that the clock shows twice has an order
                     in UTC alone, so UTC comes first
        identity     identifies an event: the item and the order
        combination  what is counted by: the state and the dimensions
-#}
{% macro _event_keys(args) %}
    {% set times = [args.occurred_at_utc, args.occurred_at] | select | list %}
    {% set order = times + (args.order_by or []) | list %}
    {% do return(
        {
            "order": order,
            "identity": [args.item] + order,
            "combination": [args.state] + (args.dimensions or []) | list,
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
            {{ args.state }} in ({{ daybook._quoted_list(args.terminal_states) }}),
            false
        )
    {%- else -%} false
    {%- endif -%}
{% endmacro %}
