{#- How many arrivals say something else than another one of their key at the same moment of both
    times, though order_by does not tell which of them came last. -#}
{% macro _count_tied(run) %}
    {% set query %}
        with
            arrivals as ({{ daybook._arrivals(run) }}),

            by_moment as (
                select
                    count(
                        distinct struct(daybook_belief, daybook_type_1, daybook_ends_at)
                    ) as daybook_said
                from arrivals
                group by
                    {{ run.key | join(", ") }},
                    daybook_system_at,
                    daybook_event_at,
                    daybook_order
            )

        select to_json(array(sum(daybook_said - 1))) from by_moment
    {% endset %}
    {% do return(daybook.json_rows(query)[0][0]) %}
{% endmacro %}

{#- How many arrivals were recorded before what is processed. That time would be a literal in
    the query above, whose code Spark would then compile again in each run. -#}
{% macro _count_recorded_before(run, first_of_arrivals) %}
    {% set last = run.last_system_time %}
    {% if (
        not (run.system_time and first_of_arrivals)
        or daybook.is_from(run.system.type, first_of_arrivals, last)
    ) %}
        {% do return(0) %}
    {% endif %}
    {% set query %}
        select to_json(array(count(*)))
        from ({{ daybook._arrivals(run) }})
        where daybook_system_at < {{ daybook._moment_literal(last, run.system.type) }}
    {% endset %}
    {% do return(daybook.json_rows(query)[0][0]) %}
{% endmacro %}
