{#-
    What a log lacks: [[what, what to do], ...]. Positions count on by one from the first checkpoint,
    and the view shows one of them.
-#}
{% macro _damage_to_log(log) %}
    {% if log.is_taken %}
        {% set batches = daybook._batches_relation(log.relation) %}
        {% set what = "daybook did not make the table " ~ batches ~ " for this model" %}
        {% do return([[what, "rename the one that has that name, or this model"]]) %}
    {% endif %}
    {% if daybook._is_being_removed(log) %}
        {% set what = "remove_model has begun to remove its files" %}
        {% set to_do = "run that again with apply: true, and with force: true if it has left its lock" %}
        {% do return([[what, to_do]]) %}
    {% endif %}
    {% set missing = [] %}
    {% set next = namespace(position=log.checkpoints[0].position + 1) %}
    {% for event in log.events %}
        {% if event.position != next.position %}
            {% do missing.append("event " ~ next.position ~ " of its log is missing") %}
        {% endif %}
        {% set next.position = event.position + 1 %}
    {% endfor %}
    {% if log.flipped >= next.position %}
        {% do missing.append(
            "event "
            ~ log.flipped
            ~ " of its log, which its view shows, is missing"
        ) %}
    {% endif %}
    {% set way_out %}
        restore the properties of {{ daybook._batches_relation(log.relation) }}, or remove the
        model and build it again
    {% endset %}
    {% set damage = [] %}
    {% for what in missing %}
        {% do damage.append([what, daybook._one_line(way_out)]) %}
    {% endfor %}
    {% do return(damage) %}
{% endmacro %}

{% macro _is_being_removed(log) %}
    {% do return(log.events and log.events[-1].event == "removing") %}
{% endmacro %}

{#- What is left of its files is not read. -#}
{% macro _refuse_removal(relation, log) %}
    {% if daybook._is_being_removed(log) %}
        {% call daybook._refuse(relation) %}
            remove_model has begun to remove its files: run that again with apply: true, and with
            force: true if it has left its lock
        {% endcall %}
    {% endif %}
{% endmacro %}
