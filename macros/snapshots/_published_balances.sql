{#-
    What a daily snapshot has published, as a run goes on from it: the balances of the last
    published day are movements of the day after it.
-#}
{% macro _opening_balances(run, key, since, measures, details) %}
    {%- if run.opening_day %}

        union all

        select
            date '{{ run.opening_day }}' as daybook_day,
            {{ key | join(", ") }},
            {% for column, age in since.items() -%}
                date_sub(snapshot_date, {{ age }}) as {{ column }},
            {% endfor -%}
            {% for measure in measures -%} 0 as {{ measure }}, {% endfor -%}
            {% for detail in details -%} null as {{ detail }}, {% endfor -%}
            quantity_on_hand as daybook_moved
        from {{ run.posted }}
        where
            snapshot_date = date_sub(date '{{ run.opening_day }}', 1)
            and snapshot_month
            = date_format(date_sub(date '{{ run.opening_day }}', 1), 'yyyy-MM')

    {%- endif %}
{% endmacro %}

{#- The days as they will be published: corrections alone, or what is published and corrected. -#}
{% macro _published_days(run, key, since, measures) %}
    {%- set columns = ["snapshot_date"] + key + since | list -%}
    {%- set summed = measures | list + ["quantity_on_hand"] -%}
    {%- if run.restates_from %}
        select
            {{ columns | join(", ") }}
            {%- for measure in summed %}
                , sum({{ measure }}) as {{ measure }}
            {%- endfor %}
        from
            (
                select {{ (columns + summed) | join(", ") }}
                from with_fillers
                union all
                select
                    snapshot_date,
                    {{ key | join(", ") }},
                    {% for column, age in since.items() -%}
                        date_sub(snapshot_date, {{ age }}) as {{ column }},
                    {% endfor -%}
                    {{ summed | join(", ") }}
                from {{ run.posted }}
                where
                    snapshot_date >= date '{{ run.restates_from }}'
                    and snapshot_month >= '{{ run.restates_from[:7] }}'
            )
        group by {{ columns | join(", ") }}
    {%- else %} select * from with_fillers
    {%- endif %}
{% endmacro %}
