{#- The rows of a state, as SQL: those of the snapshot that has published it. -#}
{% macro _iceberg_read(relation, state, more="", private=false) %}
    {% set names = daybook.quoted_column(state.columns + ["posted_batch_id", "batch_id"]) %}
    {% set of_snapshot = " version as of " ~ state.snapshot if state.snapshot else "" %}
    {% set source = relation ~ of_snapshot ~ " where true" ~ more %}
    {% do return("select " ~ names | join(", ") ~ " from " ~ source) %}
{% endmacro %}

{#- What readers of a model read, as a relation: of the snapshot that was looked at. -#}
{% macro _iceberg_rows_now(relation, log, state) %}
    {% do return("(" ~ daybook._iceberg_read(log.relation, state) ~ ")") %}
{% endmacro %}

{#- What was published at a position, if its snapshot is still there; none if it is not. -#}
{% macro _iceberg_readable_at(log, position, public=true, newest_first=false) %}
    {% if position == log.state.position %} {% do return(log.state) %} {% endif %}
    {% do return(daybook._state_at(daybook._iceberg_whole_log(log), position)) %}
{% endmacro %}
