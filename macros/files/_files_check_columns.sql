{#-
    Columns that a batch cannot have. described: [[column, type], ...] of the model's SQL;
    types: the same as {column: type}, in the spelling of the batches table.
-#}
{% macro _files_check_columns(relation, described, types, options) %}
    {% do daybook._check_columns_of_batch(relation, described, types, options) %}
    {% for column in options.partition_by %}
        {% do daybook._check_partition_column(relation, described, column) %}
    {% endfor %}
    {% if options.private %}
        {% do daybook._check_private(relation, described, options) %}
    {% endif %}
    {% if options.publish == "partitions" %}
        {% do daybook._check_columns_for_hive(relation, types, options.partition_by) %}
    {% endif %}
{% endmacro %}

{% macro _check_partition_column(relation, described, name) %}
    {% set type = daybook.type_of(name, described) %}
    {% set has_capitals = [] %}
    {% for column, _ in described
        if column | lower == name | lower and column != column | lower %}
        {% do has_capitals.append(column) %}
    {% endfor %}
    {% set has_plain_name = daybook._has_form("[A-Za-z0-9][A-Za-z0-9_]*", name) %}
    {#- Words of the language in which Spark asks Hive's metastore for partitions. -#}
    {% set words = ("and", "between", "const", "in", "like", "not", "or", "struct") %}
    {% if not type %}
        {% call daybook.refuse_option(relation, "partition_by", name) %}
            the model selects only {{ described | map("first") | join(", ") }}
        {% endcall %}
    {% elif not has_plain_name or name | lower in words %}
        {% call daybook.refuse_option(relation, "partition_by", name) %}
            Hive's metastore can't be asked for a partition column of that name; alias it
        {% endcall %}
    {% elif has_capitals and daybook._is_client_of_hive_4() %}
        {% call daybook.refuse_option(relation, "partition_by", name) %}
            Spark's client of Hive 4 loses partitions of a column with capitals; alias
            {{ has_capitals[0] }} as {{ name | lower }}
        {% endcall %}
    {#- A timestamp is another one in a session with another time zone, and the metastore does not
        take one without zone. -#}
    {% elif type not in ("string", "date", "boolean") + daybook.integer_types() %}
        {% call daybook.refuse_option(relation, "partition_by", name) %}
            its type {{ type }} can't name a directory; cast it to
            {{ "a date or a string" if type.startswith("timestamp") else "a string" }}
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- The log has a value as Spark writes it; a private one that is written otherwise would be public. -#}
{% macro _check_private(relation, described, options) %}
    {% set name = options.partition_by[0] %}
    {% set type = daybook.type_of(name, described) %}
    {% set form, example = {
        "string": ["(?s:.*)", ""],
        "date": [
            "(-?[0-9]{4}|[+-][1-9][0-9]{4,6})-[0-9]{2}-[0-9]{2}",
            "2015-01-31",
        ],
        "boolean": ["true|false", "true or false"],
    }.get(type, ["0|-?[1-9][0-9]*", "7"]) %}
    {% for value in options.private if not daybook._has_form(form, value) %}
        {% call daybook.refuse_option(relation, "private", value) %}
            {{ name }} has the type {{ type }}: write its values as {{ example }}
        {% endcall %}
    {% endfor %}
{% endmacro %}

{% macro _is_client_of_hive_4() %}
    {% do return(
        daybook._setting("spark.sql.hive.metastore.version").startswith("4.")
    ) %}
{% endmacro %}

{#- What a Spark table may have, and one of Hive's may not. -#}
{% macro _check_columns_for_hive(relation, types, partition_by) %}
    {% set keys = partition_by | map("lower") | list %}
    {% set names = types | map("lower") | reject("in", keys) | list %}
    {% for column, comment in daybook._column_comments().items()
        if column in names + ["posted_batch_id"] and comment | length > 256 %}
        {% call daybook.refuse_option(relation, "publish", "partitions") %}
            the description of {{ column }} has {{ comment | length }} characters, and Hive's metastore
            takes only 256 in some databases: shorten it, or leave columns out of persist_docs
        {% endcall %}
    {% endfor %}
    {% for column, type in types.items() %}
        {% if modules.re.search("timestamp_ntz|interval|variant|\\btime\\(", type) %}
            {% call daybook.refuse_option(relation, "publish", "partitions") %}
                column {{ column }} has the type {{ type }}, which Hive does not have: cast it
            {% endcall %}
        {% elif modules.re.search("[,;:]", column) %}
            {% call daybook.refuse_option(relation, "publish", "partitions") %}
                Hive has no column with , ; or : in its name: alias {{ column }}
            {% endcall %}
        {% endif %}
    {% endfor %}
{% endmacro %}
