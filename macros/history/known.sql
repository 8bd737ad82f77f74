{#-
    What was valid at a moment of event time, as it was known at a moment of system time: a
    plain filter. In a batched history, Spark reads only the months that can hold an answer.

        known(history, valid_at="2016-11-18", known_at="2016-11-18 14:44:00")

        customer_id  score
        C-1001       774
-#}
{% macro known(relation, valid_at=none, known_at=none, columns=none, interval=none) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set layout = daybook._layout_of_relation(
        relation, columns, interval, known_at
    ) -%}
    {%- set given, conditions = {"valid_at": valid_at, "known_at": known_at}, [] -%}
    {%- for axis in daybook._axes(layout, given) -%}
        {%- set moment = daybook._moment_asked(given[axis.asked], axis, layout) -%}
        {%- do conditions.append(daybook._is_in_interval(moment, axis)) -%}
        {%- if layout.is_batched and axis.type not in daybook.integer_types() -%}
            {%- set has_not_ended -%}
                (
                    history_part <> '{{ axis.part }}'
                    or ended_month >= {{ daybook._month_of(moment, axis) }}
                )
            {%- endset -%}
            {%- do conditions.append(has_not_ended) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if known_at is none and layout.is_batched -%}
        {%- do conditions.append("history_part <> 'closed'") -%}
    {%- elif known_at is none and layout.system -%}
        {%- do conditions.append(
            layout.columns.known_to ~ " >= " ~ layout.system.far
        ) -%}
    {%- endif -%}
    (select * from {{ relation }} where {{ conditions | join(" and ") or "true" }})
{%- endmacro %}

{#- SQL of the moment that an argument names. A value that is not of the type of the times is refused,
    where that is known. -#}
{% macro _moment_asked(value, axis, layout) %}
    {%- if (value | string).startswith("(") -%} {{ daybook._moment(value, axis) }}
    {%- else -%}
        {%- if layout.described and not daybook.is_value_of_type(axis.type, value) -%}
            {%- call daybook.refuse_option(this, axis.asked, value) -%}
                the history's times are of type {{ axis.type }}: give a value of that type, or SQL
                in parentheses
            {%- endcall -%}
        {%- endif -%}
        {#- Spark leaves out the zone of a time without zone, and reads words by the session's zone. #}
        {%- if modules.re.search(
            "(?i:[0-9]:.*[a-z+-]|[0-9]t?z$|^[a-z]+$)", value | string
        ) -%}
            {%- call daybook.refuse_option(this, axis.asked, value) -%}
                give a moment in digits, in the zone of daybook_time_zone and without its name, or
                SQL in parentheses
            {%- endcall -%}
        {%- endif -%}
        {%- set literal = daybook._moment_literal(value, axis.type) -%}
        {{ daybook._moment(literal, axis, axis.type) }}
    {%- endif -%}
{% endmacro %}
