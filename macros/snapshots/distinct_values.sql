{#-
    The values that a column has, each with a column name of its own: {value: name}.

        On Hold  →  on_hold
        on-hold  →  on_hold_2

    A model that reads new batches alone gives itself as `posted`: the values that its
    milestones had come first, with the names that they have, so that a new value never takes
    the column of another.
-#}
{% macro distinct_values(relation, column, posted=none) %}
    {% set names = dict(daybook._milestone_names(posted)) %}
    {% if daybook._phase() != "run" %} {% do return(names) %} {% endif %}
    {% if relation is not string and load_relation(relation) is none %}
        {% do return(names) %}
    {% endif %}
    {% set given = {"column": column} %}
    {% set rules = {"column": {"required": true, "names": "one", "plain": true}} %}
    {% do daybook._checked_arguments(this, "distinct_values", given, rules) %}
    {% do daybook._check_columns_there(this, relation, given) %}
    {% set query %}
        select to_json(array(daybook_value))
        from (select distinct {{ column }} as daybook_value from {{ relation }})
        where daybook_value is not null
        order by daybook_value
    {% endset %}
    {% for row in daybook._json_rows(query) if row[0] not in names %}
        {% set taken = names.values() | map("lower") | list %}
        {% do names.update({row[0]: daybook._free_name(row[0], taken)}) %}
    {% endfor %}
    {% do return(names) %}
{% endmacro %}

{% macro _free_name(value, taken) %}
    {% set name = daybook.column_name(value) %}
    {% set numbered = namespace(name=name) %}
    {% for number in range(2, taken | length + 2) %}
        {% if numbered.name in taken %}
            {% set numbered.name = name ~ "_" ~ number %}
        {% endif %}
    {% endfor %}
    {% do return(numbered.name) %}
{% endmacro %}
