{#- Positions count on by one, from the first or from the fold, and the view shows one of them. -#}
{% macro _damage_to_log(log) %}
    {% set found = [] %}
    {% set to_do = (
        "restore the properties of "
        ~ daybook._batches_relation(log.relation)
        ~ ", or remove the model and build it again"
    ) %}
    {% set expected = namespace(position=daybook._first_position(log)) %}
    {% for event in log.events %}
        {% if event.position != expected.position %}
            {% do found.append(
                [
                    "event " ~ expected.position ~ " of its log is missing",
                    to_do,
                ]
            ) %}
        {% endif %}
        {% set expected.position = event.position + 1 %}
    {% endfor %}
    {% if log.flipped >= expected.position %}
        {% do found.append(
            [
                "event "
                ~ log.flipped
                ~ " of its log, which its view shows, is missing",
                to_do,
            ]
        ) %}
    {% endif %}
    {% do return(found) %}
{% endmacro %}
