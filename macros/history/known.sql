{#-
    What was valid at a moment of event time, as it was known at a moment of system time: a
    plain filter, of which Spark reads only the months that can hold an answer.

        known(history, valid_at="2016-11-18", known_at="2016-11-18 14:44:00")

        customer_id  score
        C-1001       774

    Without known_at it is what is known now, without valid_at all of it.
-#}
{% macro known(relation, valid_at=none, known_at=none, columns={}, interval="closed") %}
    {% set shape = daybook._written_shape(relation, columns, interval) %}
    {% do return(
        "(select * from "
        ~ relation
        ~ " where "
        ~ daybook._known_conditions(shape, valid_at, known_at)
        | join(" and ") ~ ")"
    ) %}
{% endmacro %}

{% macro _known_conditions(shape, valid_at, known_at) %}
    {% set names = shape.names %}
    {% set conditions = [] %}
    {% if valid_at is not none %}
        {% set moment = daybook._asked(valid_at, shape.event) %}
        {% do conditions.append(
            daybook._lies_in(
                moment, names.valid_from, names.valid_to, shape.interval
            )
        ) %}
        {% do conditions.extend(
            daybook._from_month_on("past", moment, shape.event, shape)
        ) %}
    {% endif %}
    {% if known_at is not none %}
        {% if not shape.system %}
            {% do daybook._bad_option(
                this,
                "known_at",
                known_at,
                "the history has no system time: leave it out",
            ) %}
        {% endif %}
        {% set moment = daybook._asked(known_at, shape.system) %}
        {% do conditions.append(
            daybook._lies_in(
                moment, names.known_from, names.known_to, shape.interval
            )
        ) %}
        {% do conditions.extend(
            daybook._from_month_on("closed", moment, shape.system, shape)
        ) %}
    {% elif shape.is_batched %} {% do conditions.append("history_part <> 'closed'") %}
    {% elif shape.system %}
        {% do conditions.append(names.known_to ~ " >= " ~ shape.system.far) %}
    {% endif %}
    {% do return(conditions or ["true"]) %}
{% endmacro %}

{#- Of a part, the partitions that can hold what has not ended at a moment. -#}
{% macro _from_month_on(part, moment, axis, shape) %}
    {% if not shape.is_batched or axis.type in daybook._integers() %}
        {% do return([]) %}
    {% endif %}
    {% do return(
        [
            "(history_part <> '"
            ~ part
            ~ "' or ended_month >= "
            ~ daybook._month_of(moment, axis)
            ~ ")"
        ]
    ) %}
{% endmacro %}
