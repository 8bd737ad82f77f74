{#-
    A replacing batch that holds only what is new would replace the older rows of its partitions,
    too: refused, unless what is read is replaced by partitions that lie in the model's own. A model
    that also reads all rows, or its own, can bring the older ones along; a model with restate_from
    or restate_to says that it has all of the window.
-#}
{% macro _refuse_loss_of_rows(options, plan, log) %}
    {% set restates = (
        options.restate_from is not none
        or options.restate_to is not none
        or plan.replaces
    ) %}
    {% if options.batch != "replace" or restates %} {% do return(none) %} {% endif %}
    {% do daybook._refuse_rows_it_lacks(options, plan) %}
    {% set own = options.partition_by | map("lower") | list %}
    {% set lacking = [] %}
    {% for input in plan.inputs if input.text %}
        {% set finer = input.partition_by | map("lower") | reject("in", own) | list %}
        {% set is_replaced_likewise = input.is_whole and not finer %}
        {% set elsewhere = daybook._without_comments(
            plan.query.replace(input.text, "")
        ) %}
        {% if not (
            is_replaced_likewise
            or daybook._mentions(elsewhere, input.relation)
        ) %}
            {% do lacking.append(input.relation) %}
        {% endif %}
    {% endfor %}
    {% if lacking and not daybook._may_read_itself(plan, log) %}
        {% call daybook.refuse_option(this, "batch", "replace") %}
            new_batches gives only the new rows of {{ lacking | join(", ") }}, and they would replace
            the older rows of {{ "their partitions" if options.partition_by else "the model" }}. Use
            batch='append'; or read all rows, by ref()
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- On a first run and a full refresh, published(this) is none, and the SQL does not show it. -#}
{% macro _may_read_itself(plan, log) %}
    {% if plan.reads_itself or daybook._mentions(
        daybook._without_comments(plan.query), this
    ) %}
        {% do return(true) %}
    {% elif log.state.chain and not should_full_refresh() %} {% do return(false) %}
    {% endif %}
    {% set others = [] %}
    {% for name in model.depends_on.macros
        if name != "macro.daybook.new_batches" and not name.startswith("macro.dbt") %}
        {% do others.append(name) %}
    {% endfor %}
    {% set names_this = modules.re.search("\\bthis\\b", model.raw_code) is not none %}
    {% do return(others != [] or names_this) %}
{% endmacro %}
