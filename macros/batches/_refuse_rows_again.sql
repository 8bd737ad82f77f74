{#-
    An appending batch that has all published rows once more would double them. What a pattern
    appends is its own affair.
-#}
{% macro _refuse_rows_again(options, plan, log) %}
    {% if options.batch != "append" or options.replace_where or plan.pattern %}
        {% do return(none) %}
    {% endif %}
    {% set query = daybook._without_comments(plan.text) %}
    {#- At the top of the query, so that nothing can filter them. -#}
    {% set all_rows = "select\\s[\\w\\s,.*`]+\\sfrom\\s+" ~ modules.re.escape(
        this | string
    ) %}
    {% set as_a_side = (
        "(?i:^\\s*"
        ~ all_rows
        ~ "\\s+union\\b|\\bunion\\s+((all|distinct)\\s+)?"
        ~ all_rows
        ~ "\\s*$)"
    ) %}
    {% if modules.re.search(as_a_side, query) %}
        {% call daybook.refuse_option(this, "batch", "append") %}
            its SQL has all of its own rows in a union, so each run would append them once more:
            select only the new rows, or use batch='replace'
        {% endcall %}
    {% endif %}
    {% do daybook._tell_of_rows_again(query, plan, log) %}
{% endmacro %}

{#- A copy of an appending model, in which the rows of earlier runs come again: it neither
    filters, groups nor joins, and no column says of which run a row is. -#}
{% macro _tell_of_rows_again(query, plan, log) %}
    {% set own = log.state %}
    {% set selects = "(?i:\\b(where|join|group|having|qualify|limit|except|minus|intersect|distinct|tablesample)\\b)" %}
    {% if (
        plan.inputs
        or plan.reads_itself
        or should_full_refresh()
        or not own.chain
        or daybook._mentions(query, this)
        or modules.re.search(selects, query)
    ) %}
        {% do return(none) %}
    {% endif %}
    {% for name in model.depends_on.nodes %}
        {% set node = graph.nodes.get(name) or {"config": {}} %}
        {% if node.config.get("materialized") == "batched" %}
            {% set upstream = daybook._node_relation(node) %}
            {% set state = daybook._log_of(upstream).state %}
            {% set theirs = state.columns | map("lower") | list %}
            {% if (
                daybook._mentions(query, upstream)
                and state.batch == "append"
                and not own.columns
                | map("lower")
                | reject("in", theirs)
                | list
            ) %}
                {% call daybook.tell(this) %}
                    each run appends all rows of {{ upstream }}, and not only the new ones: use
                    daybook.new_batches(ref('{{ node.name }}')) in place of ref('{{ node.name }}')
                {% endcall %}
            {% endif %}
        {% endif %}
    {% endfor %}
{% endmacro %}
