{#- What bitemporal_history refuses: before it writes anything, with a count and the mend. -#}
{% macro _refuse_arrivals(found, names, shape, last, late_system_time) %}
    {% set needed = [] %}
    {% for column, name in names.needed %}
        {% do needed.append([column, ""]) %}
    {% endfor %}
    {% do daybook._refuse_unplaced(found.lacks, needed) %}
    {% set problems = [] %}
    {% for count, problem in (
        (
            found.too_far,
            "have a " ~ names.event_time ~ " of " ~ shape.event.far
            ~ " or later, which stands for no end: mend them, or give far_future a later valid_to",
        ),
        (
            found.system_too_far,
            "have a " ~ names.system_time ~ " of " ~ (shape.system or {}).far
            ~ " or later, which stands for no end: mend them, or give far_future a later known_to",
        ),
        (
            found.inverted,
            "have a " ~ names.valid_until ~ " before their " ~ names.event_time
            ~ ": mend them, or leave them out in the staging model",
        ),
        (
            found.tied,
            "differ at one " ~ names.event_time
            ~ (" and " ~ names.system_time if names.system_time else "")
            ~ " of a key: name in order_by the columns that tell which came last",
        ),
        (
            found.too_late if late_system_time == "refuse" and names.system_time else 0,
            "have a " ~ names.system_time ~ " before " ~ last
            ~ ", up to which arrivals are processed, so what was known then would change:"
            ~ " give them the time at which they came, or say late_system_time='restamp',"
            ~ " which takes them for known since " ~ last,
        ),
    ) if count %}
        {% do problems.append(count ~ " " ~ problem) %}
    {% endfor %}
    {% if problems %}
        {% do daybook._raise(
            this,
            "of " ~ found.lacks.events ~ " arrivals " ~ problems
            | join("; ") ~ ". Nothing was taken in",
        ) %}
    {% endif %}
    {% if found.too_late and names.system_time %}
        {% do daybook._say(
            this,
            found.too_late
            ~ " arrivals were recorded before "
            ~ last
            ~ " and are taken for known since then",
        ) %}
    {% endif %}
{% endmacro %}

{#- The versions that are published were made with it, and the next ones follow from them. -#}
{% macro _refuse_other_shape(state, marks, shape, names) %}
    {% set before = fromjson(marks.history) if marks.history else {} %}
    {% for name, value in shape.items() if before and before[name] != value %}
        {% do daybook._raise(
            this,
            name
            ~ " was "
            ~ before[name]
            ~ " for the versions that are published, and is "
            ~ value
            ~ " now: build it anew with --full-refresh",
        ) %}
    {% endfor %}
    {% if (
        state.chain
        and should_full_refresh()
        and shape.system
        and not names.system_time
    ) %}
        {% do daybook._raise(
            this,
            "its system times are those of its runs, and built anew it would forget what was"
            ~ " known when: give the arrivals a column that says when they came, and name it as"
            ~ " system_time; or remove the model first: dbt run-operation daybook.remove_model",
        ) %}
    {% endif %}
{% endmacro %}

{#- The options, before anything is asked. -#}
{% macro _check_history_options(names, late_system_time, interval, far_future, flags) %}
    {% for name, value, allowed in (
        ("late_system_time", late_system_time, ("refuse", "restamp")),
        ("interval", interval, ("closed", "half_open")),
        ("carry_forward", names.carry_forward, (true, false)),
    ) if value not in allowed %}
        {% do daybook._bad_option(
            this, name, value, "use " ~ allowed | join(" or ")
        ) %}
    {% endfor %}
    {% for name, columns, is_needed in (
        ("key", names.key, true),
        ("values", names.compared, true),
        ("type_1", names.type_1, false),
        ("order_by", names.order_by, false),
    ) if columns is string or is_needed and not columns %}
        {% do daybook._bad_option(
            this,
            name,
            columns,
            (
                "name one column or more, as a list"
                if is_needed
                else "name a list of columns"
            ),
        ) %}
    {% endfor %}
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
    {% for name in far_future if name not in ("valid_to", "known_to") %}
        {% do daybook._bad_option(
            this,
            "far_future",
            far_future,
            "its keys are valid_to and known_to",
        ) %}
    {% endfor %}
    {% do daybook._require_options(
        "bitemporal_history",
        {
            "batch": "append",
            "partition_by": ["history_part", "ended_month"],
            "replace_where": "history_part = 'current'",
            "private": ["gap"],
        },
    ) %}
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
    {% for column in names.type_1 %}
        {% do taken.extend(
            ["before_" ~ column, "last_" ~ column, "latest_" ~ column]
        ) %}
    {% endfor %}
    {% do daybook._check_read_columns(
        "bitemporal_history",
        names.key + names.compared + names.type_1,
        (taken + shape.names.values() | list) | map("lower") | list,
    ) %}
{% endmacro %}
