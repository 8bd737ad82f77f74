{#- What can't be consumed batch by batch, each with the way out. -#}
{% macro _check_call(relation, retract, measures) %}
    {% if model.config.materialized != "batched" %}
        {% call daybook.refuse(relation) %}
            new_batches is called in {{ model.name }}, which is materialized as
            {{ model.config.materialized }} and so has no log of what it consumed: make it batched,
            or read the relation itself
        {% endcall %}
    {% elif relation.is_cte %}
        {% call daybook.refuse(relation) %}
            new_batches reads batched models only, and this one is ephemeral: it has no batches, so
            all its rows would be new in each run. Use new_batches for what the ephemeral model
            itself reads
        {% endcall %}
    {% elif retract not in (none, "negate") or (retract and not measures) %}
        {% call daybook.refuse(relation) %}
            new_batches(retract={{ daybook.sorted_json(retract) }}, measures={{ daybook.sorted_json(measures) }}): retract is
            'negate', and takes the columns to negate as measures
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- A misspelt measure would be added where it should be negated. -#}
{% macro _check_measures(relation, state, measures) %}
    {% set columns = state.columns | map("lower") | list %}
    {% for measure in measures if columns and measure | lower not in columns %}
        {% call daybook.refuse(this) %}
            new_batches(measures={{ daybook.sorted_json(measures) }}) names {{ measure }}, which is no column of
            {{ relation }}: it has {{ columns | join(", ") }}
        {% endcall %}
    {% endfor %}
{% endmacro %}

{#- The plan of a model may say how its view combines rows. -#}
{% macro _refuse_combined_rows(relation, log) %}
    {% if log.exists and log.state.view %}
        {% call daybook.refuse(relation) %}
            its view combines rows of several batches, so nobody can tell which of its rows are new:
            read all of them, by ref()
        {% endcall %}
    {% endif %}
{% endmacro %}
