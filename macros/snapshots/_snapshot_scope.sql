{#-
    The days that this run is about.

        last_day       up to which days are published: SQL for a date
        published_to   up to which they were; none on a first run
        opening_day    the day of which the published balance is the opening one
        restates_from  the first of the month from which days are replaced, if they are
        extends        there are days to publish without any new entry
-#}
{% macro _snapshot_scope(entries, posted, through, corrections) %}
    {% if corrections not in ("append", "restate") %}
        {% do daybook._bad_option(
            this, "corrections", corrections, "use append or restate"
        ) %}
    {% endif %}
    {% set scope = {"last_day": "(" ~ through ~ ")"} %}
    {% if not execute or posted.is_cte or model.resource_type == "unit_test" %}
        {% do return(scope) %}
    {% endif %}
    {% set log = daybook._read_log(posted) %}
    {% set state = daybook._state(log, log.flipped) %}
    {% set published_to = state.marks.through if not should_full_refresh() else none %}
    {% do scope.update({"published_to": published_to}) %}
    {% if not sql or flags.EMPTY %} {% do return(scope) %} {% endif %}
    {% do scope.update(daybook._snapshot_days(entries, through, published_to)) %}
    {% if not scope.through %} {% do return(scope) %} {% endif %}
    {% do scope.update({"last_day": "date'" ~ scope.through ~ "'"}) %}
    {% if published_to and corrections == "restate" %}
        {% do scope.update(
            {
                "restates_from": scope.first_month,
                "opening_day": scope.first_month,
            }
        ) %}
    {% elif published_to %} {% do scope.update({"opening_day": scope.day_after}) %}
    {% endif %}
    {% do scope.update({"extends": published_to and scope.through > published_to}) %}
    {% do return(scope) %}
{% endmacro %}

{% macro _snapshot_days(entries, through, published_to) %}
    {% set published = (
        "date'" ~ published_to ~ "'" if published_to else "cast(null as date)"
    ) %}
    {% set query %}
        select to_json(struct(
            cast(greatest({{ through }}, {{ published }}) as string) as through,
            cast(max(event_date) as string) as last_entry,
            cast(date_add({{ published }}, 1) as string) as day_after,
            cast(trunc(least(min(event_date), date_add({{ published }}, 1)), 'MM') as string)
                as first_month
        ))
        from {{ entries }}
    {% endset %}
    {% set days = daybook._json_rows(query)[0] %}
    {% if days.last_entry and (not days.through or days.last_entry > days.through) %}
        {% do daybook._raise(
            this,
            "through="
            ~ days.through
            ~ " lies before the last entry, "
            ~ days.last_entry
            ~ ": it may add days, not leave out entries; ask the"
            ~ " snapshot only for the days you want",
        ) %}
    {% endif %}
    {% do return(days) %}
{% endmacro %}

{% macro _snapshot_notes(scope) %}
    {%- if scope.through -%}
        {{- daybook._note({"marks": {"through": scope.through}}) -}}
        {%- if scope.extends -%} {{- daybook._note({"extends": true}) -}} {%- endif -%}
        {%- if scope.restates_from -%}
            {{- daybook._note({"restate_from": scope.restates_from[:7]}) -}}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}
