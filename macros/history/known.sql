{#-
    What was valid at a moment of event time, as it was known at a moment of system time: a
    plain filter, of which Spark reads only the months that can hold an answer.

        known(history, valid_at="2016-11-18", known_at="2016-11-18 14:44:00")

        customer_id  score
        C-1001       774

    Without known_at it is what is known now, without valid_at all of it.
-#}
{% macro known(relation, valid_at=none, known_at=none, columns={}, interval="closed") %}
    {% if not execute %} {% do return("") %} {% endif %}
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
    {% do daybook._refuse_known_at(shape, known_at) %}
    {% set names = shape.names %}
    {% set conditions = [] %}
    {% for asked, axis, starts, ends, part in (
        (valid_at, shape.event, names.valid_from, names.valid_to, "past"),
        (known_at, shape.system, names.known_from, names.known_to, "closed"),
    ) if asked is not none %}
        {% set moment = daybook._asked(asked, axis) %}
        {% do conditions.append(
            daybook._lies_in(moment, starts, ends, shape.interval)
        ) %}
        {% do conditions.extend(daybook._from_month_on(part, moment, axis, shape)) %}
    {% endfor %}
    {% if known_at is none and shape.is_batched %}
        {% do conditions.append("history_part <> 'closed'") %}
    {% elif known_at is none and shape.system %}
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
