{#- What is wrong with a log: [[what, what to do], ...]. -#}
{% macro _damage_to_log(log) %}
    {% set batches = daybook.batches_table(log.relation) %}
    {% if log.is_taken %}
        {% set what = "daybook did not make the table " ~ batches ~ " for this model" %}
        {% do return([[what, "rename the one that has that name, or this model"]]) %}
    {% elif log.changed_by %}
        {% set what = "somebody else has changed its rows (" ~ log.changed_by ~ ")" %}
        {% set to_do = "go back to the snapshot before, by rollback_to_snapshot" %}
        {% do return([[what, to_do]]) %}
    {% elif log.format > daybook._log_format() %}
        {% set what = (
            "its log was written by a later daybook, in format " ~ log.format
        ) %}
        {% do return([[what, "install that release"]]) %}
    {% elif daybook._is_being_removed(log) %}
        {% set what = "remove_model has begun to remove its files" %}
        {% set to_do = "run that again with apply: true, and with force: true if it has left its lock" %}
        {% do return([[what, to_do]]) %}
    {% endif %}
    {% set to_do %}
        if spark.redaction.regex or spark.sql.redaction.options.regex hides it, correct that setting;
        otherwise restore the properties of {{ batches }} from a backup of the metastore, or keep the
        rows that readers see: docs/how-to/repair-a-log.md says how
    {% endset %}
    {% set damage = [] %}
    {% for what in log.missing %}
        {% do damage.append(
            [what ~ " in both copies of its log", daybook._one_line(to_do)]
        ) %}
    {% endfor %}
    {% do return(damage) %}
{% endmacro %}

{% macro _is_being_removed(log) %}
    {% do return(log.events and log.events[-1].event == "removing") %}
{% endmacro %}

{#- What is left of its files is not read, nor is a log that lacks something. -#}
{% macro _refuse_damaged_log(relation, log) %}
    {% for what, to_do in daybook._damage_to_log(log) if not log.is_taken %}
        {% call daybook.refuse(relation) %} {{ what }}: {{ to_do }} {% endcall %}
    {% endfor %}
{% endmacro %}
