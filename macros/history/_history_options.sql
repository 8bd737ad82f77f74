{#- The options of bitemporal_history, before anything is asked: given are those that name
    columns of the arrivals. -#}
{% macro _check_history_options(given, options) %}
    {% do daybook._require_arguments(
        this,
        "bitemporal_history",
        {
            "key": given.key or none,
            "values": given["values"] or none,
            "event_time": given.event_time,
        },
    ) %}
    {% for name, allowed in (
        ("late_system_time", ("refuse", "restamp")),
        ("interval", ("closed", "half_open")),
        ("carry_forward", (true, false)),
    ) if options[name] not in allowed %}
        {% do daybook._bad_option(
            this, name, options[name], "use " ~ allowed | join(" or ")
        ) %}
    {% endfor %}
    {% for name in ("key", "values", "type_1") if given[name] is string %}
        {% do daybook._bad_option(
            this,
            name,
            given[name],
            "name one column or more, as a list",
        ) %}
    {% endfor %}
    {% for name in ("event_time", "system_time", "is_deleted", "valid_until")
        if given[name] and given[name] is not string %}
        {% do daybook._bad_option(this, name, given[name], "name one column") %}
    {% endfor %}
    {% do daybook._check_order_by(
        "bitemporal_history", given.order_by, quotes_names=true
    ) %}
    {% do daybook._check_names(this, given) %}
    {% do daybook._check_names(this, {"columns": options.columns.values() | list}) %}
    {% set flags = options.flag_values %}
    {% if (
        flags is string
        or flags | length != 2
        or flags[0] == flags[1]
        or none in flags
    ) %}
        {% do daybook._bad_option(
            this,
            "flag_values",
            flags,
            "name two, that of a row that is current and that of others",
        ) %}
    {% endif %}
    {% for name in options.far_future if name not in ("valid_to", "known_to") %}
        {% do daybook._bad_option(
            this,
            "far_future",
            options.far_future,
            "its keys are valid_to and known_to",
        ) %}
    {% endfor %}
{% endmacro %}

{#- What is read must not be called as the history or its SQL calls its own. -#}
{% macro _check_history_columns(names, shape) %}
    {% set taken = [
        "arrival_order",
        "arrivals",
        "attributes",
        "batch_id",
        "belief",
        "ended_month",
        "ends_at",
        "event_at",
        "first_event_at",
        "folded",
        "held_until",
        "history_part",
        "is_change",
        "is_disordered",
        "is_early",
        "is_end",
        "is_last",
        "is_out_of_order",
        "is_past",
        "is_posted",
        "is_tied",
        "known_at",
        "last_event_at",
        "latest",
        "next_event_at",
        "next_system_at",
        "part",
        "place",
        "posted_batch_id",
        "sequence",
        "sign",
        "starts_at",
        "superseded_at",
        "system_at",
        "versions",
    ] %}
    {% for column in daybook._bare_names(names.type_1) %}
        {% do taken.extend(
            ["before_" ~ column, "last_" ~ column, "latest_" ~ column]
        ) %}
    {% endfor %}
    {% do daybook._check_read_columns(
        "bitemporal_history",
        daybook._bare_names(names.key + names.compared + names.type_1),
        (taken + daybook._bare_names(shape.names.values()))
        | map("lower")
        | list,
    ) %}
{% endmacro %}
