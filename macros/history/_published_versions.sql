{#-
    What is believed so far of the keys that arrive, in the columns of the CTE `arrivals`:
    versions that end after the first new event time, and gaps in which nothing is believed,
    from an end to the next version or for good.

    Gaps are private rows, so readers have no row for one. A run only adds to them: a gap that is
    taken back stands there a second time, with the flag of a row that is not current.
-#}
{% macro _published_versions(run) %}
    {%- set key = run.key | join(", ") %}
    {%- set columns = run.columns %}
    {%- set ends_at = daybook._half_open_end(columns.valid_to, run.event) -%}
    {%- set is_current = daybook._flag_literal(run.flag_values[0]) %}
    select
        {{ key }},
        false as daybook_is_arrival,
        {{ columns.known_from if run.system else daybook._system_at(run) }}
        as daybook_system_at,
        {{ columns.valid_from }} as daybook_event_at,
        {{ ends_at }} as daybook_ends_at,
        null as daybook_order,
        false as daybook_is_end,
        {{ daybook._struct_of(run["values"]) }} as daybook_belief,
        {{ daybook._struct_of(run.type_1) }} as daybook_type_1
    from {{ run.published }} as history
    left semi join touched on {{ daybook._is_touched(run) }}
    where
        history_part = 'current'
        {% if run.past_from -%}
            or history_part = 'past' and ended_month >= '{{ run.past_from }}'
        {%- endif %}
    union all
    select
        {{ key }},
        false as daybook_is_arrival,
        null as daybook_system_at,
        {{ columns.valid_from }} as daybook_event_at,
        {{ ends_at }} as daybook_ends_at,
        null as daybook_order,
        true as daybook_is_end,
        null as daybook_belief,
        null as daybook_type_1
    from {{ daybook.private(this) }} as history
    left semi join touched on {{ daybook._is_touched(run) }}
    where
        history_part = 'gap'
        and (
            ended_month = '9999-12'
            {% if run.past_from -%} or ended_month >= '{{ run.past_from }}' {%- endif %}
        )
    group by {{ key }}, {{ columns.valid_from }}, {{ columns.valid_to }}
    having sum(if({{ columns.current_flag }} = {{ is_current }}, 1, -1)) > 0
{% endmacro %}

{#- Versions that end after the first new event of their key. Unless a key has an event before its
    current version, these are all the current ones. -#}
{% macro _is_touched(run) %}
    {%- for column in run.key -%}
        {{ "and " if not loop.first }}history.{{ column }} = touched.{{ column }}
        {{ " " }}
    {%- endfor -%}
    {%- if run.past_from -%}
        and {{ daybook._half_open_end("history." ~ run.columns.valid_to, run.event) }}
        > touched.daybook_first_event_at
    {%- endif -%}
{% endmacro %}
