{#-
    What was valid at a moment of event time, as it was known at a moment of system time: a
    plain filter. Of a batched history Spark reads only the months that can hold an answer.

        known(history, valid_at="2016-11-18", known_at="2016-11-18 14:44:00")

        customer_id  score
        C-1001       774

    Without known_at it is what is known now; without valid_at it is all of event time. Either
    is a value, or SQL in parentheses.
-#}
{% macro known(relation, valid_at=none, known_at=none, columns=none, interval=none) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set layout = daybook._layout_of_relation(
        relation, columns, interval, known_at
    ) -%}
    {%- set names = layout.columns -%}
    {%- set conditions = [] -%}
    {%- for name, value, axis, starts, ends, part in (
        ("valid_at", valid_at, layout.event, names.valid_from, names.valid_to, "past"),
        ("known_at", known_at, layout.system, names.known_from, names.known_to, "closed"),
    ) if value is not none -%}
        {%- set is_sql = (value | string).startswith("(") -%}
        {%- if (
            (layout.is_batched or layout.described)
            and not is_sql
            and not daybook._has_form_of(axis.type, value)
        ) -%}
            {%- call daybook._refuse_option(this, name, value) -%}
                the history's times are of type {{ axis.type }}: give a value of that type, or SQL
                in parentheses
            {%- endcall -%}
        {%- endif -%}
        {%- if not is_sql -%}
            {%- do daybook._refuse_zone(name, value | string) -%}
        {%- endif -%}
        {%- set moment = (
            daybook._moment(value, axis)
            if is_sql
            else daybook._moment(
                daybook._moment_literal(value, axis.type), axis, axis.type
            )
        ) -%}
        {%- do conditions.append(
            daybook._is_in_interval(moment, starts, ends, layout)
        ) -%}
        {%- if layout.is_batched and axis.type not in daybook._integers() -%}
            {%- set has_not_ended -%}
                (
                    history_part <> '{{ part }}'
                    or ended_month >= {{ daybook._month_of(moment, axis) }}
                )
            {%- endset -%}
            {%- do conditions.append(has_not_ended) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if known_at is none and layout.is_batched -%}
        {%- do conditions.append("history_part <> 'closed'") -%}
    {%- elif known_at is none and layout.system -%}
        {%- do conditions.append(names.known_to ~ " >= " ~ layout.system.far) -%}
    {%- endif -%}
    (select * from {{ relation }} where {{ conditions | join(" and ") or "true" }})
{%- endmacro %}

{#- Spark leaves out the zone of a time without zone, and reads words by the session's zone. -#}
{% macro _refuse_zone(name, value) %}
    {% if modules.re.search("(?i:[0-9]:.*[a-z+-]|[0-9]t?z$|^[a-z]+$)", value) %}
        {% call daybook._refuse_option(this, name, value) %}
            give a moment in digits, in the zone of daybook_time_zone and without its name, or SQL in
            parentheses
        {% endcall %}
    {% endif %}
{% endmacro %}
