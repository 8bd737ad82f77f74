{#-
    The values that a column has, each with a column name of its own: {value: name}.

        On Hold  →  on_hold
        on-hold  →  on_hold_2

    A model that reads new batches alone gives itself as `posted`: the values that its
    milestones had come first, with the names that they have, so that a new value never takes
    the column of another.
-#}
{% macro distinct_values(relation, column, posted=none) %}
    {% set names, taken, most = dict(daybook._milestone_names(posted)), {}, 1000 %}
    {% if daybook.current_phase() != "run" %} {% do return(names) %} {% endif %}
    {% if relation is not string and load_relation(relation) is none %}
        {% do return(names) %}
    {% endif %}
    {% set given = {"column": column} %}
    {% set rules = {"column": {"required": true, "names": "one", "plain": true}} %}
    {% do daybook.checked_arguments(this, "distinct_values", given, rules) %}
    {% do daybook._check_columns_read(given, relation, relation | string) %}
    {% set query %}
        select to_json(array(daybook_value))
        from (select distinct {{ column }} as daybook_value from {{ relation }})
        where daybook_value is not null
        order by daybook_value
        limit {{ most + 1 }}
    {% endset %}
    {% set found = daybook.json_rows(query) | map("first") %}
    {% set new = found | reject("in", names) | list %}
    {% if names | length + new | length > most %}
        {% call daybook.refuse_option(this, "column", column) %}
            it has more than {{ most }} values, and distinct_values makes a column of each: name one
            of states, and not of ids or free text
        {% endcall %}
    {% endif %}
    {% for name in names.values() %}
        {% do taken.update({name | lower: true}) %}
    {% endfor %}
    {% for value in new %}
        {% set name = daybook._free_name(daybook.column_name(value), taken) %}
        {% do names.update({value: name}) %} {% do taken.update({name: true}) %}
    {% endfor %}
    {% do return(names) %}
{% endmacro %}

{#- A name that is not taken: with the first number that is free, if it has to have one. -#}
{% macro _free_name(name, taken) %}
    {% set number = taken | length + 1 %}
    {% set numbered = zip([name] * number, range(2, number + 2)) | map("join", "_") %}
    {% set free = numbered | reject("in", taken) | first %}
    {% do return(free if name in taken else name) %}
{% endmacro %}
