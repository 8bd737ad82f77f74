{#-
    What one query finds in the arrivals, under the lock:

        events, repeated, ...   how many arrivals there are, and how many meet each condition
                                of _conditions_to_count
        disordered, late        how many keys have arrivals out of order, or an arrival before
                                the start of their current version or gap
        late_from               the first month that an arrival of a late key is in
        first_system_time, last_system_time
        tied, too_late          how many arrivals order_by does not tell apart, and how many were
                                recorded before what is processed: queries of their own, if at all
-#}
{% macro _arrival_counts(run) %}
    {%- set key = run.key | join(", ") -%}
    {%- set conditions = daybook._conditions_to_count(run) -%}
    {%- set is_late -%}
        {% if run.published -%} daybook_first_event_at < daybook_current_from
        {%- else -%} false
        {%- endif %}
    {%- endset -%}
    {%- set first_late -%}
        min(daybook_first_event_at) filter (where {{ is_late }})
    {%- endset -%}
    {%- set query %}
        with
            arrivals as ({{ daybook._arrivals(run) }}),

            compared as ({{ daybook._beside_neighbours("arrivals", key) }}),

            by_key as (
                select
                    {{ key }},
                    coalesce(max(daybook_is_early), false) as daybook_is_disordered,
                    min(daybook_event_at) as daybook_first_event_at,
                    max(daybook_event_at) as daybook_last_event_at,
                    min(daybook_system_at) as daybook_first_system_at,
                    max(daybook_system_at) as daybook_last_system_at
                    {%- for name, condition in conditions.items() %},
                        count_if({{ condition }}) as daybook_{{ name }}
                    {%- endfor %}
                from compared
                group by {{ key }}
            )

            {%- if run.published %},
                touched as (select {{ key }} from {{ run.arrivals }}),

                current_starts as (
                    select {{ key }}, max(daybook_event_at) as daybook_current_from
                    from ({{ daybook._published_versions(run) }})
                    group by {{ key }}
                )
            {%- endif %}

        select
            to_json(
                struct(
                    {% for name in conditions -%}
                        ifnull(sum(daybook_{{ name }}), 0) as {{ name }},
                    {% endfor -%}
                    cast(min(daybook_first_system_at) as string) as first_system_time,
                    cast(max(daybook_last_system_at) as string) as last_system_time,
                    count_if(
                        daybook_is_disordered
                        or {{ is_late }}
                        and daybook_first_event_at < daybook_last_event_at
                    ) as disordered,
                    count_if({{ is_late }}) as late,
                    {{ daybook._month_of(first_late, run.event) }} as late_from
                )
            )
        from by_key
        {% if run.published -%} left join current_starts using ({{ key }}) {%- endif %}
    {% endset -%}
    {%- set counts = daybook.json_rows(query)[0] -%}
    {%- do return(
        dict(
            counts,
            tied=daybook._count_tied(run) if counts.repeated else 0,
            too_late=daybook._count_recorded_before(
                run, counts.first_system_time
            ),
        )
    ) -%}
{% endmacro %}

{% macro _conditions_to_count(run) %}
    {% set conditions = {
        "events": "true",
        "repeated": "not daybook_is_last",
        "too_far": "daybook_event_at >= " ~ run.event.far,
        "inverted": "daybook_ends_at <= daybook_event_at",
        "system_too_far": (
            "daybook_system_at >= " ~ run.system.far
            if run.system
            else "false"
        ),
    } %}
    {% for _, _, lacking in daybook._needed_of_arrivals(run) %}
        {% do conditions.update({"lacking_" ~ loop.index0: lacking}) %}
    {% endfor %}
    {% do return(conditions) %}
{% endmacro %}
