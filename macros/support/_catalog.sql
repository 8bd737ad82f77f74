{#-
    What has a name now, or {} for nothing:

        type        VIEW, MANAGED or EXTERNAL
        properties  daybook's own, {name without daybook.: text}
        changed_at  the second at which it was created or altered, by the metastore's clock
        spark       the version that has made it
        text        all that Spark says of it

    Jinja can't catch an SQL error, and a query about a table that is gone raises one. `show
    table extended` asks and answers in one statement. Spark lists the names in it and then gets
    the tables, so it fails only if one vanishes in that moment, and then the run can be
    repeated.
-#}
{% macro _catalog_entry(relation) %}
    {% set entries = daybook._catalog_entries(relation, [relation.identifier]) %}
    {% do return(entries.get(relation.identifier | lower, {})) %}
{% endmacro %}

{#- {name: ...} of what there is in the schema of a relation, by names; * stands for any end. -#}
{% macro _catalog_entries(relation, names) %}
    {#- With --empty, a relation from ref() is written as a subquery, also its schema. -#}
    {% set schema = relation.incorporate(limit=none).without_identifier() %}
    {% set query %}
        show table extended in {{ schema }}
        like {{ daybook.quoted_text(names | join("|")) }}
    {% endset %}
    {% set entries = {} %}
    {% for row in run_query(query) %}
        {% do entries.update({row[1] | lower: daybook._entry_in(row[3])}) %}
    {% endfor %}
    {% do return(entries) %}
{% endmacro %}

{#- The entry in what Spark says about a name, with those properties that are daybook's own, which
    have no commas in their values. Before them is a view's text, after them are the columns. -#}
{% macro _entry_in(text) %}
    {% set described = text.rpartition("\nSchema: root\n")[0] or text %}
    {% set listed = described.split("\nTable Properties: [")[-1] %}
    {% set properties = {} %}
    {% for name, value in modules.re.findall(
        "(?<![\\w.])daybook[.]([\\w.]+)=([^,\\]\n]*)", listed
    ) %}
        {% do properties.update({name: value}) %}
    {% endfor %}
    {% set type = modules.re.search("\nType: (\\w+)", text) %}
    {% set changed_at = modules.re.findall("transient_lastDdlTime=([0-9]+)", listed) %}
    {% set made_by = modules.re.search("\nCreated By: Spark (\\S+)", text) %}
    {% do return(
        {
            "type": type.group(1) if type else none,
            "properties": properties,
            "changed_at": (changed_at | last | default(0, true)) | int,
            "spark": made_by.group(1) if made_by else none,
            "text": text,
        }
    ) %}
{% endmacro %}

{#- Whether the table exists now: dbt's cache does not see what other runs create. -#}
{% macro _exists(relation) %}
    {% do return(
        load_cached_relation(relation) is not none
        or daybook._schema_exists(relation)
        and daybook._catalog_entry(relation) != {}
    ) %}
{% endmacro %}

{#- Spark lists schemas in lower case. -#}
{% macro _schema_exists(relation) %}
    {% set catalog, _, schema = relation.schema.rpartition(".") %}
    {% set found = run_query(
        "show schemas "
        ~ ("in " ~ catalog ~ " " if catalog)
        ~ "like "
        ~ daybook.quoted_text(schema | lower)
    ) %}
    {% do return(found | length > 0) %}
{% endmacro %}

{#- Whether the relation exists. An ephemeral model and one that was never built do not. -#}
{% macro is_built(relation) %}
    {% do return(not relation.is_cte and daybook._exists(relation)) %}
{% endmacro %}

{#- Whether a catalog entry is a pointer of ours of that kind: `pointer`, `clone`, `empty_clone` or
    `partitions`. -#}
{% macro _is_ours(entry, kind) %}
    {% do return(entry != {} and entry.properties.view == kind) %}
{% endmacro %}
