{#-
    How a history is written: from its log. What has none, such as a view upon a history, says
    what its columns are called and how its intervals are meant; its times are compared as
    they are.
-#}
{% macro _written_shape(relation, columns, interval) %}
    {% set log = (
        daybook._read_log(relation)
        if execute and relation is not string and not relation.is_cte
        else {}
    ) %}
    {% if log.exists %}
        {% set mark = daybook._state(log, log.flipped).marks.history %}
        {% if mark %} {% do return(dict(fromjson(mark), is_batched=true)) %} {% endif %}
    {% endif %}
    {% if interval not in ("closed", "half_open") %}
        {% do daybook._bad_option(
            this, "interval", interval, "use closed or half_open"
        ) %}
    {% endif %}
    {% do return(
        {
            "key": [],
            "values": [],
            "type_1": [],
            "names": daybook._history_names(columns),
            "interval": interval,
            "event": none,
            "system": none,
            "is_batched": false,
        }
    ) %}
{% endmacro %}

{#- A moment asked for: a value, or SQL in parentheses. -#}
{% macro _asked(value, axis) %}
    {% set is_sql = (value | string).startswith("(") %}
    {% if not axis %}
        {% do return(value if is_sql or value is number else daybook._quoted(value)) %}
    {% endif %}
    {% do return(
        daybook._moment(
            value if is_sql else daybook._moment_literal(value, axis.type),
            axis,
        )
    ) %}
{% endmacro %}

{#- Whether a moment lies in an interval. -#}
{% macro _lies_in(moment, starts, ends, interval) %}
    {% do return(
        starts
        ~ " <= "
        ~ moment
        ~ " and "
        ~ moment
        ~ (" <= " if interval == "closed" else " < ")
        ~ ends
    ) %}
{% endmacro %}
