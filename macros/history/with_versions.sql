{#-
    Each fact with the version that was valid at its event time: as known now, or as known at a
    moment of its own. A fact for which there is none stays, with NULL.

        order_id  customer_id  ordered_on    score  valid_from
        1         C-1001       2016-11-18    775    2016-11-16    as known now
        1         C-1001       2016-11-18    774    2016-11-16    as known on 2016-11-18

    At no moment are there two versions of a key, so there is one row per fact. A fact's
    moments are worked out before the join, which would do so for each pair.
-#}
{% macro with_versions(
    facts,
    history,
    key,
    valid_at,
    known_at=none,
    select=none,
    columns={},
    interval="closed"
) %}
    {% set shape = daybook._written_shape(history, columns, interval) %}
    {% do daybook._refuse_known_at(shape, known_at) %}
    {% set names = shape.names %}
    {% set of_key = key if key is mapping else dict(zip(key, key)) %}
    {% set conditions = [] %}
    {% for column, fact_column in of_key.items() %}
        {% do conditions.append("facts." ~ fact_column ~ " = versions." ~ column) %}
    {% endfor %}
    {% set moments = {} %}
    {% for column, axis, starts, ends, name in (
        (valid_at, shape.event, names.valid_from, names.valid_to, "daybook_valid_at"),
        (known_at, shape.system, names.known_from, names.known_to, "daybook_known_at"),
    ) if column is not none %}
        {% do moments.update({name: daybook._moment(column, axis)}) %}
        {% do conditions.append(
            daybook._lies_in(
                name, "versions." ~ starts, "versions." ~ ends, shape.interval
            )
        ) %}
    {% endfor %}
    {% set wanted = (
        select if select is not none else shape["values"] + [names.valid_from]
    ) %}
    {% set selected = ["facts.* except (" ~ moments | join(", ") ~ ")"] %}
    {% for column, alias in (
        wanted if wanted is mapping else dict(zip(wanted, wanted))
    ).items() %}
        {% do selected.append("versions." ~ column ~ " as " ~ alias) %}
    {% endfor %}
    {% set placed = ["*"] %}
    {% for name, moment in moments.items() %}
        {% do placed.append(moment ~ " as " ~ name) %}
    {% endfor %}
    {% do return(
        "(select " ~ selected
        | join(", ") ~ " from (select " ~ placed
        | join(", ")
        ~ " from "
        ~ facts
        ~ ") as facts left join "
        ~ (
            daybook.known(history, columns=columns, interval=interval)
            if known_at is none
            else history
        )
        ~ " as versions on "
        ~ conditions
        | join(" and ") ~ ")"
    ) %}
{% endmacro %}
