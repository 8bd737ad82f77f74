{#- The published partitions whose columns have some values, as the log has them: {partition: ids};
    all of them if the values are none. -#}
{% macro _pointer_to(state, values) %}
    {% set texts = values | reject("none") | map("string") | list if values else [] %}
    {% set pointer = {} %}
    {% for partition, ids in state.pointer.items()
        if ids and (values is none or fromjson(partition)[0] in texts) %}
        {% do pointer.update({partition: ids}) %}
    {% endfor %}
    {% do return(pointer) %}
{% endmacro %}

{#- The condition for their rows in the batches table; none where they have no rows. -#}
{% macro _published_in(state, values) %}
    {% set pointer = daybook._pointer_to(state, values) %}
    {% if not pointer %} {% do return(none) %} {% endif %}
    {% do return(daybook.pointer_condition(dict(state, pointer=pointer))) %}
{% endmacro %}
