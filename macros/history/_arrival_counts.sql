{#-
    What one query finds in the arrivals, under the lock: {lacks, tied, repeated, too_far,
    inverted, system_too_far: counts of arrivals; disordered, late: counts of keys; late_from:
    the first month that late keys reach; last_system_time; too_late}.

    A key is late if it has an arrival before the start of its current version or gap.
-#}
{% macro _arrival_counts(run, arguments, layout, last_system_time) %}
    {%- set key = layout.key | join(", ") -%}
    {%- set needed = daybook._needed_of_arrivals(arguments) -%}
    {%- set query %}
        with
            arrivals as ({{ daybook._arrivals(arguments, layout, run.system_at) }}),

            compared as ({{ daybook._arrivals_compared(key) }}),

            by_key as ({{ daybook._counts_by_key(layout, key, needed) }})

            {%- if run.published %},
                touched as (select {{ key }} from arrivals),

                believed as ({{ daybook._published_versions(run, layout) }}),

                current_starts as (
                    select {{ key }}, max(daybook_event_at) as daybook_current_from
                    from believed
                    group by {{ key }}
                )
            {%- endif %}

        {{ daybook._counts_as_json(run, layout, key, needed) }}
    {% endset -%}
    {%- set counts = daybook._json_rows(query)[0] -%}
    {%- do return(
        dict(
            counts,
            too_late=daybook._count_recorded_before(
                last_system_time, counts.first_system_time, arguments, layout
            ),
        )
    ) -%}
{% endmacro %}

{#- The columns that no arrival may lack: [[column, its name in the CTE arrivals], ...]. -#}
{% macro _needed_of_arrivals(arguments) %}
    {% set needed = [] %}
    {% for column in arguments.key %}
        {% do needed.append([column, column]) %}
    {% endfor %}
    {% for column, name in (
        (arguments.event_time, "daybook_event_at"),
        (arguments.system_time, "daybook_system_at"),
        (arguments.is_deleted, "daybook_is_end"),
    ) if column %}
        {% do needed.append([column, name]) %}
    {% endfor %}
    {% do return(needed) %}
{% endmacro %}

{#- Each arrival, compared with the next one of its key. Two that are equal but for what they say
    are tied. -#}
{% macro _arrivals_compared(key) %}
    {%- set is_repeated -%}
        daybook_system_at <=> lead(daybook_system_at) over in_order
        and daybook_event_at <=> lead(daybook_event_at) over in_order
    {%- endset -%}
    select
        *,
        daybook_event_at
        > lead(daybook_event_at) over in_order as daybook_is_disordered,
        {{ is_repeated }} as daybook_is_repeated,
        {{ is_repeated }}
        and daybook_order <=> lead(daybook_order) over in_order
        and not (
            daybook_belief <=> lead(daybook_belief) over in_order
            and daybook_type_1 <=> lead(daybook_type_1) over in_order
            and daybook_ends_at <=> lead(daybook_ends_at) over in_order
        ) as daybook_is_tied
    from arrivals
    window
        in_order as (
            partition by {{ key }}
            order by daybook_system_at, daybook_event_at, daybook_order
        )
{% endmacro %}

{% macro _counts_by_key(layout, key, needed) %}
    select
        {{ key }},
        coalesce(max(daybook_is_disordered), false) as daybook_is_disordered,
        min(daybook_event_at) as daybook_first_event_at,
        max(daybook_event_at) as daybook_last_event_at,
        min(daybook_system_at) as daybook_first_system_at,
        max(daybook_system_at) as daybook_last_system_at,
        count(*) as daybook_arrivals,
        count_if(daybook_is_repeated) as daybook_repeated,
        count_if(daybook_is_tied) as daybook_tied,
        count_if(daybook_event_at >= {{ layout.event.far }}) as daybook_too_far,
        count_if(daybook_ends_at <= daybook_event_at) as daybook_inverted,
        {% if layout.system -%} count_if(daybook_system_at >= {{ layout.system.far }})
        {%- else -%} 0
        {%- endif %} as daybook_system_too_far,
        array(
            {%- for column, name in needed -%}
                count_if({{ name }} is null){{ ", " if not loop.last }}
            {%- endfor -%}
        ) as daybook_lacking
    from compared
    group by {{ key }}
{% endmacro %}

{% macro _counts_as_json(run, layout, key, needed) %}
    {%- set is_late -%} daybook_first_event_at < daybook_current_from {%- endset -%}
    select
        to_json(
            struct(
                struct(
                    ifnull(sum(daybook_arrivals), 0) as events,
                    array(
                        {%- for each in needed -%}
                            ifnull(sum(daybook_lacking[{{ loop.index0 }}]), 0)
                            {{- ", " if not loop.last }}
                        {%- endfor -%}
                    ) as counts
                ) as lacks,
                {% for name in (
                    "tied",
                    "repeated",
                    "too_far",
                    "inverted",
                    "system_too_far",
                ) -%}
                    ifnull(sum(daybook_{{ name }}), 0) as {{ name }},
                {% endfor -%}
                cast(min(daybook_first_system_at) as string) as first_system_time,
                cast(max(daybook_last_system_at) as string) as last_system_time,
                {% if run.published -%}
                    count_if(
                        daybook_is_disordered
                        or {{ is_late }}
                        and daybook_first_event_at < daybook_last_event_at
                    ) as disordered,
                    count_if({{ is_late }}) as late,
                    {{
                        daybook._month_of(
                            "min(daybook_first_event_at) filter (where "
                            ~ is_late
                            ~ ")",
                            layout.event,
                        )
                    }} as late_from
                {%- else -%} count_if(daybook_is_disordered) as disordered, 0 as late
                {%- endif %}
            )
        )
    from by_key
    {%- if run.published %} left join current_starts using ({{ key }}) {%- endif %}
{% endmacro %}

{#- How many arrivals were recorded before what is processed. That time would be a literal in
    the query above, whose code Spark would then compile again in each run. -#}
{% macro _count_recorded_before(
    last_system_time, first_of_arrivals, arguments, layout
) %}
    {% set first = first_of_arrivals %}
    {% if (
        not (arguments.system_time and first and last_system_time)
        or daybook._latest_time([first, last_system_time], layout.system.type)
        == first
    ) %}
        {% do return(0) %}
    {% endif %}
    {% set query %}
        select to_json(array(count(*)))
        from
            (
                {{ daybook._arrivals(
                    arguments, layout, daybook._system_at(arguments, layout, none)
                ) }}
            )
        where
            daybook_system_at
            < {{ daybook._moment_literal(last_system_time, layout.system.type) }}
    {% endset %}
    {% do return(daybook._json_rows(query)[0][0]) %}
{% endmacro %}
