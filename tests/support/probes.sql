{#- A value as JSON holds it, and with what JSON does not tell: the order of keys, keys that are no
    texts, large numbers, what is not defined, and which mapping is a relation. -#}
{% macro in_order(value) %}
    {% if value is not defined %} {% do return({"undefined": true}) %}
    {% elif value is integer and value is not boolean %}
        {% do return({"integer": value | string}) %}
    {% elif value is none or value is string or value is boolean or value is float %}
        {% do return(value) %}
    {% elif daybook._is_mapping(value) %}
        {% set pairs = [] %}
        {% for key, each in value.items() %}
            {% do pairs.append([daybook.in_order(key), daybook.in_order(each)]) %}
        {% endfor %}
        {% do return({"mapping": pairs}) %}
    {% elif value is mapping %} {% do return({"relation": value | string}) %}
    {% endif %}
    {% set items = [] %}
    {% for each in value %} {% do items.append(daybook.in_order(each)) %} {% endfor %}
    {% do return(items) %}
{% endmacro %}

{#- What follows from a log: what readers see, what is due, and what is written on it. The past is
    asked for in some positions. -#}
{% macro all_of_log(log, event) %}
    {% set state, past = log.state, [] %}
    {% for each in log.events if each.position % 4 == 1 %}
        {% set then = daybook._files_readable_at(log, each.position) %}
        {% do past.append(
            {
                "at": each.position,
                "pointer": daybook._state(log, each.position).pointer,
                "readable": then.position if then else none,
                "taken": daybook._taken_away(log, state, each.position),
            }
        ) %}
    {% endfor %}
    {% set after = daybook._log_with(log, event) %}
    {% set checkpoint = {
        "state": state,
        "held": daybook._held_at(log, state.position),
    } %}
    {% do return(
        {
            "log": dict(log, properties={}, events=[]),
            "past": past,
            "damage": daybook._damage_to_log(log),
            "predicate": daybook.pointer_condition(state),
            "view": daybook._files_view_text(log.relation, state),
            "to_fit": daybook._files_to_rewrite(log.relation, state),
            "to_compact": daybook._due_for_compaction(state, 1),
            "due": daybook._checkpoints_due(log),
            "checkpoint": daybook._in_parts(
                "daybook.state.000007", daybook._encoded(checkpoint)
            ),
            "after": after.state,
            "written": daybook._event_properties(after.events[-1]),
        }
    ) %}
{% endmacro %}
