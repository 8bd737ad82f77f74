{#-
    The rows of a fact with the columns of the dimensions that an aggregate joins to it, as SQL. Each
    join is

        {"relation": ref("dim_product"), "key": {"product_id": "id"}, "columns": {"category": "name"}}
-#}
{% macro _with_joins(joins, rows) %}
    {%- if not joins -%} {{ return(rows) }} {%- endif -%}
    (
        select
            daybook_fact.*
            {%- for join in joins -%}
                {%- set dimension = "daybook_join_" ~ loop.index0 -%}
                {%- for name, column in join.columns.items() -%}
                    ,
                    {{ dimension }}.{{ daybook.quoted_column(column) }}
                    as {{ daybook.quoted_column(name) }}
                {%- endfor -%}
            {%- endfor %}
        from (select * from {{ rows }}) as daybook_fact
        {% for join in joins -%}
                {%- set dimension = "daybook_join_" ~ loop.index0 -%}
            left join
                (select * from {{ join.relation }}) as {{ dimension }}
                on {% for of_fact, of_dimension in join.key.items() -%}
                    {{- " and " if not loop.first -}}
                    daybook_fact.{{ daybook.quoted_column(of_fact) }}
                    = {{ dimension }}.{{ daybook.quoted_column(of_dimension) }}
                {%- endfor %}
        {% endfor %}
    )
{% endmacro %}

{#- The joins, each with the types of its key's columns in the dimension. Refused are columns that
    are missing or would be there twice, and keys of two types or with a collation. -#}
{% macro _described_joins(fact, columns, joins) %}
    {% set taken = columns | map("first") | map("lower") | list %}
    {% set described = [] %}
    {% for join in joins %}
        {% set query = "select * from " ~ join.relation %}
        {% set others = daybook.describe("query", query).columns %}
        {% set read = join.key.values() | list + join.columns.values() | list %}
        {% do daybook.check_columns(this, {"joins": join.key | list}, fact, columns) %}
        {% do daybook.check_columns(this, {"joins": read}, join.relation, others) %}
        {% for column in join.columns if column | lower in taken %}
            {% call daybook.refuse_option(this, "joins", column) %}
                the fact or another join has a column of that name: give it one of its own,
                columns={'new_name': '{{ column }}'}
            {% endcall %}
        {% endfor %}
        {% do taken.extend(join.columns | map("lower")) %}
        {% set types = [] %}
        {% for of_fact, of_dimension in join.key.items() %}
            {% set type = daybook.type_of(of_fact, columns) %}
            {% set other = daybook.type_of(of_dimension, others) %}
            {% do types.append(other) %}
            {% if " collate " in type %}
                {% call daybook.refuse_option(this, "joins", of_fact) %}
                    it is a {{ type }}, of which different texts are equal, so what changes in the
                    dimension would go unnoticed: cast it to a string in {{ fact }} and in
                    {{ join.relation }}, all in lower case
                {% endcall %}
            {% elif daybook.kind_of_key(type) != daybook.kind_of_key(other) %}
                {% call daybook.refuse_option(this, "joins", of_fact) %}
                    it is of type {{ type }} in {{ fact }}, and {{ of_dimension }} of type
                    {{ other }} in {{ join.relation }}: cast one to the type of the other there
                {% endcall %}
            {% endif %}
        {% endfor %}
        {% do described.append(dict(join, types=types)) %}
    {% endfor %}
    {% do return(described) %}
{% endmacro %}
