{#-
    What orders the events of an item on one day, and with the item identifies them. An hour that
    the clock shows twice has an order in UTC alone, so that comes first where it is named.
-#}
{% macro _event_order(occurred_at, occurred_at_utc, order_by) %}
    {% do return(([occurred_at_utc, occurred_at] | select | list) + order_by) %}
{% endmacro %}
