{#-
    What a query finds in the new snapshots:

        late        how many come after a later one
        past_from   the first month whose ended versions say what a known snapshot had, if one of
                    them is late or comes again; otherwise, current versions say it, and it is none

    Rows that lack a column are refused.
-#}
{% macro _look_at_snapshots(run) %}
    {% set needed, names = [], [run.event_time] + run.key %}
    {% for column in names %}
        {% do needed.append([daybook.bare_name(column), "", column ~ " is null"]) %}
    {% endfor %}
    {% set query %}
        with {{ daybook._ctes_of_snapshots(run) }}
        select to_json(struct(
            count(*) as events,
            array(
                {%- for _, _, lacking in needed %}
                    count_if({{ lacking }}){{ "," if not loop.last }}
                {%- endfor %}
            ) as counts,
            (
                select min({{ daybook._month_of("daybook_from", run.event) }})
                from (
                    select
                        case
                            when daybook_is_again then daybook_taken_at
                            when daybook_after.is_known
                            then coalesce(daybook_before.at, daybook_after.at)
                        end as daybook_from
                    from daybook_frames
                )
                where daybook_from is not null
            ) as past_from,
            (
                select count_if(daybook_after is not null and not daybook_is_again)
                from daybook_frames
            ) as late
        ))
        from {{ run.snapshots }}
    {% endset %}
    {% set found = daybook.json_rows(query)[0] %}
    {% do daybook._refuse_unplaced(found, needed, rows="rows of snapshots") %}
    {% if found.late and run.deletes == "keep" %}
        {% call daybook.refuse(this) %}
            {{ found.late }} snapshots come after one that has a later {{ daybook.bare_name(run.event_time) }}:
            deletes='keep' takes them in order. Use deletes='close' if each of them is complete, or
            bitemporal_history, for which each row is an arrival. Nothing was published
        {% endcall %}
    {% endif %}
    {% do return({"late": found.late, "past_from": found.get("past_from")}) %}
{% endmacro %}
