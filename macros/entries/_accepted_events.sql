{#- The version of an event, by which its rows are ordered. The row that was recorded last is the
    highest; among rows recorded at one time, a withdrawal is. -#}
{% macro _version_of_event(args) -%}
    struct(
        {{ args.recorded_at or "1" }} as daybook_recorded_at,
        {{ args.is_deleted or "false" }} as daybook_is_deleted
    )
{%- endmacro %}

{#-
    The month of the earliest event, from which on accepted ones can be the same; refuses those
    that cannot be placed. One query, under the lock: dbt compiles a model before that, too.
-#}
{% macro _first_month(events, args) %}
    {% if not daybook._may_read_rows() %} {% do return(none) %} {% endif %}
    {% set needed = daybook._needed_columns(args) %}
    {% set query %}
        select to_json(struct(
            {{ daybook._missing_values(events, needed) }} as missing,
            (select date_format(min({{ args.occurred_at }}), 'yyyy-MM') from {{ events }})
                as first_month,
            {{ daybook._count_of_tied_events(events, args) }} as tied
        ))
    {% endset %}
    {% set answer = daybook._json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(answer.missing, needed) %}
    {% if answer.tied %}
        {% call daybook._refuse(this) %}
            {{ answer.tied }} times an item has different events at one {{ args.occurred_at }}:
            name in order_by the columns that tell which came first. Nothing was taken in
        {% endcall %}
    {% endif %}
    {% do return(answer.first_month) %}
{% endmacro %}

{#- How often what was recorded last of an item, time and order is not one event: a scalar
    query. -#}
{% macro _count_of_tied_events(events, args) %}
    {%- set version = daybook._version_of_event(args) %}
    (
        select count(*)
        from
            (
                select
                    max({{ version }}) as daybook_last,
                    collect_set(
                        struct(
                            {{ version }} as daybook_version,
                            struct({{ args.combination | join(", ") }}) as daybook_event
                        )
                    ) as daybook_versions
                from {{ events }}
                group by {{ args.identity | join(", ") }}
            )
        where
            not daybook_last.daybook_is_deleted
            and size(
                filter(
                    daybook_versions,
                    daybook_each -> daybook_each.daybook_version = daybook_last
                )
            )
            > 1
    )
{% endmacro %}

{#- A column that is new would make every event that was accepted a new one. -#}
{% macro _check_accepted_columns(accepted, columns) %}
    {% if accepted and not accepted.is_cte and not daybook._is_rendered_again() %}
        {% set state = daybook._state(daybook._log_of(accepted)) %}
        {% set before = state.columns | map("lower") | list %}
        {% for column in columns if column | lower not in before %}
            {% call daybook._refuse(this) %}
                the events accepted so far have no column {{ column }}: rebuild it with
                --full-refresh
            {% endcall %}
        {% endfor %}
    {% endif %}
{% endmacro %}
