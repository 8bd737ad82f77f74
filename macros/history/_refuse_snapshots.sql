{#-
    Refuses snapshots of which no history can be made, by what they would change. Nothing is published
    by then.

    How many keys the snapshot before has: those of this one, without the new ones, and with those that
    are gone. A snapshot that was cut short would end all keys that it lacks.
-#}
{% macro _refuse_snapshots(run, changes) %}
    {% set scope = daybook._followed_by_commas(run.scope) %}
    {% set loses = "lost > " ~ run.largest_loss ~ " * of" %}
    {% set query %}
        with
            daybook_counts as (
                select
                    {{ scope }}
                    daybook_taken_at,
                    count_if(daybook_kind = 'twice') as daybook_twice,
                    count_if(daybook_kind = 'other') as daybook_other,
                    count_if(daybook_kind = 'unstable') as daybook_unstable,
                    count_if(daybook_is_gone) as daybook_gone,
                    count_if(daybook_is_new) as daybook_new
                from {{ changes }}
                group by {{ scope }} daybook_taken_at
            ),
            daybook_placed as (
                select
                    struct({{ scope }} daybook_taken_at) as daybook_place,
                    array(
                        cast(daybook_taken_at as string)
                        {%- for column in run.scope %}, cast({{ column }} as string) {%- endfor %}
                    ) as at,
                    daybook_twice,
                    daybook_other,
                    daybook_unstable,
                    daybook_gone as lost,
                    daybook_events div daybook_copies - daybook_new + daybook_gone as of
                from daybook_counts
                left join {{ run.frames }} using ({{ scope }} daybook_taken_at)
            )
        select to_json(struct(
            sum(daybook_unstable) as unstable,
            sum(daybook_twice) as twice,
            min_by(at, daybook_place) filter (where daybook_twice > 0) as twice_at,
            sum(daybook_other) as other,
            min_by(at, daybook_place) filter (where daybook_other > 0) as other_at,
            count_if({{ loses }}) as losing,
            min_by(struct(at, lost, of), daybook_place) filter (
                where {{ loses }}
            ) as first_losing
        ))
        from daybook_placed
    {% endset %}
    {% set found = daybook.json_rows(query)[0] %}
    {% set taken_at = daybook.bare_name(run.event_time) %}
    {% if found.unstable %}
        {% call daybook.refuse(this) %}
            {{ found.unstable }} keys have another {{ taken_at }} when they are read again: compute it in the
            staging model, which stores it. Nothing was published
        {% endcall %}
    {% elif found.twice %}
        {% call daybook.refuse(this) %}
            {{ found.twice }} keys come twice in a snapshot, first in that of
            {{ found.twice_at | join(", ") }}: name in key, or in scope, what tells their rows apart, or
            leave one of them out. Nothing was published
        {% endcall %}
    {% elif found.other %}
        {% call daybook.refuse(this) %}
            there are two snapshots of one {{ taken_at }} that differ in {{ found.other }} keys, first in
            that of {{ found.other_at | join(", ") }}: give the later one a {{ taken_at }} of its own, or
            leave one of them out. Nothing was published
        {% endcall %}
    {% elif found.losing %}
        {% set first = found.first_losing %}
        {% call daybook.refuse(this) %}
            {{ found.losing }} snapshots lack more than largest_loss={{ run.largest_loss }} of the keys
            of the one before them: the first one, of {{ first.at | join(", ") }}, lacks {{ first.lost }}
            of {{ first.of }}. If it was cut short, or its rows have several values of {{ taken_at }},
            roll back the staging model and load it again; if all of them are gone, run once with a higher
            largest_loss. Nothing was published
        {% endcall %}
    {% endif %}
{% endmacro %}
