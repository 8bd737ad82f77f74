{#- The last position that stays as it is: what was started may become anything. -#}
{% macro _last_complete(log) %}
    {% set is_begun = log.events and log.events[-1].event == "started" %}
    {% do return(log.state.position - (1 if is_begun else 0)) %}
{% endmacro %}

{#- The position that the model's view or table names, if it shows these batches; none if it names
    none. -#}
{% macro _position_in(log) %}
    {% set entry = log.entry %}
    {% set batches = daybook._batches_relation(log.relation) %}
    {% if entry.get("properties", {}).view == "partitions" %}
        {% set folder = "/" ~ batches.identifier ~ "/" ~ log.born ~ "/" %}
        {% set position = (
            entry.properties.position
            if folder | lower in entry.text | lower
            else none
        ) %}
    {% else %}
        {% set position = (
            modules.re.findall(
                "\nView Text: select /\\* daybook position ([0-9]+) \\*/ ",
                entry.text or "",
            )
            | first
            if daybook._mentions(entry.text or "", batches)
            else none
        ) %}
    {% endif %}
    {% do return(position | int if position else none) %}
{% endmacro %}
