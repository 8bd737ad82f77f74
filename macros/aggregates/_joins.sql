{#-
    Dimensions that an aggregate joins to its fact, each as

        {"relation": ref("dim_product"), "key": {"product_id": "id"}, "columns": ["category"]}

    key is columns of the fact and what they are called in the dimension, or a list where both
    say the same. A row without a dimension keeps its place, with NULL in the joined columns.
-#}
{% macro _join_list(joins) %}
    {% set known = [] %}
    {% for join in joins %}
        {% set key, columns = {}, {} %}
        {% for pairs, given in ((key, join.key), (columns, join.columns)) %}
            {% for name in daybook._as_list(given or []) %}
                {% do pairs.update({name: given[name] if given is mapping else name}) %}
            {% endfor %}
        {% endfor %}
        {% if not (join.relation and key and columns) %}
            {% do daybook._bad_option(
                this,
                "joins",
                join | string,
                "a join has a relation, a key and columns: {'relation': ref('dim_product'),"
                ~ " 'key': ['product_id'], 'columns': ['category']}",
            ) %}
        {% endif %}
        {% do known.append(
            {
                "relation": join.relation,
                "key": key,
                "columns": columns,
            }
        ) %}
    {% endfor %}
    {% do return(known) %}
{% endmacro %}

{#- The rows of a fact with the joined columns. A key has a name of its own within the join,
    for one that is called as a column of the fact would be ambiguous. -#}
{% macro _joined(names, rows) %}
    {%- if not names.joins -%} {{ return(rows) }} {%- endif -%}
    {%- set selected, joins = [], [] -%}
    {%- for join in names.joins -%}
        {%- set alias = "daybook_join_" ~ loop.index0 -%}
        {%- set on, inside = [], [] -%}
        {%- for of_fact, of_dimension in join.key.items() -%}
            {%- set key = "daybook_key_" ~ loop.index0 -%}
            {%- do inside.append(daybook._column(of_dimension) ~ " as " ~ key) -%}
            {%- do on.append(
                "fact."
                ~ daybook._column(of_fact)
                ~ " = "
                ~ alias
                ~ "."
                ~ key
            ) -%}
        {%- endfor -%}
        {%- for name, of_dimension in join.columns.items() -%}
            {%- do inside.append(
                daybook._column(of_dimension)
                ~ " as "
                ~ daybook._column(name)
            ) -%}
            {%- do selected.append(alias ~ "." ~ daybook._column(name)) -%}
        {%- endfor -%}
        {%- do joins.append(
            "left join (select " ~ inside
            | join(", ")
            ~ " from "
            ~ join.relation
            ~ ") as "
            ~ alias
            ~ " on "
            ~ on
            | join(" and ")
        ) -%}
    {%- endfor -%}
    {{
        return(
            "(select fact.*, " ~ selected
            | join(", ") ~ " from (select * from " ~ rows ~ ") as fact " ~ joins
            | join(" ") ~ ")"
        )
    }}
{% endmacro %}

{#- The types of the dimensions' keys; columns that are not there, or there twice. -#}
{% macro _know_joins(names) %}
    {% set of_fact = names.columns | map("first") | map("lower") | list %}
    {% set taken = of_fact | list %}
    {% for join in names.joins %}
        {% set found = daybook._described(
            "query", "select * from " ~ join.relation
        ).columns %}
        {% set there = found | map("first") | map("lower") | list %}
        {% set wanted = (join.key.values() | list) + (join.columns.values() | list) %}
        {% for column in wanted if column | lower not in there %}
            {% do daybook._bad_option(
                this,
                "joins",
                column,
                join.relation ~ " has " ~ found | map("first") | join(", "),
            ) %}
        {% endfor %}
        {% for column in join.key if column | lower not in of_fact %}
            {% do daybook._bad_option(
                this,
                "joins",
                column,
                "it is no column of "
                ~ names.fact
                ~ ", which has "
                ~ names.columns
                | map("first")
                | join(", "),
            ) %}
        {% endfor %}
        {% for column in join.columns if column | lower in taken %}
            {% do daybook._bad_option(
                this,
                "joins",
                column,
                "the fact or another join has a column of that name: give it one of its own,"
                ~ " columns={'new_name': '"
                ~ column
                ~ "'}",
            ) %}
        {% endfor %}
        {% do taken.extend(join.columns | map("lower")) %}
        {% set types = [] %}
        {% for own, column in join.key.items() %}
            {% do types.append(daybook._type_of(column, found)) %}
            {% set type = daybook._type_of(own, names.columns) %}
            {% if daybook._kind_of_key(type) != daybook._kind_of_key(types[-1]) %}
                {% do daybook._bad_option(
                    this,
                    "joins",
                    own,
                    "it is a "
                    ~ type
                    ~ " in "
                    ~ names.fact
                    ~ ", and "
                    ~ column
                    ~ " a "
                    ~ types[-1]
                    ~ " in "
                    ~ join.relation
                    ~ ": cast one to the type of the other there",
                ) %}
            {% endif %}
        {% endfor %}
        {% do join.update({"types": types}) %}
    {% endfor %}
{% endmacro %}

{#- Types whose values are equal if their texts are. -#}
{% macro _kind_of_key(type) %}
    {% do return(
        "number"
        if type in daybook._integers() or type.startswith("decimal")
        else modules.re.sub("^(varchar|char)\\(.*", "string", type)
    ) %}
{% endmacro %}
