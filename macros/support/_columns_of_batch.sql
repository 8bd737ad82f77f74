{#- Columns that no batch can have, see _files_check_columns. -#}
{% macro _check_columns_of_batch(relation, described, types, options) %}
    {% set names = described | map("first") | list %}
    {% if names | unique | list | length < names | length %}
        {% call daybook.refuse(relation) %}
            the model selects two columns of one name, in {{ names | join(", ") }}: alias one
        {% endcall %}
    {% endif %}
    {% set keeps_posted = options.keeps_posted_batch_id %}
    {% if "batch_id" in types or ("posted_batch_id" in types and not keeps_posted) %}
        {% call daybook.refuse(relation) %}
            the columns batch_id and posted_batch_id are daybook's own: select
            * except (batch_id, posted_batch_id) from a batched model
        {% endcall %}
    {% endif %}
    {% if keeps_posted and "posted_batch_id" not in types %}
        {% call daybook.refuse_option(relation, "keeps_posted_batch_id", true) %}
            select posted_batch_id too, with NULL in the rows that are new
        {% endcall %}
    {% endif %}
    {% do daybook._refuse_untyped_columns(relation, types) %}
    {% set keys = options.partition_by | map("lower") | list %}
    {% if keys | unique | list | length < keys | length %}
        {% call daybook.refuse_option(relation, "partition_by", options.partition_by) %}
            name each column once
        {% endcall %}
    {% endif %}
{% endmacro %}

{% macro _refuse_untyped_columns(relation, types) %}
    {% for column in types if modules.re.search("(^|[<:, ])void($|[,>])", types[column]) %}
        {% call daybook.refuse(relation) %}
            column {{ column }} is NULL without a type ({{ types[column] }}): cast it
        {% endcall %}
    {% endfor %}
{% endmacro %}
