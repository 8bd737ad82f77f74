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
    {% if not execute %} {% do return("") %} {% endif %}
    {% do daybook._require_arguments(
        this, "with_versions", {"key": key or none, "valid_at": valid_at}
    ) %}
    {% set shape = daybook._written_shape(history, columns, interval) %}
    {% do daybook._refuse_known_at(shape, known_at) %}
    {% set of_key = daybook._paired("key", key) %}
    {% set wanted = daybook._paired(
        "select",
        (
            select
            if select is not none
            else shape["values"] + [shape.names.valid_from]
        ),
    ) %}
    {% do daybook._check_versions(
        facts,
        history,
        shape,
        {
            "key": of_key.values() | list,
            "valid_at": valid_at,
            "known_at": known_at,
        },
        {"key": of_key.keys() | list, "select": wanted.keys() | list},
        wanted,
    ) %}
    {% set names = shape.names %}
    {% set conditions = [] %}
    {% for column, fact_column in of_key.items() %}
        {% do conditions.append(
            "facts."
            ~ daybook._given_column(fact_column)
            ~ " = versions."
            ~ daybook._given_column(column)
        ) %}
    {% endfor %}
    {% set moments = {} %}
    {% for column, axis, starts, ends, name in (
        (valid_at, shape.event, names.valid_from, names.valid_to, "daybook_valid_at"),
        (known_at, shape.system, names.known_from, names.known_to, "daybook_known_at"),
    ) if column is not none %}
        {% do moments.update(
            {name: daybook._moment(daybook._given_column(column), axis)}
        ) %}
        {% do conditions.append(
            daybook._lies_in(
                name, "versions." ~ starts, "versions." ~ ends, shape.interval
            )
        ) %}
    {% endfor %}
    {% set selected = ["facts.* except (" ~ moments | join(", ") ~ ")"] %}
    {% for column, alias in wanted.items() %}
        {% do selected.append(
            "versions."
            ~ daybook._given_column(column)
            ~ " as "
            ~ daybook._given_column(alias)
        ) %}
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

{#- {column of the history: what it is called elsewhere}. -#}
{% macro _paired(argument, columns) %}
    {% if columns is string or not columns %}
        {% do daybook._bad_option(
            this,
            argument,
            columns,
            "name one column or more, as a list or as {column: name}",
        ) %}
    {% endif %}
    {% do return(columns if columns is mapping else dict(zip(columns, columns))) %}
{% endmacro %}

{#- Columns that are not there, and two of one name: by which Spark would take offence only when
    they are read. A subquery can't be asked, for it may read what the model has before it. -#}
{% macro _check_versions(facts, history, shape, of_facts, of_history, wanted) %}
    {% do daybook._check_names(this, of_facts) %}
    {% do daybook._check_names(this, of_history) %}
    {% do daybook._check_names(this, {"select": wanted.values() | list}) %}
    {% do daybook._check_columns_given(
        this, of_history, history | string, shape.columns
    ) %}
    {% set columns = (
        none
        if facts is string or not daybook._is_there(facts)
        else daybook._described(
            "query", "(select * from " ~ facts ~ ")"
        ).columns
    ) %}
    {% do daybook._check_columns_given(this, of_facts, facts | string, columns) %}
    {% set taken = columns | map("first") | map("lower") | list if columns else [] %}
    {% set twice, renamed = [], {} %}
    {% for column, alias in wanted.items() %}
        {% set name = daybook._bare_name(alias) %}
        {% if name | lower in taken %}
            {% do twice.append(name) %}
            {% do renamed.update({daybook._bare_name(column): "version_" ~ name}) %}
        {% else %} {% do renamed.update({daybook._bare_name(column): name}) %}
        {% endif %}
    {% endfor %}
    {% if twice %}
        {% do daybook._raise(
            this,
            "with_versions would have two columns " ~ twice
            | join(", ")
            ~ ", of "
            ~ facts
            ~ " and of its versions: give those of the versions other names, as in select="
            ~ tojson(renamed),
        ) %}
    {% endif %}
{% endmacro %}
