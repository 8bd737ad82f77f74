{#-
    How a history is written: from its log. What has none, such as a view on a history, says
    what its columns are called and how its intervals are meant; its times are compared as
    they are.
-#}
{% macro _written_shape(relation, columns, interval) %}
    {% set log = (
        daybook._log_of(relation)
        if execute and relation is not string and not relation.is_cte
        else {}
    ) %}
    {% if log.exists %}
        {% set shape = daybook._logged_shape(
            daybook._state(log, log.flipped).built_with
        ) %}
        {% if shape %}
            {% do return(
                dict(
                    shape,
                    is_batched=true,
                    columns=zip(
                        daybook._bare_names(daybook._history_columns(shape))
                        + ["posted_batch_id", "batch_id"]
                    )
                    | list,
                )
            ) %}
        {% endif %}
    {% endif %}
    {% if interval not in ("closed", "half_open") %}
        {% do daybook._bad_option(
            this, "interval", interval, "use closed or half_open"
        ) %}
    {% endif %}
    {% set names = daybook._history_names(columns) %}
    {% set described = daybook._described_history(relation, columns, names) %}
    {% set types = {} %}
    {% for column, type in described or [] %}
        {% do types.update({daybook._column(column) | lower: type}) %}
    {% endfor %}
    {% do return(
        {
            "key": [],
            "values": [],
            "type_1": [],
            "names": names,
            "interval": interval,
            "event": daybook._time_axis(
                "event",
                types.get(names.valid_from | lower, "date"),
                "half_open",
                none,
                none,
            ),
            "system": (
                daybook._time_axis(
                    "system",
                    types.get(names.known_from | lower, "timestamp_ntz"),
                    "half_open",
                    none,
                    none,
                )
                if names.known_from
                else none
            ),
            "is_batched": false,
            "columns": described,
        }
    ) %}
{% endmacro %}

{#- [[name, type], ...] of what says nothing of itself but can be asked; none where it can't. -#}
{% macro _described_history(relation, columns, names) %}
    {% if (
        not execute
        or daybook._is_rendered_again()
        or relation is not string
        and not daybook._is_there(relation)
    ) %}
        {% do return(none) %}
    {% endif %}
    {% set described = daybook._described(
        "query", "(select * from " ~ relation ~ ")"
    ).columns %}
    {% set given = {} %}
    {% for name in ("valid_from", "valid_to") + (
        ("known_from", "known_to") if names.known_from else ()
    ) %}
        {% do given.update({"columns." ~ name: columns.get(name, name)}) %}
    {% endfor %}
    {% do daybook._check_columns_given(this, given, relation | string, described) %}
    {% do return(described) %}
{% endmacro %}

{#- A moment asked for: a value, or SQL in parentheses. -#}
{% macro _asked(value, axis) %}
    {% if (value | string).startswith("(") %}
        {% do return(daybook._moment(value, axis)) %}
    {% endif %}
    {% do return(
        daybook._moment(
            daybook._moment_literal(value, axis.type), axis, axis.type
        )
    ) %}
{% endmacro %}

{% macro _refuse_known_at(shape, known_at) %}
    {% if known_at is not none and not shape.system %}
        {% do daybook._bad_option(
            this,
            "known_at",
            known_at,
            "the history has no system time: leave it out",
        ) %}
    {% endif %}
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
