{#-
    The rows that a model keeps to itself: those of the partitions that its option `private`
    names. Batches hold them and one flip moves them with the rest, but the view leaves them
    out. In what else they are like the others: replaced by replace_where, or appended to.
-#}
{% macro private(relation) %}
    {% if not execute or relation.is_cte %} {% do return(relation) %} {% endif %}
    {% set log = daybook._log_of(relation) %}
    {% set state = daybook._state(log, log.flipped) %}
    {% do return(
        "(select * from "
        ~ daybook._batches_relation(relation)
        ~ " where "
        ~ daybook._predicate(
            dict(state, pointer=daybook._pointer_of(state, private=true))
        )
        ~ ")"
    ) %}
{% endmacro %}
