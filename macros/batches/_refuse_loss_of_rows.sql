{#-
    A replacing batch that holds only what is new would take the place of the older rows of its
    partitions: refused, unless what is read is replaced by partitions that lie in the model's
    own. A model that reads all rows, too, or its own can bring the older ones along; one with
    restate_from or restate_to says that it has all of the window.
-#}
{% macro _refuse_loss_of_rows(options, plan, log) %}
    {% set query = plan.query %}
    {% set restates = (
        options.restate_from is not none
        or options.restate_to is not none
        or plan.replaces
    ) %}
    {% if options.batch != "replace" or restates %} {% do return(none) %} {% endif %}
    {% set own = options.partition_by | map("lower") | list %}
    {% set lacking = [] %}
    {% for read in plan.inputs
        if read.text
        and not (
            read.is_whole
            and read.partition_by
            | map("lower")
            | reject("in", own)
            | list
            == []
        )
        and not daybook._mentions(query.replace(read.text, ""), read.relation) %}
        {% do lacking.append(read.relation) %}
    {% endfor %}
    {% if lacking and not daybook._may_read_itself(plan, log) %}
        {% do daybook._bad_option(
            this,
            "batch",
            "replace",
            "new_batches gives only the new rows of " ~ lacking
            | join(", ")
            ~ ", and they would take the place of the older rows of "
            ~ ("their partitions" if options.partition_by else "the model")
            ~ ". Use batch='append'; or read all rows, by ref()",
        ) %}
    {% endif %}
{% endmacro %}

{#- On a first run and a full refresh, published(this) is none, and the SQL does not show it. -#}
{% macro _may_read_itself(plan, log) %}
    {% if plan.reads_itself or daybook._mentions(
        daybook._without_comments(plan.query), this
    ) %}
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
