{#-
    What is in the columns of an event log: a project says it once, for all patterns that read the
    log or its entries. They ask whether the columns exist, each in the rows that it reads.

    Returns its arguments; occurred_at is the column of the local time then, and occurred_at_utc
    that of the time in UTC.
-#}
{% macro event_log(
    item,
    state,
    occurred_at,
    order_by=none,
    dimensions=none,
    is_deleted=none,
    recorded_at=none,
    terminal_states=none
) %}
    {% set times = occurred_at if occurred_at is mapping else {"local": occurred_at} %}
    {% set given = {
        "item": item,
        "state": state,
        "occurred_at": times,
        "order_by": order_by,
        "dimensions": dimensions,
        "is_deleted": is_deleted,
        "recorded_at": recorded_at,
        "terminal_states": terminal_states,
    } %}
    {% if not execute %} {% do return(given) %} {% endif %}
    {% set optional = {"names": "one", "plain": true} %}
    {% set required = dict(optional, required=true) %}
    {% set several = {"names": "many", "plain": true, "default": []} %}
    {% set rules = {
        "item": required,
        "state": required,
        "occurred_at": {"keys_in": {"local": required, "utc": optional}},
        "order_by": several,
        "dimensions": several,
        "is_deleted": optional,
        "recorded_at": optional,
        "terminal_states": {"default": [], "texts": true},
    } %}
    {% set args = daybook.checked_arguments(
        this, "event_log", given, rules, within="event_log."
    ) %}
    {% set log = dict(
        args,
        occurred_at=args.occurred_at.local,
        occurred_at_utc=args.occurred_at.utc,
        order_by=args.order_by | list,
        dimensions=args.dimensions | list,
    ) %}
    {% do daybook._refuse_column_twice(log) %}
    {% do return(log) %}
{% endmacro %}

{#- The state may also be a dimension: milestone_snapshot then keeps the first one. -#}
{% macro _refuse_column_twice(log) %}
    {% set columns, seen = daybook._columns_of_log(log), [] %}
    {% for argument in ("item", "occurred_at", "order_by", "dimensions") %}
        {% for column in columns[argument] %}
            {% if column | lower in seen %}
                {% call daybook.refuse_option(this, "event_log." ~ argument, column) %}
                    name each column once
                {% endcall %}
            {% endif %}
            {% do seen.append(column | lower) %}
        {% endfor %}
    {% endfor %}
{% endmacro %}
