{#-
    What a query finds in the new snapshots, once those that no history can take in are refused:

        events            how many rows they have
        late              how many were recorded after a later one
        again             how many are processed
        copied            how many come twice
        past_from         the first month whose ended versions say what a known snapshot had; none, if
                          current versions say it
        lack_column       how many follow a known one of their scope that lacks a joined column
        processed_until   the last system time
-#}
{% macro _look_at_snapshots(run) %}
    {% set time = daybook._moment(run.event_time, run.event, run.event_type) %}
    {% set recorded = daybook._moment(run.system_time, run.system, run.system_type) %}
    {% set last_join = ([0] + run.joined.values() | list) | max %}
    {% set is_late = "daybook_after_at is not null" %}
    {% set query %}
        with {{ daybook._ctes_of_snapshots(run) }}
        select to_json(struct(
            count(*) as events,
            {% for column in run.key + [run.event_time, run.system_time] if column -%}
                count_if({{ column }} is null) as lacking_{{ loop.index0 }},
            {% endfor -%}
            count_if({{ time }} >= {{ run.event.far }}) as too_far,
            {% if run.system_time -%}
                count_if({{ recorded }} >= {{ run.system.far }}) as system_too_far,
                cast(min({{ recorded }}) as string) as first_system_time,
                cast(max({{ recorded }}) as string) as last_system_time,
            {% endif -%}
            (
                select struct(
                    count_if({{ is_late }}) as late,
                    count_if(daybook_is_again) as again,
                    count_if(daybook_copies > 1) as copied,
                    min({{ daybook._month_of("daybook_before_at", run.event) }}) filter (
                        where
                            daybook_before_posted is not null
                            and (daybook_is_again or {{ is_late }})
                    ) as past_from,
                    count_if(
                        daybook_before_posted <= {{ last_join }}
                        and not daybook_is_again
                        and not {{ is_late }}
                    ) as lack_column
                )
                from daybook_frames
            ) as frames
        ))
        from {{ run.arrivals }}
    {% endset %}
    {% set found = daybook.json_rows(query)[0] %}
    {% set too_late = daybook._count_recorded_before(
        dict(run, earliest=none), found.get("first_system_time")
    ) %}
    {% do daybook._refuse_arrivals(
        run, dict(found, too_late=too_late), "rows of snapshots"
    ) %}
    {% set late = found.frames.late %}
    {% if late and run.deletes == "keep" %}
        {% call daybook.refuse(this) %}
            {{ late }} snapshots come after one that has a later {{ daybook.bare_name(run.event_time) }}:
            deletes='keep' takes them in order. Use deletes='close' if each of them is complete, or
            bitemporal_history, for which each row is an arrival. Nothing was published
        {% endcall %}
    {% endif %}
    {% do return(
        dict(
            found.frames,
            events=found.events,
            past_from=found.frames.get("past_from"),
            processed_until=found.get("last_system_time"),
        )
    ) %}
{% endmacro %}
