{#- What other materializations take, and this one would silently leave out. -#}
{% macro _refuse_options_without_effect(relation) %}
    {% set ways_out = {
        "location_root": "give the schema a location: a model's batches are below it",
        "unique_key": (
            "no row is updated. To replace whole partitions, use partition_by with batch='replace';"
            " for one row of each key, daybook.deduplicate; to merge full snapshots,"
            " daybook.merge_snapshot"
        ),
        "incremental_strategy": "use batch='replace' or batch='append'",
        "batch_size": (
            "a run is one batch. Read what is new with daybook.new_batches, or compute a window"
            " again with restate_from and restate_to"
        ),
        "clustered_by": "batches are not bucketed",
        "sql_header": "put what it sets into a pre-hook",
        "tblproperties": "the properties of the model's table are daybook's log",
        "options": "set the session's configuration in a pre-hook instead",
    } %}
    {% for name in ways_out if config.get(name) %}
        {% call daybook.refuse_option(relation, name, config.get(name)) %}
            {{ ways_out[name] }}
        {% endcall %}
    {% endfor %}
{% endmacro %}
