{#- dbt's persist_docs for a view of batches, only when the descriptions have changed. -#}
{% macro _docs_digest() %}
    {% do return(
        local_md5(
            daybook._relation_comment() ~ tojson(daybook._column_comments())
        )
    ) %}
{% endmacro %}

{#- An operation has no model. -#}
{% macro _relation_comment() %}
    {% do return(
        model.description
        if model is defined and config.persist_relation_docs()
        else ""
    ) %}
{% endmacro %}

{#- Of a statement that creates what the model is known by. -#}
{% macro _comment_clause() %}
    {% set comment = daybook._relation_comment() %}
    {% do return(" comment " ~ daybook._quoted(comment) if comment else "") %}
{% endmacro %}

{% macro _column_comments() %}
    {% set comments = {} %}
    {% if model is defined and config.persist_column_docs() %}
        {% for name, column in model.columns.items() if column.description %}
            {% do comments.update({name | lower: column.description}) %}
        {% endfor %}
    {% endif %}
    {% do return(comments) %}
{% endmacro %}

{% macro _column_definition(column, type) %}
    {% set comment = daybook._column_comments().get(column | lower) %}
    {% do return(
        daybook._column(column)
        ~ " "
        ~ type
        ~ (" comment " ~ daybook._quoted(comment) if comment else "")
    ) %}
{% endmacro %}

{#- No statement sets the comment of a view's column, and ALTER VIEW drops those there are;
    but it inherits the table's, so they are set there, before the flip. Those of partition
    columns can't be changed. -#}
{% macro _comment_columns(relation, shape, digest_before) %}
    {% if digest_before and digest_before != daybook._docs_digest() %}
        {% set comments = daybook._column_comments() %}
        {% set partitioned = shape.partition_by | map(attribute="0") | list %}
        {% for column in shape.columns | reject("in", partitioned) %}
            {% do daybook._run(
                "alter table "
                ~ daybook._batches_relation(relation)
                ~ " change column "
                ~ daybook._column(column)
                ~ " comment "
                ~ daybook._quoted(comments.get(column | lower, ""))
            ) %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{#- `kind` is view or table. -#}
{% macro _comment_on(relation, kind, digest_before) %}
    {% set comment = daybook._relation_comment() %}
    {% if comment and digest_before != daybook._docs_digest() %}
        {% do daybook._run(
            "alter "
            ~ kind
            ~ " "
            ~ relation.incorporate(type=kind)
            ~ " set tblproperties ('comment' = "
            ~ daybook._quoted(comment)
            ~ ")"
        ) %}
    {% endif %}
{% endmacro %}

{#- GRANT is not in open-source Spark, and an error here would come after the flip. -#}
{% macro _grant(relation) %}
    {% set grants = config.get("grants") %}
    {% if grants and var("daybook_grants", false) %}
        {% do apply_grants(relation, grants, should_revoke=true) %}
    {% elif grants %}
        {% do exceptions.warn(
            "daybook: "
            ~ relation
            ~ ": grants are configured but not carried out, for open-source Spark knows no"
            ~ " GRANT. Where the server does, set the variable daybook_grants: true"
        ) %}
    {% endif %}
{% endmacro %}
