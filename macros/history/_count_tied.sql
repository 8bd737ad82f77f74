{#-
    How many arrivals differ from the next one of their key at the same moment of both times, though
    order_by does not tell which of them came last.
-#}
{% macro _count_tied(run, arguments, layout) %}
    {% set query %}
        with
            arrivals as ({{ daybook._arrivals(arguments, layout, run.system_at) }}),

            compared as (
                select
                    daybook_system_at <=> lead(daybook_system_at) over in_order
                    and daybook_event_at <=> lead(daybook_event_at) over in_order
                    and daybook_order <=> lead(daybook_order) over in_order
                    and not (
                        daybook_belief <=> lead(daybook_belief) over in_order
                        and daybook_type_1 <=> lead(daybook_type_1) over in_order
                        and daybook_ends_at <=> lead(daybook_ends_at) over in_order
                    ) as daybook_is_tied
                from arrivals
                window
                    in_order as (
                        partition by {{ layout.key | join(", ") }}
                        order by daybook_system_at, daybook_event_at, daybook_order
                    )
            )

        select to_json(array(count_if(daybook_is_tied))) from compared
    {% endset %}
    {% do return(daybook._json_rows(query)[0][0]) %}
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
