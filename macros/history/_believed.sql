{#-
    What is believed at present of the keys that arrive: versions that end after the first new
    event time, and gaps, when nothing is believed: from an end to the next version, or for
    good. Readers have no row for a gap. Gaps are private, and only added to: one that is taken
    back stands there a second time, with the flag of what is not current.
-#}
{% macro _believed(scope, names, shape) %}
    {%- set own = shape.names %}
    {%- set key = names.key | join(", ") %}
    {%- set columns = names.compared + names.type_1 %}
    {%- set ends_at = daybook._as_end(own.valid_to, shape.event) %}
    select
        {{ key }},
        0 as sequence,
        {% if shape.system -%} {{ own.known_from }}
        {%- else -%} {{ scope.recorded_at }}
        {%- endif %} as system_at,
        {{ own.valid_from }} as event_at,
        {{ ends_at }} as ends_at,
        null as arrival_order,
        false as is_end,
        {{ columns | join(", ") }}
    from {{ scope.posted }} as history
    left semi join touched on {{ daybook._is_touched(scope, names, shape) }}
    where
        history_part = 'current'
        {% if scope.late_from -%}
            or history_part = 'past' and ended_month >= '{{ scope.late_from }}'
        {%- endif %}
    union all
    select
        {{ key }},
        0 as sequence,
        null as system_at,
        {{ own.valid_from }} as event_at,
        {{ ends_at }} as ends_at,
        null as arrival_order,
        true as is_end
        {%- for column in columns -%}, null as {{ column }} {%- endfor %}
    from {{ daybook.private(scope.relation) }} as history
    left semi join touched on {{ daybook._is_touched(scope, names, shape) }}
    where
        ended_month = '9999-12'
        {% if scope.late_from -%} or ended_month >= '{{ scope.late_from }}' {%- endif %}
    group by {{ key }}, {{ own.valid_from }}, {{ own.valid_to }}
    having
        sum(if({{ own.current_flag }} = {{ daybook._flag(shape.flags[0]) }}, 1, -1)) > 0
{% endmacro %}

{#- Versions of the keys that arrive which end after the first new event. Where no key has an
    event before its last version, that is all that are current. -#}
{% macro _is_touched(scope, names, shape) %}
    {%- for column in names.key -%}
        {{ "and " if not loop.first }}history.{{ column }} = touched.{{ column }}
        {{ " " }}
    {%- endfor -%}
    {%- if scope.late_from -%}
        and {{ daybook._as_end("history." ~ shape.names.valid_to, shape.event) }}
        > touched.first_event_at
    {%- endif -%}
{% endmacro %}
