{#-
    What stands under a name now: {"type": "VIEW", "properties": {...}}, or {} for nothing.

    `show table extended` asks and answers in one statement, so what is looked for can't
    vanish in between, which would be an SQL error, and Jinja can't catch one. Of the
    properties, daybook's own: those named daybook.<word>, without commas in their values.
-#}
{% macro _found(relation) %}
    {% set rows = run_query(
        "show table extended in "
        ~ relation.without_identifier()
        ~ " like "
        ~ daybook._quoted(relation.identifier)
    ) %}
    {% for row in rows if row[1] | lower == relation.identifier | lower %}
        {% set properties = {} %}
        {% set text = row[3].split("\nTable Properties: [")[-1] %}
        {% for name, value in modules.re.findall(
            "daybook[.](\\w+)=([^,\\]\n]*)", text
        ) %}
            {% do properties.update({name: value}) %}
        {% endfor %}
        {% set type = modules.re.search("\nType: (\\w+)", row[3]).group(1) %}
        {% do return({"type": type, "properties": properties}) %}
    {% endfor %}
    {% do return({}) %}
{% endmacro %}

{#- Whether the table exists now: dbt's cache does not see what other runs create. -#}
{% macro _exists(relation) %}
    {% if load_cached_relation(relation) is not none %}
        {% do return(true) %}
    {% endif %}
    {% if not adapter.check_schema_exists(relation.database, relation.schema) %}
        {% do return(false) %}
    {% endif %}
    {% do return(daybook._found(relation) != {}) %}
{% endmacro %}
