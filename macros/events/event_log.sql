{#-
    What is in the columns of an event log: a project says it once, for all patterns that read the
    log or its entries. They ask whether the columns exist, each in the rows that it reads.

    Returns its arguments; of a mapping as occurred_at, the columns are occurred_at and
    occurred_at_utc.
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
    {% set given = {
        "item": item,
        "state": state,
        "occurred_at": occurred_at,
        "order_by": order_by,
        "dimensions": dimensions,
        "is_deleted": is_deleted,
        "recorded_at": recorded_at,
        "terminal_states": terminal_states,
    } %}
    {% if not execute %} {% do return(given) %} {% endif %}
    {% set has_times = daybook._is_mapping(occurred_at) %}
    {% set args = daybook._checked_arguments(
        this,
        "event_log",
        given,
        daybook._rules_of_event_log(has_times),
        within="event_log.",
    ) %}
    {% set times = args.occurred_at if has_times else {"local": args.occurred_at} %}
    {% if not times.local %}
        {% call daybook._refuse_option(this, "event_log.occurred_at", times) %}
            name the column of the local time as local
        {% endcall %}
    {% endif %}
    {% set log = dict(
        args,
        occurred_at=times.local,
        occurred_at_utc=times.get("utc"),
        order_by=args.order_by | list,
        dimensions=args.dimensions | list,
    ) %}
    {% do daybook._refuse_column_twice(log) %}
    {% do return(log) %}
{% endmacro %}

{#- has_times: whether occurred_at is a mapping. -#}
{% macro _rules_of_event_log(has_times) %}
    {% set optional = {"names": "one", "plain": true} %}
    {% set required = dict(optional, required=true) %}
    {% set several = {"names": "many", "plain": true, "default": []} %}
    {% set times = dict(required, names="by_key", keys_in=["local", "utc"]) %}
    {% do return(
        {
            "item": required,
            "state": required,
            "occurred_at": times if has_times else required,
            "order_by": several,
            "dimensions": several,
            "is_deleted": optional,
            "recorded_at": optional,
            "terminal_states": {"default": [], "texts": true},
        }
    ) %}
{% endmacro %}

{#- The state may also be a dimension: milestone_snapshot then keeps the first one. -#}
{% macro _refuse_column_twice(log) %}
    {% set seen = [] %}
    {% for argument, columns in daybook._columns_of_log(log).items()
        if argument in ("item", "occurred_at", "order_by", "dimensions") %}
        {% for column in columns %}
            {% if column | lower in seen %}
                {% call daybook._refuse_option(this, "event_log." ~ argument, column) %}
                    name each column once
                {% endcall %}
            {% endif %}
            {% do seen.append(column | lower) %}
        {% endfor %}
    {% endfor %}
{% endmacro %}
