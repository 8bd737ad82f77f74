{#-
    What of the past this run has to look at.

        entries    the published entries, none on a first run
        present    the present entries of all items, which readers do not see
        rebuilds   a full refresh over published entries: all items, from their first day on
        late_from  the day of the earliest event that comes before its item's last; none: no
                   history is read
-#}
{% macro _entries_scope(posted) %}
    {% set scope = {"entries": none, "present": none, "rebuilds": false} %}
    {% if execute and not posted.is_cte and model.resource_type != "unit_test" %}
        {% if daybook._state(daybook._read_log(posted)).chain %}
            {% do scope.update(
                {
                    "entries": posted,
                    "present": daybook.private(posted),
                    "rebuilds": should_full_refresh(),
                }
            ) %}
        {% endif %}
    {% endif %}
    {% do return(scope) %}
{% endmacro %}

{#- One small look at the new events, under the lock: dbt compiles once more before that. -#}
{% macro _late_from(events, scope, names) %}
    {% if scope.rebuilds %} {% do return("0001-01-01") %} {% endif %}
    {% if not execute or not sql or flags.EMPTY %} {% do return(none) %} {% endif %}
    {% set order = names.order | join(", ") %}
    {% set needed = daybook._needed(
        names.item,
        names.state,
        names.occurred_at,
        names.is_deleted,
        names.recorded_at,
    ) %}
    {% set query %}
        with
            touched as (
                select
                    {{ names.item }}, min(struct({{ order }})) as first_new
                from {{ events }}
                group by {{ names.item }}
            ),
            tied as (
                select 1
                from {{ events }}
                group by {{ names.identity | join(", ") }}
                having
                    count(distinct struct({{ names.combination | join(", ") }})) > 1
                    {% if names.is_deleted -%}
                        and not bool_or({{ names.is_deleted }})
                    {%- endif %}
            )
            {%- if scope.present %},
                present as (
                    select {{ names.item }}, max(struct({{ order }})) as last_known
                    from {{ scope.present }}
                    group by {{ names.item }}
                )
            {%- endif %}
        select to_json(struct(
            {{ daybook._lacks(events, needed) }} as lacks,
            (select count(*) from tied) as ties,
            {% if scope.present -%}
                cast(min(case when first_new <= last_known
                    then cast(first_new.{{ names.occurred_at }} as date) end) as string)
            {%- else -%} cast(null as string)
            {%- endif %} as late_from
        ))
        from touched
        {% if scope.present -%}
            left join present on touched.{{ names.item }} = present.{{ names.item }}
        {%- endif %}
    {% endset %}
    {% set found = daybook._json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(found.lacks, needed) %}
    {% if found.ties %}
        {% do daybook._raise(
            this,
            found.ties
            ~ " times an item has different events at one "
            ~ names.occurred_at
            ~ ": name in order_by the columns that tell which came first",
        ) %}
    {% endif %}
    {% do return(found.late_from) %}
{% endmacro %}
