{#- The rows of a state, as SQL: those of the snapshot that has published it. It has the columns of its
    time; a column that joined later is NULL. -#}
{% macro _iceberg_read(relation, state, more="", private=false) %}
    {% set columns = [] %}
    {% for name in state.columns + ["posted_batch_id", "batch_id"] %}
        {% set is_there = name not in state.columns or name in (
            state.columns_then or state.columns
        ) %}
        {% set null = "cast(null as " ~ state.types.get(name) ~ ") as " %}
        {% do columns.append(
            ("" if is_there else null) ~ daybook.quoted_column(name)
        ) %}
    {% endfor %}
    {% set of_snapshot = " version as of " ~ state.snapshot if state.snapshot else "" %}
    {% set source = (
        daybook._iceberg_table(relation) ~ of_snapshot ~ " where true" ~ more
    ) %}
    {% do return("select " ~ columns | join(", ") ~ " from " ~ source) %}
{% endmacro %}

{#- What readers of a model read, as a relation: of the snapshot that was looked at. -#}
{% macro _iceberg_rows_now(relation, log, state) %}
    {#- --empty has made it. -#}
    {% if not state.columns %} {% do return(log.relation) %} {% endif %}
    {% do return("(" ~ daybook._iceberg_read(log.relation, state) ~ ")") %}
{% endmacro %}

{#- What was published at a position, if its snapshot is still there; none if it is not. -#}
{% macro _iceberg_readable_at(log, position, public=true, newest_first=false) %}
    {% if position == log.state.position %} {% do return(log.state) %} {% endif %}
    {% do return(daybook._state_at(daybook._iceberg_whole_log(log), position)) %}
{% endmacro %}
