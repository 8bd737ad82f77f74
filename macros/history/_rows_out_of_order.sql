{#-
    Rows of keys whose arrivals come out of order. Each key is folded: its arrivals, one after
    the other, onto what is believed from its first new event time on.

        by_key          a key's arrivals as an array in order; what is published of it, as the
                        knots and lines with which the fold begins
        folded          the lines that they make                 _fold_arrivals.sql
        out_of_order    the lines as rows                        _fold_lines.sql
-#}
{% macro _rows_out_of_order(run) %}
    by_key as (

        select
            {{ run.key | join(", ") }},
            sort_array(
                collect_list(
                    struct(
                        daybook_event_at as starts_at,
                        daybook_belief as belief,
                        daybook_type_1 as type_1
                    )
                ) filter (where not daybook_is_arrival)
            ) as daybook_knots,
            collect_list(
                struct(
                    daybook_event_at as starts_at,
                    daybook_ends_at as ends_at,
                    daybook_belief as belief,
                    daybook_type_1 as type_1,
                    daybook_system_at as system_at,
                    1 as sign,
                    -1 as place,
                    daybook_ends_at < {{ run.event.far }} as is_past
                )
            ) filter (
                where
                    not daybook_is_arrival
                    and not daybook_is_end
                    and daybook_event_at <= daybook_last_event_at
            ) as daybook_lines,
            sort_array(
                collect_list(
                    struct(
                        daybook_system_at as system_at,
                        daybook_event_at as event_at,
                        daybook_ends_at as ends_at,
                        daybook_belief as belief,
                        daybook_type_1 as type_1
                    )
                ) filter (where daybook_is_arrival)
            ) as daybook_arrivals
        from judged
        {% if not run.folds_all -%} where daybook_is_out_of_order {%- endif %}
        group by {{ run.key | join(", ") }}

    ),

    folded as ({{ daybook._fold_arrivals(run) }}),

    {{ daybook._fold_lines_as_rows(run) }}
{% endmacro %}
