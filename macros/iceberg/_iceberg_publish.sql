{#-
    Moves main to the branch of the last batch, in one commit. Iceberg refuses it if main is not where the
    branch began: another run has published meanwhile, or somebody has changed the table. Looking first
    tells that in our own words.
-#}
{% macro _iceberg_publish(relation, log, shown) %}
    {% set branch = daybook._branch_of(log.events[-1].batch_id) %}
    {% set before = log.checkpoints[-1].state.snapshot or none %}
    {% if daybook._current_snapshot(relation) != before %}
        {% do daybook._iceberg_roll_back(relation, log.events[-1], true) %}
        {% call daybook.refuse(relation) %}
            another run has published a batch while this one was at work, or somebody has changed the table:
            nothing was published. Run it again
        {% endcall %}
    {% endif %}
    {% set name = daybook._without_backticks(relation) %}
    {% do run_query(
        "call "
        ~ daybook._catalog_of(relation)
        ~ ".system.fast_forward("
        ~ daybook.quoted_text([name, "main", branch])
        ~ ")"
    ) %}
    {#- What a full refresh has left out is NULL in all rows. -#}
    {% set left_out = shown.columns | reject("in", log.state.columns) | list %}
    {% if left_out %}
        {% call daybook._execute() %}
            alter table {{ relation }} drop columns ({{ daybook.quoted_column(left_out) | join(", ") }})
        {% endcall %}
    {% endif %}
    {% do return(log.entry) %}
{% endmacro %}

{% macro _current_snapshot(relation) %}
    {% for row in run_query("show tblproperties " ~ relation)
        if row[0] == "current-snapshot-id" %}
        {% do return(none if row[1] == "none" else row[1] | string) %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- What a batch has written goes with its branch. -#}
{% macro _iceberg_roll_back(relation, event, returned) %}
    {% call daybook._execute() %}
        alter table {{ relation }} drop branch if exists {{ daybook._branch_of(event.batch_id) }}
    {% endcall %}
{% endmacro %}

{#- The table has no rows before its first batch. -#}
{% macro _iceberg_show_nothing(relation, state) %} {% endmacro %}
