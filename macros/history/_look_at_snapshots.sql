{#-
    What a query finds in the new snapshots, once those that no history can take in are refused:

        events            how many rows they have
        late              how many come after a later one is known or was recorded
        again             how many are known already
        follows_new       how many may follow another new one
        lack_column       how many follow a known one of their scope that lacks a joined column
        first_recorded_at, the system times of those that are not known yet
        last_recorded_at
-#}
{% macro _look_at_snapshots(run) %}
    {% set last_join = ([0] + run.joined.values() | list) | max %}
    {% set query %}
        select to_json(struct(
            {% for name, count in daybook._counts_of_snapshots(run).items() -%}
                {{ count.of_all | replace("?", "daybook_" ~ name) }} as {{ name }},
            {% endfor -%}
            count_if(daybook_is_late) as late,
            count_if(daybook_is_again) as again,
            count_if(
                daybook_is_late
                or daybook_before_at is not null
                and daybook_before_posted is null
            ) as follows_new,
            count_if(
                daybook_before_posted <= {{ last_join }}
                and not daybook_is_again
                and not daybook_is_late
            ) as lack_column
        ))
        from {{ run.frames }}
    {% endset %}
    {% set found = daybook.json_rows(query)[0] %}
    {% set first = found.get("first_recorded_at") %}
    {% set rows = dict(
        run, arrivals=daybook._new_rows_of_snapshots(run), earliest=none
    ) %}
    {% set too_late = daybook._count_recorded_before(rows, first) %}
    {% do daybook._refuse_arrivals(
        run, dict(found, too_late=too_late), "rows of snapshots"
    ) %}
    {% if found.late and run.deletes == "keep" %}
        {% call daybook.refuse(this) %}
            {{ found.late }} snapshots come after one that has a later {{ daybook.bare_name(run.event_time) }}:
            deletes='keep' takes them in order. Use deletes='close' if each of them is complete, or
            bitemporal_history, for which each row is an arrival. Nothing was published
        {% endcall %}
    {% endif %}
    {% do return(found) %}
{% endmacro %}

{#- Without those of snapshots that are known already. -#}
{% macro _new_rows_of_snapshots(run) %}
    (
        select new.*
        from {{ run.arrivals }} as new
        left semi join
            {{ run.frames }} as frames
            on not daybook_is_again
            and {{ daybook._moment_of_snapshot(run) }} = daybook_taken_at
            {%- for column in run.scope %}
                and new.{{ column }} = frames.{{ column }}
            {%- endfor %}
    )
{%- endmacro %}

{#- The first month whose ended versions say what a known snapshot had; none, if the current ones do. -#}
{% macro _first_month_before(run) %}
    {% set query %}
        select to_json(array(min({{ daybook._month_of("daybook_before_at", run.event) }})))
        from {{ run.frames }}
        where
            daybook_before_posted is not null
            and (daybook_is_again or daybook_is_late)
    {% endset %}
    {% do return(daybook.json_rows(query)[0][0]) %}
{% endmacro %}
