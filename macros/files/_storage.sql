{#- Where the files of a table or a partition are, and in which format. -#}
{% macro _storage(table) %}
    {% set storage = {} %}
    {% set part = namespace(is_detailed=false) %}
    {% for row in run_query("describe table extended " ~ table) %}
        {#- The columns come first, and may be called Location or # Detailed: they have a type. -#}
        {% if row[0].startswith("# Detailed") and not row[1] %}
            {% set part.is_detailed = true %}
        {% endif %}
        {% if part.is_detailed %}
            {% do storage.setdefault(row[0], row[1]) %}
        {% endif %}
    {% endfor %}
    {% set format = storage.get("Provider", "") | lower %}
    {% if format == "hive" %}
        {% set format = (
            modules.re.findall("parquet|orc", storage["InputFormat"] | lower)
            | first
        ) %}
    {% endif %}
    {% do return({"location": storage.Location, "format": format}) %}
{% endmacro %}
