{#- The model's options, checked before anything runs; each error names option, value, way out. -#}
{% macro _batch_options(relation) %}
    {% set partition_by = daybook._option("partition_by", []) %}
    {% set private = daybook._option("private", []) %}
    {% set options = {
        "batch": daybook._option("batch", "replace"),
        "partition_by": (
            [partition_by] if partition_by is string else partition_by
        ),
        "replace_where": daybook._option("replace_where", none),
        "private": [private] if private is string else private,
        "restate_from": daybook._option("restate_from", none),
        "restate_to": daybook._option("restate_to", none),
        "publish": daybook._option("publish", "view"),
        "file_format": daybook._option("file_format", "parquet"),
        "on_schema_change": daybook._option("on_schema_change", "fail"),
        "keeps_posted_batch_id": daybook._option(
            "keeps_posted_batch_id", false
        ),
        "when_nothing_new": daybook._option("when_nothing_new", "skip"),
        "lock_hours": daybook._option("lock_hours", 6),
        "compact_after": daybook._option("compact_after", 20),
    } %}
    {#- Where nothing is configured, dbt itself says "ignore". -#}
    {% if options.on_schema_change == "ignore" %}
        {% do options.update({"on_schema_change": "fail"}) %}
    {% endif %}
    {% do daybook._check_values(relation, options) %}
    {% do daybook._check_foreign(relation) %}
    {% do daybook._check_spelling(relation, options) %}
    {% do return(options) %}
{% endmacro %}

{% macro _check_values(relation, options) %}
    {% for name, allowed in (
        ("batch", ("replace", "append")),
        ("publish", ("view", "partitions")),
        ("file_format", ("parquet", "orc")),
        ("on_schema_change", ("fail", "append_new_columns")),
        ("when_nothing_new", ("skip", "run")),
        ("keeps_posted_batch_id", (true, false)),
    ) if options[name] not in allowed %}
        {% do daybook._bad_option(
            relation, name, options[name], "use " ~ allowed | join(" or ")
        ) %}
    {% endfor %}
    {% for name in ("lock_hours", "compact_after")
        if options[name] is boolean
        or options[name] is not number
        or options[name] <= 0 %}
        {% do daybook._bad_option(
            relation, name, options[name], "use a number above 0"
        ) %}
    {% endfor %}
    {% for name in ("partition_by", "private")
        if options[name] is mapping
        or options[name] is not iterable
        or options[name] | reject("string") | list %}
        {% do daybook._bad_option(
            relation, name, options[name], "use a list of texts"
        ) %}
    {% endfor %}
{% endmacro %}

{% macro _check_combinations(relation, options) %}
    {% set partitioned = options.partition_by | length > 0 %}
    {% for name, batch in (
        ("replace_where", "append"),
        ("restate_from", "replace"),
        ("restate_to", "replace"),
    ) if options[name] is not none and (options.batch != batch or not partitioned) %}
        {% do daybook._bad_option(
            relation,
            name,
            options[name],
            "it goes with batch='" ~ batch ~ "' and partition_by",
        ) %}
    {% endfor %}
    {% if options.publish == "partitions" and (
        options.batch != "replace" or not partitioned
    ) %}
        {% do daybook._bad_option(
            relation,
            "publish",
            "partitions",
            "it goes with batch='replace' and partition_by, for a partition of a table shows"
            ~ " one batch",
        ) %}
    {% endif %}
    {% if options.private and not partitioned %}
        {% do daybook._bad_option(
            relation, "private", options.private, "it goes with partition_by"
        ) %}
    {% endif %}
{% endmacro %}

{#- What other materializations take and this one would silently leave out. -#}
{% macro _check_foreign(relation) %}
    {% for name, way_out in (
        (
            "location_root",
            "give the schema a location instead: a model's batches stand below it",
        ),
        ("unique_key", "a batch replaces whole partitions, or rows join those there are"),
        ("incremental_strategy", "say batch='replace' or batch='append'"),
        ("clustered_by", "batches are not bucketed"),
        ("sql_header", "say what it sets in a pre-hook"),
        ("tblproperties", "the properties of its table are daybook's log"),
        ("options", "set the session's configuration in a pre-hook instead"),
    ) if config.get(name) %}
        {% do daybook._bad_option(relation, name, config.get(name), way_out) %}
    {% endfor %}
{% endmacro %}

{#- A key that is nearly one of ours is one, misspelt: it would be left out silently. -#}
{% macro _check_spelling(relation, options) %}
    {% for key in model.config.keys() | list + model.config.get("meta", {}).keys() | list
        if key not in options %}
        {% set given = daybook._nearby(key | string | lower | replace("-", "_")) %}
        {% for name in options if not given.isdisjoint(daybook._nearby(name)) %}
            {% do daybook._raise(
                relation,
                "the config has the key "
                ~ key
                ~ ": write "
                ~ name
                ~ " if that is what"
                " is meant, or give it another name",
            ) %}
        {% endfor %}
    {% endfor %}
{% endmacro %}

{#- A word, and what is left of it without any one of its letters: two words that share one of
    these differ by a letter that is missing, too many, another one, or swapped. -#}
{% macro _nearby(word) %}
    {% set found = [word] %}
    {% for letter in word %}
        {% do found.append(word[: loop.index0] ~ word[loop.index :]) %}
    {% endfor %}
    {% do return(set(found)) %}
{% endmacro %}
