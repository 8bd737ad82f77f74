{#-
    The days that this run is about.

        last_day       up to which days are published: SQL for a date
        published_to   up to which they were; none on a first run
        opening_day    the day after it, which the published balance is brought forward to
        restates_from  the first of the month from which days are replaced, if they are
        extends        there are days to publish without any new entry
        built_with     the arguments that the published days depend on: {name: value}
        options        of `batched`, set by the snapshot
-#}
{% macro _snapshot_scope(entries, posted, through, corrections, columns, options) %}
    {% if corrections not in ("append", "restate") %}
        {% do daybook._bad_option(
            this, "corrections", corrections, "use append or restate"
        ) %}
    {% endif %}
    {% do daybook._check_posted(posted) %}
    {% do daybook._refuse_whole_relation("entries", entries) %}
    {% set scope = {
        "last_day": "(" ~ through ~ ")",
        "built_with": {},
        "options": {
            "batch": "append" if corrections == "append" else "replace",
            "partition_by": ["snapshot_month"],
        },
    } %}
    {% set built_with = dict(
        options, columns=columns.split(", "), corrections=[corrections]
    ) %}
    {% for name, value in built_with.items() %}
        {#- The order of a list does not matter. -#}
        {% set values = [value] if value is string else value %}
        {% do scope.built_with.update(
            {
                name: (
                    value
                    if value is boolean
                    else values | sort(case_sensitive=true)
                )
            }
        ) %}
    {% endfor %}
    {% set before = daybook._published_so_far(posted) %}
    {% set published_to = before.remembered.through %}
    {% do scope.update({"published_to": published_to}) %}
    {% if not daybook._may_read_rows() %} {% do return(scope) %} {% endif %}
    {% do daybook._refuse_other_arguments(before.built_with, scope.built_with) %}
    {% do scope.update(
        daybook._snapshot_days(entries, through, published_to, columns)
    ) %}
    {% if not scope.through %} {% do return(scope) %} {% endif %}
    {% do scope.update({"last_day": "date'" ~ scope.through ~ "'"}) %}
    {% if published_to %}
        {% do scope.update({"opening_day": scope.day_after}) %}
    {% endif %}
    {% if published_to and corrections == "restate" %}
        {% do scope.update({"restates_from": scope.first_month}) %}
    {% endif %}
    {% do scope.update({"extends": published_to and scope.through > published_to}) %}
    {% do return(scope) %}
{% endmacro %}

{#- One look at the new entries. What they take back again of one another adds no day: an event
    that was withdrawn at once may have been dated years ahead. -#}
{% macro _snapshot_days(entries, through, published_to, columns) %}
    {% set published = (
        "date'" ~ published_to ~ "'" if published_to else "cast(null as date)"
    ) %}
    {% set query %}
        select to_json(struct(
            cast(greatest({{ through }}, {{ published }}) as string) as through,
            cast(max(event_date) filter (where moved <> 0) as string) as last_entry,
            cast(date_add({{ published }}, 1) as string) as day_after,
            cast(trunc(least(min(event_date), date_add({{ published }}, 1)), 'MM') as string)
                as first_month
        ))
        from (
            select event_date, sum(event_count) as moved
            from {{ entries }}
            group by event_date, direction, {{ columns }}
        )
    {% endset %}
    {% set days = daybook._json_rows(query)[0] %}
    {% if days.last_entry and (not days.through or days.last_entry > days.through) %}
        {% do daybook._raise(
            this,
            "the last entry is of "
            ~ days.last_entry
            ~ ", and days go up to "
            ~ days.through
            ~ ", so it would be lost. Run it again when that day has come, or, where its"
            ~ " event was withdrawn, after the entries; and leave events of days to come"
            ~ " out of the staging model, which takes them in later",
        ) %}
    {% endif %}
    {% do return(days) %}
{% endmacro %}

{% macro _plan_snapshot(pattern, scope) %}
    {% if scope.through %}
        {% do daybook._plan(
            pattern,
            {
                "options": scope.options,
                "built_with": scope.built_with,
                "remembers": {"through": scope.through},
                "extends": scope.extends,
                "replaces": (
                    {"from": scope.restates_from[:7]}
                    if scope.restates_from
                    else {}
                ),
            },
        ) %}
    {% else %} {% do daybook._plan(pattern, {"options": scope.options}) %}
    {% endif %}
{% endmacro %}
