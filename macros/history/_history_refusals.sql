{#- What bitemporal_history refuses: before it writes anything, with a count and the way out. -#}
{% macro _refuse_arrivals(found, names, shape, last, late_system_time) %}
    {% set needed = [] %}
    {% for column, name in names.needed %}
        {% do needed.append([daybook._bare_name(column), ""]) %}
    {% endfor %}
    {% do daybook._refuse_unplaced(found.lacks, needed) %}
    {% set event_time = daybook._bare_name(names.event_time) %}
    {% set system_time = daybook._bare_name(names.system_time) %}
    {% set problems = [] %}
    {% for count, problem in (
        (
            found.too_far,
            "have a " ~ event_time ~ " of " ~ shape.event.far
            ~ " or later, which stands for no end: correct them, or give far_future a later valid_to",
        ),
        (
            found.system_too_far,
            "have a " ~ system_time ~ " of " ~ (shape.system or {}).far
            ~ " or later, which stands for no end: correct them, or give far_future a later known_to",
        ),
        (
            found.inverted,
            "have a " ~ daybook._bare_name(names.valid_until) ~ " before their " ~ event_time
            ~ ": correct them, or leave them out in the staging model",
        ),
        (
            found.tied,
            "differ at one " ~ event_time
            ~ (" and " ~ system_time if names.system_time else "")
            ~ " of a key: name in order_by the columns that tell which came last",
        ),
        (
            found.too_late if late_system_time == "refuse" and names.system_time else 0,
            "have a " ~ system_time ~ " before " ~ last
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

{#- The published versions were made with it, and the next ones follow from them; columns may
    join them. -#}
{% macro _refuse_other_shape(state, before, shape, names) %}
    {% set loses = (
        "its system times are those of its runs, and a rebuild would forget what was known"
        ~ " when"
    ) %}
    {% set remove = "remove the model first: dbt run-operation daybook.remove_model" %}
    {% set is_by_run = names.system_time is none %}
    {% set takes_columns = (
        daybook._option("on_schema_change", "fail") == "append_new_columns"
    ) %}
    {% for name, value in shape.items() if before and before[name] != value %}
        {% set adds = (
            name in ("values", "type_1")
            and value | select("in", before[name]) | list == before[name]
        ) %}
        {% if not (adds and takes_columns) %}
            {% set ways_out = [] %}
            {% if adds %}
                {% do ways_out.append(
                    "set on_schema_change='append_new_columns', and they have NULL in the"
                    ~ " new columns"
                ) %}
            {% elif is_by_run %}
                {% do ways_out.append("change it back, for " ~ loses) %}
            {% endif %}
            {% do ways_out.append(
                remove if is_by_run else "rebuild it with --full-refresh"
            ) %}
            {% do daybook._raise(
                this,
                (
                    name
                    ~ " was "
                    ~ before[name]
                    ~ " for the published versions, and is "
                    ~ value
                    ~ " now: "
                )
                | replace("`", "") ~ ways_out
                | join("; or "),
            ) %}
        {% endif %}
    {% endfor %}
    {% if state.chain and should_full_refresh() and shape.system and is_by_run %}
        {% do daybook._raise(
            this,
            loses
            ~ ": give the arrivals a column that says when they came, and name it as"
            ~ " system_time; or "
            ~ remove,
        ) %}
    {% endif %}
{% endmacro %}
