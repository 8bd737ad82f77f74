{#- What can't be consumed batch by batch, each with the way out. -#}
{% macro _check_call(relation, retract, measures) %}
    {% if model.config.materialized != "batched" %}
        {% do daybook._raise(
            relation,
            "new_batches is called in "
            ~ model.name
            ~ ", which is materialized as "
            ~ model.config.materialized
            ~ " and so has no log of what it consumed: make it batched, or read the relation"
            ~ " itself",
        ) %}
    {% elif relation.is_cte %}
        {% do daybook._raise(
            relation,
            "new_batches reads batched models only, and this one is ephemeral: it has no"
            ~ " batches, so all its rows would be new in each run. Read by new_batches what"
            ~ " the ephemeral model itself reads",
        ) %}
    {% elif retract not in (none, "negate") or (retract and not measures) %}
        {% do daybook._raise(
            relation,
            "new_batches(retract="
            ~ tojson(retract)
            ~ ", measures="
            ~ tojson(measures)
            ~ "): retract is 'negate', and takes the columns to negate as measures",
        ) %}
    {% endif %}
{% endmacro %}

{#- A misspelt measure would be added where it should be negated. -#}
{% macro _check_measures(relation, state, measures) %}
    {% set columns = state.columns | map("lower") | list %}
    {% for measure in measures if columns and measure | lower not in columns %}
        {% do daybook._raise(
            this,
            "new_batches(measures="
            ~ tojson(measures)
            ~ ") names "
            ~ measure
            ~ ", which is no column of "
            ~ relation
            ~ ": it has "
            ~ columns
            | join(", "),
        ) %}
    {% endfor %}
{% endmacro %}

{#- The model's pattern may know a better way out, and says it in its plan. -#}
{% macro _refuse_replaced(relation) %}
    {% set own = daybook._log_of(this) %}
    {% set state = daybook._state(own, own.flipped) %}
    {% set way_out = (
        state.if_replaced
        or "Rebuild this model with --full-refresh, or take the change as rows with their"
        ~ " measures negated: new_batches(..., retract='negate', measures=[...])"
    ) %}
    {% do daybook._raise(
        this,
        (relation | string)
        ~ " has replaced rows that this model has consumed. "
        ~ way_out,
    ) %}
{% endmacro %}

{% macro _refuse_aggregate(relation, log) %}
    {% if log.exists and daybook._state(log).view %}
        {% do daybook._raise(
            relation,
            "it is an aggregate, whose view puts rows of several batches together: none of its"
            ~ " rows is of one batch, and none is new. Read it whole, by ref()",
        ) %}
    {% endif %}
{% endmacro %}
