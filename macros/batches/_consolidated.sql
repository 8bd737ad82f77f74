{#-
    A view over rows that are to be put together: those of segments, which have a row of each
    group in several batches. Its columns are the dimensions, and SQL over what is put together;
    while one batch is shown, which has each group once, nothing has to be grouped.
-#}
{% macro _consolidated(state, source) %}
    {% set told = state.view %}
    {% set keys = daybook._columns(told.dimensions) %}
    {% set own = ["posted_batch_id", "batch_id"] %}
    {% set is_grouped = told.is_grouped and daybook._shown_batches(state) != 1 %}
    {% set parts, shown = [], [] %}
    {#- A sum of sums would be of a wider type. -#}
    {% for column, merged in told.merged if is_grouped %}
        {% set type = daybook._type_of(column, state.types.items()) %}
        {% do parts.append(
            "cast("
            ~ merged
            ~ " as "
            ~ type
            ~ ") as "
            ~ daybook._column(column)
        ) %}
    {% endfor %}
    {% for name in own if is_grouped %}
        {% do parts.append("max(" ~ name ~ ") as " ~ name) %}
    {% endfor %}
    {% for name, text in told.shown %}
        {% do shown.append(
            text
            if text == daybook._column(name)
            else text ~ " as " ~ daybook._column(name)
        ) %}
    {% endfor %}
    {% if is_grouped %}
        {% set source = (
            "(select " ~ ([keys] + parts)
            | select
            | join(", ")
            ~ " from "
            ~ source
            ~ (" group by " ~ keys if keys else "")
            ~ ")"
        ) %}
    {% endif %}
    {% do return(
        "select " ~ ([keys] + shown + own)
        | select
        | join(", ") ~ " from " ~ source
    ) %}
{% endmacro %}

{#- How many batches the view shows, each in each of its partitions. -#}
{% macro _shown_batches(state) %}
    {% set pointer = daybook._pointer_of(state, private=false) %}
    {% do return(pointer.values() | sum(start=[]) | length) %}
{% endmacro %}
