{#-
    Levels are functions of the indicator that grow with it, such as its month: {name: SQL}, from
    the coarsest to the finest. A dimension that is named as a level is that level.
-#}
{% macro _levels_of_indicator(aggregate) %}
    {% set levels, indicator = dict(aggregate.levels), aggregate.indicator %}
    {% set name, at = indicator.name, daybook.quoted_column(indicator.name) %}
    {% if not levels and indicator.kind in ("date", "time") %}
        {% if indicator.type == "timestamp" %}
            {% set at = daybook.local_timestamp(at) | trim %}
        {% endif %}
        {% set levels = {
            name ~ "_year": "year(" ~ at ~ ")",
            name ~ "_quarter": "date_format(" ~ at ~ ", \"yyyy-'Q'q\")",
            name ~ "_month": "date_format(" ~ at ~ ", 'yyyy-MM')",
            name ~ "_day": "cast(" ~ at ~ " as date)",
        } %}
    {% elif not levels and aggregate.by_batches %}
        {% set state = daybook.published_state(aggregate.fact) %}
        {% for column, type in state.partition_by %}
            {% do levels.update({column: daybook.quoted_column(column)}) %}
        {% endfor %}
    {% endif %}
    {#- A dimension of that name with SQL of its own, or a column that is read, stays what it is. -#}
    {% set read = aggregate.names | map("lower") | list %}
    {% for dimension, text in aggregate.dimensions
        if dimension | lower in read or text != daybook.quoted_column(dimension) %}
        {% if dimension in levels %}
            {% do levels.update({dimension: text}) %}
        {% endif %}
    {% endfor %}
    {% do return(levels) %}
{% endmacro %}

{#- [[name, SQL], ...] of a list of columns, of {name: SQL}, or of a list with both. -#}
{% macro _dimension_list(given) %}
    {% set dimensions = [] %}
    {% for entry in daybook.as_list(given) %}
        {#- To Jinja a relation is a mapping, too. -#}
        {% if entry is string %}
            {% set name = daybook.bare_name(entry) %}
            {% do dimensions.append([name, daybook.quoted_column(name)]) %}
        {% elif entry is mapping and entry.is_cte is undefined %}
            {% for name, text in entry.items() %}
                {% do dimensions.append([name, text | string | trim]) %}
            {% endfor %}
        {% else %}
            {% call daybook.refuse_option(this, "dimensions", given) %}
                name columns as a list, or give {name: SQL}
            {% endcall %}
        {% endif %}
    {% endfor %}
    {% do return(dimensions) %}
{% endmacro %}

{#- The dimensions, where those that are only named as one of some levels have its SQL. -#}
{% macro _with_levels(dimensions, levels) %}
    {% set resolved = [] %}
    {% for name, text in dimensions %}
        {% set is_level = name in levels and text == daybook.quoted_column(name) %}
        {% do resolved.append([name, levels[name] if is_level else text]) %}
    {% endfor %}
    {% do return(resolved) %}
{% endmacro %}
