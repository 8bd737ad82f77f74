{#-
    The columns of an event that the patterns are given:

        item         what moves
        state        where the event puts it
        occurred_at  when it happened; occurred_at_utc: the same time in UTC
        order_by     which of an item's events at one time came first
        dimensions   what is counted by, beside the state
        is_deleted   whether the row withdraws the event
        recorded_at  when the source recorded the row
-#}
{% macro _rules_of_event_columns() %}
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
        }
    ) %}
{% endmacro %}

{#-
    What follows from these columns:

        order        orders the events of an item. An hour that the clock shows twice has an order
                     in UTC alone, so UTC comes first
        identity     identifies an event: the item and the order
        combination  what is counted by: the state and the dimensions
-#}
{% macro _event_keys(columns) %}
    {% set times = [columns.occurred_at_utc, columns.occurred_at] | select | list %}
    {% set order = times + (columns.order_by or []) | list %}
    {% do return(
        {
            "order": order,
            "identity": [columns.item] + order,
            "combination": [columns.state] + (columns.dimensions or []) | list,
        }
    ) %}
{% endmacro %}

{#- The columns that no event may lack, each with what it must be and which events are asked:
    [[column, text, SQL], ...]. A time that cannot be read is told once. -#}
{% macro _needed_columns(columns) %}
    {% set as_time = " that can be read as a time" %}
    {% set needed = [
        [columns.item, "", "true"],
        [columns.state, "", "true"],
        [columns.occurred_at, as_time, "true"],
        [
            columns.occurred_at_utc,
            as_time,
            columns.occurred_at ~ " is not null",
        ],
        [columns.is_deleted, " that can be read as true or false", "true"],
        [columns.recorded_at, as_time, "true"],
    ] %}
    {% do return(needed | selectattr("0") | list) %}
{% endmacro %}
