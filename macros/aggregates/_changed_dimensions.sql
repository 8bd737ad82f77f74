{#-
    Whether a dimension has changed under closed rows, which no run would read again: whether the
    hash of a row that they were joined with is another one now. Then all is rebuilt, or the run is
    refused.
-#}
{% macro _dimensions_have_changed(run) %}
    {% set parts = run.remembered.get("dimension_parts", []) %}
    {% if not parts %} {% do return(false) %} {% endif %}
    {% set table = daybook._dimensions_relation() %}
    {% set why = "what it knows of its dimensions is gone" %}
    {% if parts | reject("in", daybook.parts_of(table)) | list == [] %}
        {% set query %}
            select to_json(array(count(*)))
            from (
                select distinct daybook_join, daybook_key, daybook_value
                from {{ table }}
                where daybook_part in ({{ parts | join(", ") }})
            ) as seen
            left join ({{ daybook._present_keys(run.joins) }}) as present
            using (daybook_join, daybook_key)
            where not seen.daybook_value <=> present.daybook_value
        {% endset %}
        {% set changed = daybook.json_rows(query)[0][0] %}
        {% if changed == 0 %} {% do return(false) %} {% endif %}
        {% set why -%}
            {{ changed }} dimension rows were changed or added after facts had been joined to them
        {%- endset %}
    {% endif %}
    {% if run.changed_dimensions == "refuse" %}
        {% call daybook.refuse(this) %}
            {{ why }}. Nothing was published: rebuild it with --full-refresh, or say
            policies={'changed_dimensions': 'rebuild'}
        {% endcall %}
    {% endif %}
    {% call daybook.tell(this) %} {{ why }}: it is rebuilt from the whole fact {% endcall %}
    {% do return(true) %}
{% endmacro %}

{#- Two rows of one key would count each row of the fact twice. -#}
{% macro _refuse_doubled_keys(joins) %}
    {% for join in joins %}
        {% set keys = join.key.values() | list %}
        {% set columns = daybook.quoted_column(keys) | join(", ") %}
        {% set query %}
            select to_json(array(count(*)))
            from (
                select {{ columns }}
                from {{ join.relation }}
                where {{ daybook._are_not_null(keys) }}
                group by {{ columns }}
                having count(*) > 1
            )
        {% endset %}
        {% set doubled = daybook.json_rows(query)[0][0] %}
        {% if doubled %}
            {% call daybook.refuse(this) %}
                {{ join.relation }} has {{ doubled }} keys ({{ columns }}) with several rows, and
                rows of the fact would count several times. Nothing was published: join a relation
                with one row for each key
            {% endcall %}
        {% endif %}
    {% endfor %}
{% endmacro %}
