{#- What merge_snapshot refuses: before it writes anything, with a count and the way out. -#}
{% macro _refuse_snapshot(names, found) %}
    {% set undated = found.days | selectattr("day", "undefined") | list %}
    {% set problems = [] %}
    {% for rows, column in (
        (found.unversioned, names.version),
        (undated | sum(attribute="rows"), names.day),
    ) if rows %}
        {% do problems.append(rows ~ " have no " ~ column) %}
    {% endfor %}
    {% if problems %}
        {% do daybook._raise(
            this,
            "of " ~ found.rows ~ " rows of the snapshot " ~ problems
            | join(", ")
            ~ ". Nothing was taken in: correct them, or leave them out",
        ) %}
    {% endif %}
{% endmacro %}

{#- A snapshot that was cut short would do no harm at once, for what it lacks stays; but old
    values would stay too, and nobody would know. -#}
{% macro _refuse_loss(names, rows, rows_before) %}
    {% if rows_before and rows_before - rows > names.largest_loss * rows_before %}
        {% do daybook._raise(
            this,
            "the snapshot has "
            ~ rows
            ~ " rows, where the last one had "
            ~ rows_before
            ~ ": it has lost "
            ~ (100 * (1 - rows / rows_before))
            | round(1)
            ~ " %, and largest_loss="
            ~ names.largest_loss
            ~ " allows "
            ~ (100 * names.largest_loss)
            | round(1)
            ~ " %. Nothing was taken in: if the snapshot is whole, raise largest_loss",
        ) %}
    {% endif %}
{% endmacro %}

{#- The options, before anything is asked. -#}
{% macro _check_merge_options(names) %}
    {% do daybook._check_lists(this, {"key": names.key}) %}
    {% for name, allowed in (
        ("strategy", ("window", "adopt")),
        ("unchanged", ("replace", "keep")),
    ) if names[name] not in allowed %}
        {% do daybook._bad_option(
            this, name, names[name], "use " ~ allowed | join(" or ")
        ) %}
    {% endfor %}
    {% do daybook._check_plain_names(
        this, {"key": names.key, "version": names.version}
    ) %}
    {% if names.order_by is string %}
        {% do daybook._bad_option(
            this, "order_by", names.order_by, "name a list of columns"
        ) %}
    {% endif %}
    {% for name, highest in (("window_days", none), ("largest_loss", 1)) %}
        {% set value = names[name] %}
        {% if value is not none and (
            value is boolean
            or value is not number
            or value < 0
            or highest is not none
            and value > highest
        ) %}
            {% do daybook._bad_option(
                this,
                name,
                value,
                (
                    "use a number of days"
                    if highest is none
                    else "use a share, from 0 to 1"
                ),
            ) %}
        {% endif %}
    {% endfor %}
    {% if names.unchanged == "keep" and names.strategy != "adopt" %}
        {% do daybook._bad_option(
            this,
            "unchanged",
            "keep",
            "it goes with strategy='adopt', which compares partitions",
        ) %}
    {% endif %}
    {% do daybook._check_merge_window(names) %}
    {% do daybook._check_merge_config(names) %}
{% endmacro %}

{% macro _check_merge_window(names) %}
    {% for name in ("window_days", "window_start") if names[name] is not none %}
        {% if not execute %} {% do return(none) %} {% endif %}
        {% if names.day is none %}
            {% do daybook._bad_option(
                this,
                name,
                names[name],
                "rows leave the window by partition_by's first column, and the model has none",
            ) %}
        {% elif names.key[0] | lower != names.day | lower %}
            {% do daybook._bad_option(
                this,
                "key",
                names.key,
                "name "
                ~ names.day
                ~ " first, by which rows leave the window: the first column of partition_by",
            ) %}
        {% endif %}
    {% endfor %}
    {% if names.window_days is not none and names.window_start is not none %}
        {% do daybook._bad_option(
            this,
            "window_start",
            names.window_start,
            "window_days is given too: the one or the other says where the window begins",
        ) %}
    {% endif %}
{% endmacro %}

{#- A row takes the place of another in its partition only, and days that it lacks stay. -#}
{% macro _check_merge_config(names) %}
    {% if not execute or model.resource_type != "model" %}
        {% do return(none) %}
    {% endif %}
    {% if model.config.materialized != "batched" %}
        {% do daybook._bad_option(
            this,
            "materialized",
            model.config.materialized,
            "merge_snapshot needs the batches of its model to keep what a snapshot lacks: use"
            " batched",
        ) %}
    {% endif %}
    {% for name in ("restate_from", "restate_to") if daybook._option(name, none) %}
        {% do daybook._bad_option(
            this,
            name,
            daybook._option(name, none),
            "days that a snapshot lacks would go: it is for the model that brings the snapshot",
        ) %}
    {% endfor %}
    {% set key = names.key | map("lower") | list %}
    {% for column in daybook._as_list(daybook._option("partition_by", []))
        if column | lower not in key %}
        {% do daybook._bad_option(
            this,
            "key",
            names.key,
            "a row replaces one of its key in its own partition only, and "
            ~ column
            ~ " is of partition_by: add it to the key",
        ) %}
    {% endfor %}
{% endmacro %}
