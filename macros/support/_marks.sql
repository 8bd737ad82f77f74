{#-
    A value that goes into a log and back as text, a mark: a timestamp in microseconds, so that
    no session's time zone touches it.

        bigint, decimal(n,0)   86500
        date                   2015-03-09
        timestamp              1425895200000000
        timestamp_ntz          2015-03-09 10:00:00.5
-#}
{% macro mark_of(type, value) %}
    {%- if type == "timestamp" -%} cast(unix_micros({{ value }}) as string)
    {%- else -%} cast({{ value }} as string)
    {%- endif -%}
{% endmacro %}

{#- The value of a mark, as a literal of its type: Spark prunes files by it. -#}
{% macro value_of_mark(type, mark) %}
    {%- if mark is none -%} cast(null as {{ type }})
    {%- elif type == "timestamp" -%} timestamp_micros({{ mark }}l)
    {%- elif type in ("date", "timestamp_ntz") -%}
        {{ type }}{{ daybook.quoted_text(mark) }}
    {%- else -%} cast({{ daybook.quoted_text(mark) }} as {{ type }})
    {%- endif -%}
{% endmacro %}
