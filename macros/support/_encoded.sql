{#-
    A value as the text of a table property: the hex digits of its JSON. Spark hides a property
    whose value has a word such as url, key or token in it, and hex digits spell none of them.

        {"event": "failed"}     7b226576656e74223a20226661696c6564227d

    To read one: select decode(unhex('7b22...'), 'utf-8')
-#}
{% macro _encoded(value) %}
    {% do return(daybook._hex_of(daybook.sorted_json(value))) %}
{% endmacro %}

{#- The value again; none if `_encoded` did not write the text. -#}
{% macro _decoded(text) %}
    {% if text | length % 2 or not daybook._has_form("[0-9a-f]+", text) %}
        {% do return(none) %}
    {% endif %}
    {% set json = daybook._text_of_hex(text) %}
    {% do return(none if json is none else daybook._value_of_json(json)) %}
{% endmacro %}
