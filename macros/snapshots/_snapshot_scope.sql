{#-
    The days that this run is about.

        last_day       up to which days are published: SQL for a date
        published_to   up to which they were; none on a first run
        opening_day    the day after it, which the published balance is brought forward to
        restates_from  the first of the month from which days are replaced, if they are
        extends        there are days to publish without any new entry
        options        what the published days were made with: {name: mark}
-#}
{% macro _snapshot_scope(entries, posted, through, corrections, columns, options) %}
    {% if corrections not in ("append", "restate") %}
        {% do daybook._bad_option(
            this, "corrections", corrections, "use append or restate"
        ) %}
    {% endif %}
    {% do daybook._check_posted(posted) %}
    {% do daybook._refuse_whole_relation("entries", entries) %}
    {% do daybook._require_options(
        "corrections=" ~ tojson(corrections),
        (
            {"batch": "append"}
            if corrections == "append"
            else {"batch": "replace", "partition_by": ["snapshot_month"]}
        ),
    ) %}
    {% set scope = {"last_day": "(" ~ through ~ ")", "options": {}} %}
    {% set made_with = dict(
        options, columns=columns.split(", "), corrections=corrections
    ) %}
    {% for name, value in made_with.items() %}
        {#- The order of a list does not matter. -#}
        {% set value = (
            value
            if value is boolean
            else (
                ([value] if value is string else value)
                | sort(case_sensitive=true)
                | list
            )
        ) %}
        {% do scope.options.update({name: daybook._mark(value)}) %}
    {% endfor %}
    {% set marks = daybook._published_marks(posted) %}
    {% set published_to = marks.through %}
    {% do scope.update({"published_to": published_to}) %}
    {% if not execute or not sql or flags.EMPTY %} {% do return(scope) %} {% endif %}
    {% do daybook._refuse_other_options(marks, scope.options) %}
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

{#- What adds its input to what is published would take a whole relation in again in each run.
    In a unit test all relations are whole. -#}
{% macro _refuse_whole_relation(argument, input) %}
    {% if not execute or model.config.materialized != "batched" %}
        {% do return(none) %}
    {% endif %}
    {% if input is string %}
        {% for marker, note in model.get("daybook_notes", {}).items()
            if note.input and marker in input %}
            {% do return(none) %}
        {% endfor %}
        {% if sql and model.resource_type == "model" %}
            {% do daybook._raise(
                this,
                argument
                ~ " does not read new_batches(...), so each run would take in all of its rows"
                ~ " again, not only the new ones: in it, use daybook.new_batches(ref(...)) in"
                ~ " place of ref(...)",
            ) %}
        {% endif %}
    {% elif model.resource_type == "model" %}
        {% do daybook._bad_option(
            this,
            argument,
            input | string,
            "each run would take in all of its rows again, not only the new ones. Use "
            ~ argument
            ~ "=daybook.new_batches(ref('"
            ~ input.identifier
            | replace("__dbt__cte__", "") ~ "'))",
        ) %}
    {% endif %}
{% endmacro %}

{#- The published balances were made with these, and the next ones follow from them. -#}
{% macro _refuse_other_options(marks, options) %}
    {% for name, mark in options.items() if marks.get(name, mark) != mark %}
        {% do daybook._raise(
            this,
            name
            ~ " was "
            ~ fromjson(marks[name])
            ~ " for the days that are published, and is "
            ~ fromjson(mark)
            ~ " now: build it anew with --full-refresh",
        ) %}
    {% endfor %}
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

{% macro _snapshot_notes(scope) %}
    {%- if scope.through -%}
        {{- daybook._note({"marks": dict(scope.options, through=scope.through)}) -}}
        {%- if scope.extends -%} {{- daybook._note({"extends": true}) -}} {%- endif -%}
        {%- if scope.restates_from -%}
            {{- daybook._note({"restate_from": scope.restates_from[:7]}) -}}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}
