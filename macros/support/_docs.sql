{#-
    dbt's persist_docs for a view of batches: descriptions are written only if they have changed,
    which their digest in the log tells.
-#}
{% macro _docs_digest(relation) %}
    {% do return(
        local_md5(
            daybook._relation_comment(relation)
            ~ daybook.sorted_json(daybook._column_comments(relation))
        )
    ) %}
{% endmacro %}

{#- What the YAML says of a relation, as far as it is kept: by default of the model that runs. An
    operation has no model, and a run may repair another one's view. -#}
{% macro _documented(relation=none) %}
    {% set is_of_run = this is defined and (
        relation is none or daybook._is_this(relation)
    ) %}
    {% set of_other = (
        daybook._node_of(relation) if relation and not is_of_run else none
    ) %}
    {% set node = model if is_of_run else of_other %}
    {% set kept = (node.config.persist_docs if node else none) or {} %}
    {% do return(
        {
            "comment": node.description if kept.relation else "",
            "columns": node.columns if kept.columns else {},
        }
    ) %}
{% endmacro %}

{% macro _relation_comment(relation=none) %}
    {% do return(daybook._documented(relation).comment) %}
{% endmacro %}

{% macro _column_comments(relation=none) %}
    {% set comments = {} %}
    {% for name, column in daybook._documented(relation).columns.items()
        if column.description %}
        {% do comments.update({name | lower: column.description}) %}
    {% endfor %}
    {% do return(comments) %}
{% endmacro %}

{% macro _comment_clause(comment) %}
    {%- if comment %} comment {{ daybook.quoted_text(comment) }}
    {% endif -%}
{% endmacro %}

{% macro _column_definition(column, type, relation=none) %}
    {%- set comment = daybook._column_comments(relation).get(column | lower) -%}
    {{ daybook.quoted_column(column) }} {{ type }}{{ daybook._comment_clause(comment) }}
{%- endmacro %}

{#- No statement sets the comment of a view's column, and ALTER VIEW drops those that it has; but the
    view inherits the table's, so they are set there, before the flip. Those of partition columns
    can't be changed, and the view has no comment for partition columns that are numbers or dates. -#}
{% macro _comment_columns(relation, table, layout, before) %}
    {% set comments = daybook._column_comments(relation) %}
    {% if before.chain and daybook._are_other_docs(relation, before.docs, comments) %}
        {% set keys = layout.partition_by | map("first") | list %}
        {% for column in layout.columns | reject("in", keys) %}
            {% set comment = comments.get(column | lower, "") %}
            {% call daybook._execute() %}
                alter table {{ table }} change column {{ daybook.quoted_column(column) }}
                comment {{ daybook.quoted_text(comment) }}
            {% endcall %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{#- Whether descriptions are to be written, or to be blanked: docs are those of today, and the digest
    is "" where nothing was written. -#}
{% macro _are_other_docs(relation, digest_before, docs) %}
    {% do return(
        digest_before != daybook._docs_digest(relation)
        and (docs or digest_before)
    ) %}
{% endmacro %}

{#- kind: view or table. -#}
{% macro _comment_on(relation, kind, digest_before) %}
    {% set comment = daybook._relation_comment(relation) %}
    {% if daybook._are_other_docs(relation, digest_before, comment) %}
        {% call daybook._execute() %}
            alter {{ kind }} {{ relation.incorporate(type=kind) }}
            set tblproperties ('comment' = {{ daybook.quoted_text(comment) }})
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- What readers see: the columns of a table of partitions have comments of their own. It is done
    before the log says that the view shows the batch, so that a run that dies here is repaired. -#}
{% macro _comment_on_published(relation, state, before) %}
    {% if state.docs == before.docs %} {% do return(none) %} {% endif %}
    {% set is_table = state.publish == "partitions" or relation.type == "table" %}
    {% if state.publish == "partitions" %}
        {% set table = relation.incorporate(type="table") %}
        {% do daybook._comment_columns(relation, table, state, before) %}
    {% endif %}
    {% do daybook._comment_on(relation, "table" if is_table else "view", before.docs) %}
{% endmacro %}

{#- GRANT is not in open-source Spark, and an error here would come after the flip. -#}
{% macro _apply_grants(relation) %}
    {% set grants = config.get("grants") %}
    {% if grants and var("daybook_grants", false) %}
        {% do apply_grants(relation, grants, should_revoke=true) %}
    {% elif grants %}
        {% set warning %}
            daybook: {{ relation }}: grants are configured but not carried out, because open-source
            Spark has no GRANT. If the server has it, set the variable daybook_grants: true
        {% endset %}
        {% do exceptions.warn(daybook._one_line(warning)) %}
    {% endif %}
{% endmacro %}
