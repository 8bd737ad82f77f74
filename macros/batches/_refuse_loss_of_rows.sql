{#-
    A replacing batch that holds only what is new would take the place of the older rows of its
    partitions: refused, where an input grows by rows that join what is there. A model that
    reads itself can bring the older rows along; one with restate_from or restate_to says that
    it has all of the window.
-#}
{% macro _refuse_loss_of_rows(options, query, notes, log) %}
    {% set restates = (
        options.restate_from is not none
        or options.restate_to is not none
        or notes.restate_from
        or notes.restate_to
    ) %}
    {% if (
        options.batch == "replace"
        and notes.growing
        and not restates
        and not daybook._may_read_itself(query, log)
    ) %}
        {% do daybook._bad_option(
            this,
            "batch",
            "replace",
            "new_batches gives only the new rows of " ~ notes.growing
            | join(", ")
            ~ ", and they would take the place of the older rows of "
            ~ ("their partitions" if options.partition_by else "the model")
            ~ ". Use batch='append'; or read all rows, by ref()",
        ) %}
    {% endif %}
{% endmacro %}

{#- On a first run and a full refresh, published(this) is none, and the SQL does not show it. -#}
{% macro _may_read_itself(query, log) %}
    {% if model.get("daybook_reads_itself") or this | string in query %}
        {% do return(true) %}
    {% elif daybook._state(log).chain and not should_full_refresh() %}
        {% do return(false) %}
    {% endif %}
    {% set others = [] %}
    {% for name in model.depends_on.macros
        if name != "macro.daybook.new_batches" and not name.startswith("macro.dbt") %}
        {% do others.append(name) %}
    {% endfor %}
    {% do return(
        others != []
        or modules.re.search("\\bthis\\b", model.raw_code) is not none
    ) %}
{% endmacro %}
