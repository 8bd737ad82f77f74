{#- The published partitions of an aggregate, by the value of their column, as text. -#}
{% macro _published_values(state) %}
    {% set values = [] %}
    {% for partition, ids in state.pointer.items() if ids %}
        {% do values.append(fromjson(partition)[0]) %}
    {% endfor %}
    {% do return(values) %}
{% endmacro %}

{#- Some of them, as the log has them: {partition: ids}. -#}
{% macro _pointer_to(state, values) %}
    {% set texts = values | reject("none") | map("string") | list %}
    {% set pointer = {} %}
    {% for partition, ids in state.pointer.items()
        if ids and fromjson(partition)[0] in texts %}
        {% do pointer.update({partition: ids}) %}
    {% endfor %}
    {% do return(pointer) %}
{% endmacro %}

{#- The condition for their rows in the batches table; none where they have no rows. -#}
{% macro _published_in(state, values) %}
    {% set pointer = daybook._pointer_to(state, values) %}
    {% if not pointer %} {% do return(none) %} {% endif %}
    {% do return(daybook._pointer_predicate(dict(state, pointer=pointer))) %}
{% endmacro %}
