{#-
    What of the published history this run has to look at.

        posted        the published history, with NULL in columns that are new; none where
                      there is none, or it is rebuilt
        relation      the model itself
        late_from     the first month in which versions that have ended can be touched; none:
                      none of these is read
        is_disordered some key's arrivals may be out of order
        has_repeats   some key has several at one moment of both times
        rewritten     the months of ended versions in which one is closed
        built_with    the shape of the history
        remembers     system_time_is, and the last system_time that is processed, this run's
                      included
        recorded_at   SQL of an arrival's system time
-#}
{% macro _history_scope(posted, names, shape, late_system_time) %}
    {% set scope = {
        "posted": none,
        "relation": posted,
        "late_from": none,
        "rewritten": [],
        "is_disordered": true,
        "has_repeats": true,
        "built_with": shape,
        "remembers": {
            "system_time_is": (
                "run" if names.system_time is none else "column"
            ),
        },
        "recorded_at": daybook._recorded_at(names, shape, none),
    } %}
    {% set so_far = daybook._published_so_far(posted) %}
    {% set before = daybook._logged_shape(so_far.built_with) %}
    {% if so_far.continues %}
        {% do scope.update(
            {"posted": daybook._with_new_columns(posted, names, before)}
        ) %}
    {% endif %}
    {% if not daybook._may_read_rows() %} {% do return(scope) %} {% endif %}
    {% do daybook._refuse_other_shape(so_far.state, before, shape, names) %}
    {% set last = so_far.remembered.get("system_time") %}
    {% do scope.update(
        {
            "recorded_at": daybook._recorded_at(
                names, shape, none if names.system_time else last
            )
        }
    ) %}
    {% set found = daybook._looked_at(names, shape, scope, last) %}
    {% do daybook._refuse_arrivals(found, names, shape, last, late_system_time) %}
    {% set processed = found.last_system_time %}
    {% if processed and last %}
        {% set processed = daybook._later(processed, last, shape.system.type) %}
    {% endif %}
    {% do scope.update(
        {
            "is_disordered": names.folds_all or found.disordered > 0,
            "has_repeats": found.repeated > 0 or found.too_late > 0,
            "late_from": found.late_from,
            "recorded_at": daybook._recorded_at(
                names,
                shape,
                none if names.system_time and not found.too_late else last,
            ),
        }
    ) %}
    {% if scope.posted and found.late_from %}
        {% do scope.update({"rewritten": daybook._rewritten(names, shape, scope)}) %}
    {% endif %}
    {% if shape.system and (processed or last) %}
        {% do scope.remembers.update({"system_time": processed or last}) %}
    {% endif %}
    {% do return(scope) %}
{% endmacro %}

{#- The published history, and NULL in the columns that it does not have yet. -#}
{% macro _with_new_columns(posted, names, before) %}
    {% set known = before["values"] + before.type_1 if before else [] %}
    {% set added = [] %}
    {% for column in names.compared + names.type_1
        if before and column | lower not in known | map("lower") | list %}
        {% do added.append(
            "cast(null as "
            ~ names.types.get(column | lower, "void")
            ~ ") as "
            ~ column
        ) %}
    {% endfor %}
    {% if not added %} {% do return(posted) %} {% endif %}
    {% do return("(select *, " ~ added | join(", ") ~ " from " ~ posted ~ ")") %}
{% endmacro %}

{#- The system time of an arrival: its own, or the run's; not before what is processed, where
    it is to be restamped or is the run's. On one time axis all are one. -#}
{% macro _recorded_at(names, shape, earliest) %}
    {% if not shape.system %} {% do return("0L") %} {% endif %}
    {% set zone = modules.pytz.timezone(var("daybook_time_zone", "UTC")) %}
    {% set time = daybook._moment(
        names.system_time
        or "timestamp_ntz'"
        ~ run_started_at.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S.%f")
        ~ "'",
        shape.system,
        names.system_type,
    ) %}
    {% if earliest is none %} {% do return(time) %} {% endif %}
    {% do return(
        "greatest("
        ~ time
        ~ ", "
        ~ daybook._moment_literal(earliest, shape.system.type)
        ~ ")"
    ) %}
{% endmacro %}

{#- The months of ended versions that an arrival may close: those in which one falls that says
    something else. -#}
{% macro _rewritten(names, shape, scope) %}
    {% set own = shape.names %}
    {% set query %}
        with
            arrivals as (
                {{ daybook._arrivals(names, shape, scope.recorded_at) }}
            )
        select distinct to_json(array(ended_month))
        from {{ scope.posted }} as versions
        inner join
            arrivals
            on {% for column in names.key -%}
                arrivals.{{ column }} = versions.{{ column }} and
            {% endfor -%}
            event_at >= versions.{{ own.valid_from }}
            and event_at < {{ daybook._as_end("versions." ~ own.valid_to, shape.event) }}
        where
            history_part = 'past'
            and ended_month >= '{{ scope.late_from }}'
            and (
                is_end {{ "or true" if names.valid_until }}
                {%- for column in names.compared %}
                    or not arrivals.{{ column }} <=> versions.{{ column }}
                    {%- if names.carry_forward %}
                        and arrivals.{{ column }} is not null
                    {%- endif %}
                {%- endfor %}
            )
    {% endset %}
    {% do return(daybook._json_rows(query) | map("first") | sort) %}
{% endmacro %}

{#- A batch replaces the current rows, and the months in which a version is closed. A history has no
    measures to negate, and where its system times are those of its runs, no rebuild either. -#}
{% macro _plan_history(scope) %}
    {% set current = "history_part = 'current'" %}
    {% do daybook._plan(
        "bitemporal_history",
        {
            "options": {
                "batch": "append",
                "partition_by": ["history_part", "ended_month"],
                "replace_where": current,
                "private": ["gap"],
            },
            "replaces": (
                {
                    "where": current
                    ~ " or history_part = 'past' and ended_month in ("
                    ~ daybook._quoted_list(scope.rewritten)
                    ~ ")"
                }
                if scope.rewritten
                else {}
            ),
            "built_with": scope.built_with,
            "remembers": scope.remembers,
            "if_replaced": "If its batch was taken back by publish_batch, publish that batch again; or "
            ~ (
                "remove this model and build it again, which forgets what was known when:"
                ~ " dbt run-operation daybook.remove_model"
                if scope.remembers.system_time_is == "run"
                else "rebuild this model with --full-refresh"
            ),
        },
    ) %}
{% endmacro %}
