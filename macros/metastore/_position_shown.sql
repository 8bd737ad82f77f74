{#- The last position that stays as it is: what was started may become anything. -#}
{% macro _last_complete(log) %}
    {% set is_begun = log.events and log.events[-1].event == "started" %}
    {% do return(log.state.position - (1 if is_begun else 0)) %}
{% endmacro %}

{#- The position that the model's view or table names, if it shows these batches; none if it names
    none. -#}
{% macro _position_in(log) %}
    {% set entry = log.entry %}
    {% set batches = daybook._files_table(log.relation) %}
    {% if entry.get("properties", {}).view == "partitions" %}
        {% set folder = "/" ~ batches.identifier ~ "/" ~ log.born ~ "/" %}
        {% set position = (
            entry.properties.position
            if folder | lower in entry.text | lower
            else none
        ) %}
    {% else %} {% set position = daybook._named_in_view(log)[0] %}
    {% endif %}
    {% do return(position | int if position else none) %}
{% endmacro %}

{#- The event that the text of the model's view has: {name: text}, as the properties have it. One that
    the log has forgotten does not count, nor does one in a text that somebody has changed. -#}
{% macro _event_in_view(log) %}
    {% set position, _, text = daybook._named_in_view(log) %}
    {% set event = daybook._decoded(text or "") or {} %}
    {% set forgotten = log.checkpoints[0].position %}
    {% if event.position != position | int or event.position <= forgotten %}
        {% do return({}) %}
    {% endif %}
    {% do return(daybook._in_parts("daybook.log.%06d" % event.position, text)) %}
{% endmacro %}

{#- The position that the text of the model's view names, its note, see _files_note, and the event in
    that. The note's group takes part without a note, too: otherwise, it would be none in dbt 2. -#}
{% macro _named_in_view(log) %}
    {% set text = log.entry.text or "" %}
    {% set batches = daybook._files_table(log.relation) %}
    {% set found = modules.re.findall(
        "\nView Text: select /\\* daybook position ([0-9]+) \\*/ "
        ~ "((?:/\\* daybook event " ~ log.born ~ " ([0-9a-f]+) \\*/ )?)",
        text,
    ) %}
    {% do return(
        found[0]
        if found and daybook._mentions(text, batches)
        else ("", "", "")
    ) %}
{% endmacro %}
