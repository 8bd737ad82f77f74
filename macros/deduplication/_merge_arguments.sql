{#- The arguments of merge_snapshot, checked, and what follows from them and from the model's config,
    which a unit test does not know:

        partition_by  of the model; [] in a unit test
        day           the column by which rows leave the window, the first of partition_by, or none
        merged_by     the key and the version, as the log remembers them
-#}
{% macro _checked_merge_arguments(given) %}
    {% set rules = {
        "incoming": {"required": true},
        "posted": {},
        "key": {"names": "many", "plain": true, "required": true},
        "version": {"names": "one", "plain": true, "required": true},
        "window": {
            "keys_in": {"days": {"at_least": 0}, "start": {"single": true}}
        },
        "order_by": {"names": "many", "default": []},
        "largest_loss": {"between": [0, 1], "default": 0.5},
        "strategy": {
            "one_of": ["window", "adopt", "adopt_changed"],
            "default": "window",
        },
        "partition_by": {"texts": true, "default": []},
        "materialized": {"one_of": ["batched"]},
    } %}
    {% set is_model = model.resource_type == "model" %}
    {% if is_model %}
        {% set given = dict(
            given,
            partition_by=daybook.model_option("partition_by", none),
            materialized=model.config.get("materialized", "view"),
        ) %}
    {% endif %}
    {% set arguments = daybook.checked_arguments(
        this, "merge_snapshot", given, rules
    ) %}
    {% set window, partition_by = arguments.window or {}, arguments.partition_by %}
    {% set bounds = window.values() | reject("none") | list %}
    {% if arguments.window is not none and bounds | length != 1 %}
        {% call daybook.refuse_option(this, "window", given.window) %}
            give days or start, and not both: it says where the window begins
        {% endcall %}
    {% elif is_model and bounds and not partition_by %}
        {% set name = "days" if window.days is not none else "start" %}
        {% call daybook.refuse_option(this, "window." ~ name, bounds[0]) %}
            rows leave the window by the first column of partition_by, and the model has none
        {% endcall %}
    {% endif %}
    {#- A row replaces another in its own partition only. -#}
    {% set key = arguments.key | map("lower") | list %}
    {% for column in partition_by if column | lower not in key %}
        {% call daybook.refuse_option(this, "key", arguments.key) %}
            a row replaces one of its key in its own partition only, and {{ column }} is of
            partition_by: add it to the key
        {% endcall %}
    {% endfor %}
    {% set day = partition_by | first or none %}
    {% if bounds and day and key[0] != day | lower %}
        {% call daybook.refuse_option(this, "key", arguments.key) %}
            name {{ day }} first, by which rows leave the window: the first column of partition_by
        {% endcall %}
    {% endif %}
    {% set merged_by = (
        daybook.sorted_json([arguments.key, arguments.version]) | lower
    ) %}
    {% do return(dict(arguments, day=day, merged_by=merged_by)) %}
{% endmacro %}
