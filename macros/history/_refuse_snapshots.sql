{#-
    Refuses snapshots of which no history can be made, by what they would change. Nothing is published
    by then.
-#}
{% macro _refuse_snapshots(run, changes) %}
    {% set query %}
        select to_json(struct(
            {% for kind in ("twice", "other") -%}
                count_if(daybook_kind = '{{ kind }}') as {{ kind }},
                min({{ daybook._place_of_snapshot(run) }}) filter (
                    where daybook_kind = '{{ kind }}'
                ) as {{ kind }}_at,
            {% endfor -%}
            count_if(daybook_kind = 'changed' and daybook_is_gone) as gone
        ))
        from {{ changes }}
    {% endset %}
    {% set found = daybook.json_rows(query)[0] %}
    {% set taken_at = daybook.bare_name(run.event_time) %}
    {% if found.twice %}
        {% call daybook.refuse(this) %}
            {{ found.twice }} keys come twice in a snapshot, first in that of
            {{ found.twice_at | join(" of ") }}: name in key, or in scope, what tells their rows apart, or
            leave one of them out. Nothing was published
        {% endcall %}
    {% elif found.other %}
        {% call daybook.refuse(this) %}
            there are two snapshots of one {{ taken_at }} that differ in {{ found.other }} keys, first
            of {{ found.other_at | join(" of ") }}: give the later one a {{ taken_at }} of its own, or
            leave one of them out. Nothing was published
        {% endcall %}
    {% elif found.gone and run.largest_loss < 1 %}
        {% do daybook._refuse_loss_of_keys(run, changes) %}
    {% endif %}
{% endmacro %}

{#- SQL of a snapshot's time and scope, as texts. -#}
{% macro _place_of_snapshot(run) %}
    array(
        cast(daybook_taken_at as string)
        {%- for column in run.scope %}, cast({{ column }} as string) {%- endfor %}
    )
{%- endmacro %}

{#- A snapshot that was cut short would end all keys that it lacks. -#}
{% macro _refuse_loss_of_keys(run, changes) %}
    {% set scope = daybook._followed_by_commas(run.scope) %}
    {% set query %}
        with
            daybook_gone as (
                select
                    {{ scope }}
                    daybook_taken_at,
                    daybook_before_at as daybook_at,
                    daybook_follows_known as daybook_is_known,
                    count(*) as daybook_lost
                from {{ changes }}
                where daybook_kind = 'changed' and daybook_is_gone
                group by
                    {{ scope }} daybook_taken_at, daybook_before_at, daybook_follows_known
            ),
            daybook_rows as ({{ daybook._rows_of_snapshots(run) }}),
            daybook_roles as (select * from daybook_gone),
            daybook_states as ({{ daybook._states_of_snapshots(run) }}),
            daybook_before as (
                select
                    {{ scope }}
                    daybook_at,
                    daybook_is_known,
                    count(*) div greatest(count(distinct daybook_batch), 1) as daybook_keys
                from daybook_states
                group by {{ scope }} daybook_at, daybook_is_known
            )
        select to_json(struct(
            count(*) over () as snapshots,
            {{ daybook._place_of_snapshot(run) }} as at,
            daybook_lost as lost,
            daybook_keys as of
        ))
        from daybook_gone
        inner join daybook_before using ({{ scope }} daybook_at, daybook_is_known)
        where daybook_lost > {{ run.largest_loss }} * daybook_keys
        order by {{ scope }} daybook_taken_at
        limit 1
    {% endset %}
    {% for first in daybook.json_rows(query) %}
        {% call daybook.refuse(this) %}
            {{ first.snapshots }} snapshots lack more than largest_loss={{ run.largest_loss }} of the keys
            of the one before them: the first one, of {{ first.at | join(" of ") }}, lacks {{ first.lost }}
            of {{ first.of }}. If it was cut short, or its rows have several values of
            {{ daybook.bare_name(run.event_time) }}, correct it where it is read; if all of them are gone,
            run once with a higher largest_loss. Nothing was published
        {% endcall %}
    {% endfor %}
{% endmacro %}
