{#- What changes the balances: the new entries and, on the day after, what was published last. -#}
{% macro _movements(run) %}
    {%- set is_terminal = daybook._is_terminal(run) -%}
    select
        event_date as daybook_day,
        {{ daybook._key_on(run, "event_date") }},
        {% for measure, sql in run.measures.items() -%}
            {{ sql }} as {{ measure }},
        {% endfor -%}
        {% for detail in run.details -%} {{ detail }}, {% endfor -%}
        {% if run.measures -%} case when {{ is_terminal }} then 0 else event_count end
        {%- else -%} event_count
        {%- endif %} as daybook_moved
    from {{ run.entries }}
    {% if not run.measures -%} where not {{ is_terminal }} {%- endif %}

    {%- if run.published_to %}

        union all

        select
            date_add(date '{{ run.published_to }}', 1) as daybook_day,
            {{ daybook._key_on(run, "snapshot_date") }},
            {% for measure in run.measures -%} 0 as {{ measure }}, {% endfor -%}
            {% for detail in run.details -%} null as {{ detail }}, {% endfor -%}
            quantity_on_hand as daybook_moved
        from {{ run.posted }}
        where
            snapshot_date = date '{{ run.published_to }}'
            and snapshot_month = date_format(date '{{ run.published_to }}', 'yyyy-MM')

    {%- endif %}
{%- endmacro %}

{#- What is published for the days that a run restates, and corrected. -#}
{% macro _restated_days(run) %}
    {%- set key = ["snapshot_date"] + run.key + run.since | list -%}
    {%- set summed = run.measures | list + ["quantity_on_hand"] -%}
    select
        {{ key | join(", ") }}
        {%- for measure in summed %}, sum({{ measure }}) as {{ measure }} {%- endfor %}
    from
        (
            select {{ (key + summed) | join(", ") }}
            from with_fillers
            union all
            select
                snapshot_date,
                {{ daybook._key_on(run, "snapshot_date") }},
                {{ summed | join(", ") }}
            from {{ run.posted }}
            where
                snapshot_date >= date '{{ run.restates_from }}'
                and snapshot_month >= '{{ run.restates_from[:7] }}'
        )
    group by {{ key | join(", ") }}
{%- endmacro %}

{#- The key of a balance, from the ages that a row has on its day. -#}
{% macro _key_on(run, day) -%}
    {{ run.key | join(", ") }}
    {%- for column, age in run.since.items() %}
        , date_sub({{ day }}, {{ age }}) as {{ column }}
    {%- endfor %}
{%- endmacro %}
