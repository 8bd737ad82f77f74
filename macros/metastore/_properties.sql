{#- How a log lies in properties: {name: text}. Those that an entry of the catalog has. -#}
{% macro _properties_in(entry) %}
    {% set properties = {} %}
    {% for name, text in entry.get("properties", {}).items() %}
        {% do properties.update({"daybook." ~ name: text}) %}
    {% endfor %}
    {% do return(properties) %}
{% endmacro %}

{#- {position: text}, in order; a metastore returns its parts in any order. -#}
{% macro _texts_in(properties, prefix) %}
    {% set parts = {} %}
    {% for name in properties | sort if name.startswith(prefix) %}
        {% set position = name.split(".")[2] | int %}
        {% do parts.setdefault(position, []).append(properties[name] | trim) %}
    {% endfor %}
    {% set texts = {} %}
    {% for position in parts | sort %}
        {% do texts.update({position: parts[position] | join}) %}
    {% endfor %}
    {% do return(texts) %}
{% endmacro %}

{#- The properties that hold an event: {name: text}. -#}
{% macro _event_properties(event) %}
    {% set name = "daybook.log.%06d" % event.position %}
    {% do return(daybook._in_parts(name, daybook._encoded(event))) %}
{% endmacro %}

{#- A metastore holds values of so many characters: Oracle's 4,000, Derby's 32,700. -#}
{% macro _in_parts(name, text) %}
    {% set properties = {} %}
    {% for start in range(0, text | length, 3900) %}
        {% do properties.update(
            {"%s.%04d" % (name, loop.index0): text[start : start + 3900]}
        ) %}
    {% endfor %}
    {% do return(properties) %}
{% endmacro %}
