{#-
    A value as the text of a table property: the hex digits of its JSON. Spark hides a property
    whose value has a word such as url, key or token in it, and hex digits spell none of them.

        {"event": "failed"}     7b226576656e74223a20226661696c6564227d

    To read one: select decode(unhex('7b22...'), 'utf-8')
-#}
{% macro _encoded(value) %}
    {% do return(tojson(value, sort_keys=true).encode("utf-8").hex()) %}
{% endmacro %}

{#- The value again; none if `_encoded` did not write the text. -#}
{% macro _decoded(text) %}
    {% if text | length % 2 or not modules.re.fullmatch("[0-9a-f]+", text) %}
        {% do return(none) %}
    {% endif %}
    {% do return(fromjson("".encode().fromhex(text).decode("utf-8", "replace"))) %}
{% endmacro %}
