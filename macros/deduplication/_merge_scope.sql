{#-
    What a snapshot meets.

        columns    [[name, type], ...] of the snapshot; none are known in unit tests
        selected, selected_of_posted, kept   the columns of each side, and of the result, as SQL
        since      the first day of the window, as SQL; none: no day leaves it
        posted     the published rows that the snapshot can meet, as SQL; none: there are none
        expired    the last published day before the window; none: there is none
        input      the snapshot's batch, where it is one
        remembers  what the next run has to know: the rows of the snapshot, the highest version
        counts     how many rows are to be found in the batch
        adopt      what the materialization needs to adopt the snapshot's batch
-#}
{% macro _merge_scope(names) %}
    {% set scope = {
        "columns": [],
        "selected": "*",
        "selected_of_posted": "*",
        "kept": "*",
        "since": none,
    } %}
    {% if not execute %} {% do return(scope) %} {% endif %}
    {% do daybook._check_posted(names.posted) %}
    {% if names.posted is string or daybook._phase() == "unit_test" %}
        {% do return(daybook._scope_of_unit_test(names, scope)) %}
    {% endif %}
    {% if daybook._phase() != "run" %} {% do return(scope) %} {% endif %}
    {% set so_far = daybook._published_so_far(names.posted) %}
    {% set state = so_far.state %}
    {% set columns = daybook._columns_of_snapshot(names) %}
    {% do scope.update(
        {
            "columns": columns,
            "selected": daybook._columns(columns | map("first")),
            "kept": daybook._columns(columns | map("first")),
        }
    ) %}
    {% if flags.EMPTY %} {% do return(scope) %} {% endif %}
    {#- Before the look: what is published meanwhile is no part of it. -#}
    {% do scope.update({"input": daybook._snapshot_input(names, state)}) %}
    {% set remembered = so_far.remembered %}
    {% set merged_by = [names.key, names.version] | tojson | lower %}
    {#- What was not merged so before may have keys twice, and versions of any height. -#}
    {% set is_other = so_far.continues and remembered.get("merged_by") != merged_by %}
    {% set found = daybook._looked_at_snapshot(
        names, columns, none if is_other else remembered.get("last_version")
    ) %}
    {% do daybook._refuse_snapshot(names, found) %}
    {% if is_other %}
        {% do found.update(
            daybook._versions_of_both(
                names, columns, found.get("last_version")
            )
        ) %}
    {% endif %}
    {% set published = (
        state.pointer.items() | selectattr("1") | map("first") | list
        if so_far.continues
        else []
    ) %}
    {% do scope.update(daybook._window(names, columns, found, published)) %}
    {% set rows = daybook._rows_in_window(names, columns, found, scope.first_day) %}
    {% do daybook._refuse_loss(names, rows, remembered.get("snapshot_rows")) %}
    {% do daybook._meet(names, scope, state, found, published, is_other) %}
    {% do scope.update(
        {
            "remembers": {
                "merged_by": merged_by,
                "snapshot_rows": rows,
                "last_version": found.get("last_version"),
            },
        }
    ) %}
    {% if found.is_new and found.rows %}
        {% do scope.update({"counts": daybook._counts(names, found, rows)}) %}
    {% endif %}
    {% if names.strategy == "adopt" %}
        {% do scope.update({"adopt": daybook._to_adopt(names, found, scope)}) %}
    {% endif %}
    {% do return(scope) %}
{% endmacro %}

{#- Nothing can be asked there: what is published is what the test gives as `this`. -#}
{% macro _scope_of_unit_test(names, scope) %}
    {% if names.posted is string %}
        {% do scope.update(
            {"posted": names.posted, "kept": "* except (daybook_side)"}
        ) %}
    {% endif %}
    {% if names.window_start is not none %}
        {% do scope.update({"since": daybook._as_sql(names.window_start)}) %}
    {% elif names.window_days is not none %}
        {% set days = "select " ~ names.day ~ " from " ~ names.incoming %}
        {% if scope.posted %}
            {% set days = (
                days
                ~ " union all select "
                ~ names.day
                ~ " from "
                ~ scope.posted
            ) %}
        {% endif %}
        {% set newest = "(select max(" ~ names.day ~ ") from (" ~ days ~ "))" %}
        {% do scope.update(
            {"since": "date_sub(" ~ newest ~ ", " ~ names.window_days ~ ")"}
        ) %}
    {% endif %}
    {% do scope.update({"filters_posted": scope.since is not none}) %}
    {% do return(scope) %}
{% endmacro %}

{% macro _as_sql(value) %}
    {% do return(
        value
        if value is number or (value | string).startswith("(")
        else daybook._quoted(value)
    ) %}
{% endmacro %}

{#- What is published of the days that the snapshot has, as SQL, in the snapshot's columns. -#}
{% macro _meet(names, scope, state, found, published, is_all) %}
    {% set met = {} %}
    {% set days = found.days | map(attribute="day") | list %}
    {% for partition in published %}
        {% set values = fromjson(partition) %}
        {% if not values or values[0] not in scope.expired_days and (
            is_all or values[0] in days
        ) %}
            {% do met.update({partition: state.pointer[partition]}) %}
        {% endif %}
    {% endfor %}
    {% do scope.update({"met": met}) %}
    {% if not met %} {% do return(none) %} {% endif %}
    {% set there = state.columns | map("lower") | list %}
    {% set selected = [] %}
    {% for name, type in scope.columns %}
        {% set column = daybook._column(name) %}
        {% do selected.append(
            column
            if name | lower in there
            else "cast(null as " ~ type ~ ") as " ~ column
        ) %}
    {% endfor %}
    {% do scope.update(
        {
            "posted": daybook._batches_relation(names.posted)
            ~ " where "
            ~ daybook._pointer_predicate(dict(state, pointer=met)),
            "selected_of_posted": selected | join(", "),
        }
    ) %}
{% endmacro %}

{#- Where the snapshot is a batch of a model: whether it is another one than last time. -#}
{% macro _snapshot_input(names, state) %}
    {% if names.incoming is string %} {% do return(none) %} {% endif %}
    {% set log = daybook._log_of(names.incoming) %}
    {% if not log.exists %} {% do return(none) %} {% endif %}
    {% set chain = daybook._state(log, log.flipped).chain %}
    {% set position = chain[-1].position if chain else 0 %}
    {% set name = daybook._key(names.incoming) %}
    {% set read = [position, log.born] %}
    {% do return(
        {
            "model": name,
            "position": position,
            "born": log.born,
            "new": 0 if state.inputs.get(name) == read else 1,
        }
    ) %}
{% endmacro %}

{#- Of a later snapshot the batch holds each row, but for those that share a key. -#}
{% macro _counts(names, found, rows) %}
    {% do return(
        {
            "of": "count_if("
            ~ daybook._column(names.version)
            ~ " >= "
            ~ daybook._quoted(found.first_version)
            ~ ")",
            "rows": rows,
            "why": "rows of the snapshot share their key with another of its rows, which was kept"
            ~ " in their place",
        }
    ) %}
{% endmacro %}

{#- What the materialization needs to adopt the snapshot's batch. -#}
{% macro _to_adopt(names, found, scope) %}
    {% if not scope.input %}
        {% do daybook._bad_option(
            this,
            "strategy",
            "adopt",
            "it takes over the batch of a model: incoming is ref() of a batched one, and "
            ~ names.incoming
            ~ " is not",
        ) %}
    {% endif %}
    {% do return(
        {
            "lender": scope.input.model,
            "position": scope.input.position,
            "key": names.key,
            "version": names.version,
            "unchanged": names.unchanged,
            "first_day": scope.first_day,
            "is_in_order": found.is_in_order,
        }
    ) %}
{% endmacro %}
