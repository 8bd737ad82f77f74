{#-
    Writes an event, and returns the log with it. That a batch is begun or has failed need not be known. A
    batch is committed by a snapshot on its branch: it takes away what the batch replaces, and its summary
    has the log.
-#}
{% macro _iceberg_write_event(relation, log, event, note="") %}
    {% do daybook._assert_has_values(relation, event) %}
    {% set after = daybook._log_with(log, event) %}
    {% if event.event == "failed" %}
        {% do daybook._iceberg_roll_back(relation, event, true) %}
    {% endif %}
    {% if event.event in ("started", "failed") %} {% do return(after) %} {% endif %}
    {% if event.event != "committed" %}
        {% do daybook._refuse_operation(relation) %}
    {% endif %}
    {% set kept = {
        "born": after.born,
        "format": daybook._log_format(),
        "state": daybook._kept_state(after.state),
    } %}
    {% if after.state.view %}
        {% call daybook.refuse_option(relation, "file_format", "iceberg") %}
            an aggregate lies in files alone: use parquet. Nothing was published
        {% endcall %}
    {% endif %}
    {#- Spark takes ${ for a variable, also in an option. -#}
    {% set text = daybook.sorted_json(kept) | replace("$", "\\u0024") %}
    {% set branch = relation ~ ".branch_" ~ daybook._branch_of(event.batch_id) %}
    {% call daybook._execute() %}
        insert into {{ branch }}
        with ('snapshot-property.daybook.state' = {{ daybook.quoted_text(text) }})
        {{ daybook._rows_replaced(log.state, event) }}
        select * from {{ branch }} where false
    {% endcall %}
    {% do return(after) %}
{% endmacro %}

{#- Of files, only those that readers see are known: Iceberg knows the others. The table has no column that
    a full refresh has left out. -#}
{% macro _kept_state(state) %}
    {% set pointer, rows, types = {}, {}, {} %}
    {% for partition, ids in state.pointer.items() if ids %}
        {% do pointer.update({partition: ids}) %}
        {% for id in ids %}
            {% do rows.update({partition ~ id: state.rows[partition ~ id]}) %}
        {% endfor %}
    {% endfor %}
    {% for column in state.columns %}
        {% do types.update({column: state.types[column]}) %}
    {% endfor %}
    {% set kept = dict(state, pointer=pointer, files=pointer, rows=rows, types=types) %}
    {% do return(daybook._fields_in("state", kept)) %}
{% endmacro %}

{#- The rows that a batch replaces: Iceberg drops whole files, because a file never has rows of two
    partitions, and the older ones of a partition go together. -#}
{% macro _rows_replaced(state, event) %}
    {% set replaced = state.pointer if event.replaced == "all" else event.replaced %}
    {% set partitions = [] %}
    {% for partition in replaced if state.pointer.get(partition) %}
        {% do partitions.append(partition) %}
    {% endfor %}
    {% if not partitions %} {% do return("") %} {% endif %}
    {% set where = (
        "true"
        if event.replaced == "all"
        else daybook._in_partitions(partitions, event.partition_by)
    ) %}
    {% do return("replace where " ~ where ~ " and batch_id < " ~ event.batch_id) %}
{% endmacro %}
