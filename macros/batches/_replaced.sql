{#- The partitions whose published rows a batch replaces, or "all". -#}
{% macro _replaced_partitions(state, options, plan, partitions, partition_by) %}
    {% if should_full_refresh() and not plan.replaces.where %}
        {% do return("all") %}
        {% elif "partitions" in plan.replaces %}
        {% do return(plan.replaces.partitions) %}
    {% endif %}
    {% if options.batch == "append" %}
        {% set where = plan.replaces.where or options.replace_where %}
        {% do return(
            daybook._partitions_matching(state, where, partition_by)
            if where
            else []
        ) %}
    {% endif %}
    {% if not partition_by %} {% do return("all") %} {% endif %}
    {#- A partition may have rows of the batch, and of one that is adopted with it. -#}
    {% set replaced = dict.fromkeys(partitions | map("first")) | list %}
    {% set window = daybook._restate_window(options, plan, partition_by) %}
    {% if window %}
        {% set matching = daybook._partitions_matching(state, window, partition_by) %}
        {% do replaced.extend(matching | reject("in", replaced) | list) %}
    {% endif %}
    {% do return(replaced) %}
{% endmacro %}

{#- The window that a batch replaces as a predicate; empty if there is none. A value that a plan has
    from the data is never taken for SQL; a value of an option is, in parentheses. -#}
{% macro _restate_window(options, plan, partition_by) %}
    {% set name, type = partition_by[0] %}
    {% set bounds = [] %}
    {% for bound, operator in (("from", ">="), ("to", "<=")) %}
        {% set given = options["restate_" ~ bound] %}
        {% set is_planned = bound in plan.replaces %}
        {% set value = plan.replaces[bound] if is_planned else given %}
        {% if not is_planned and (given | string).startswith("(") %}
            {% set limit = "cast(" ~ given ~ " as " ~ type ~ ")" %}
        {% else %}
            {% set limit = (
                none if value is none else daybook.typed_literal(type, value)
            ) %}
        {% endif %}
        {% if limit is not none %}
            {% do bounds.append(
                daybook.quoted_column(name) ~ " " ~ operator ~ " " ~ limit
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(bounds | join(" and ")) %}
{% endmacro %}

{#- Before anything is written: a bound that is SQL, in parentheses, is Spark's to check. -#}
{% macro _check_restated(relation, options, partition_by) %}
    {% for option in ("restate_from", "restate_to")
        if options[option] is not none
        and not (options[option] | string).startswith("(") %}
        {% set name, type = partition_by[0] %}
        {% if not daybook.is_value_of_type(type, options[option]) %}
            {% call daybook.refuse_option(relation, option, options[option]) %}
                {{ name }} has the type {{ type }}: give a value of that type that is not blank, or SQL in
                parentheses
            {% endcall %}
        {% endif %}
    {% endfor %}
{% endmacro %}

{#- The published partitions for which a predicate over partition columns holds. -#}
{% macro _partitions_matching(state, predicate, partition_by) %}
    {% set tuples = [] %}
    {% for partition, ids in state.pointer.items() if ids %}
        {% set literals = [daybook.quoted_text(partition)] %}
        {% for value in fromjson(partition) %}
            {% set type = partition_by[loop.index0][1] %}
            {% do literals.append(daybook.typed_literal(type, value)) %}
        {% endfor %}
        {% do tuples.append("(" ~ literals | join(", ") ~ ")") %}
    {% endfor %}
    {% if not tuples %} {% do return([]) %} {% endif %}
    {#- Longer than the name of each column, so none of them has it. -#}
    {% set own = daybook.quoted_column(partition_by | map("first") | join ~ "_") %}
    {% set query %}
        select to_json(array({{ own }}))
        from
            values {{ tuples | join(", ") }}
            as published ({{ own }}, {{ daybook.quoted_column(partition_by | map("first")) | join(", ") }})
        where {{ predicate }}
    {% endset %}
    {% do return(daybook.json_rows(query) | map("first") | list) %}
{% endmacro %}
