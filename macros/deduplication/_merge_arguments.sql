{#- The arguments of merge_snapshot, checked, and two that follow from them:

        day        the column by which rows leave the window, the first of partition_by; none
                   without one, and in a unit test, which does not know the model's config
        merged_by  the key and the version, as the log remembers them
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
    } %}
    {% set arguments = daybook._checked_arguments(
        this, "merge_snapshot", given, rules
    ) %}
    {% set window = arguments.window %}
    {% if window is not none and window.values() | reject(
        "none"
    ) | list | length != 1 %}
        {% call daybook._refuse_option(this, "window", given.window) %}
            give days or start, and not both: it says where the window begins
        {% endcall %}
    {% endif %}
    {% set partition_by = [] %}
    {% if model.resource_type == "model" %}
        {% set partition_by = daybook._as_list(daybook._option("partition_by", [])) %}
        {% do daybook._check_config_of_merge(arguments, partition_by) %}
    {% endif %}
    {% do return(
        dict(
            arguments,
            day=partition_by | first or none,
            merged_by=daybook._json([arguments.key, arguments.version])
            | lower,
        )
    ) %}
{% endmacro %}

{#- A row replaces another in its own partition only, and days that the snapshot lacks stay. -#}
{% macro _check_config_of_merge(arguments, partition_by) %}
    {% if model.config.materialized != "batched" %}
        {% call daybook._refuse_option(
            this, "materialized", model.config.materialized
        ) %}
            merge_snapshot needs the batches of its model to keep what a snapshot lacks: use
            batched
        {% endcall %}
    {% endif %}
    {% for name in ("restate_from", "restate_to") if daybook._option(name, none) %}
        {% call daybook._refuse_option(this, name, daybook._option(name, none)) %}
            days that a snapshot lacks would be removed: set it in the model that brings the snapshot
        {% endcall %}
    {% endfor %}
    {% set key = arguments.key | map("lower") | list %}
    {% for column in partition_by if column | lower not in key %}
        {% call daybook._refuse_option(this, "key", arguments.key) %}
            a row replaces one of its key in its own partition only, and {{ column }} is of
            partition_by: add it to the key
        {% endcall %}
    {% endfor %}
    {% for name, value in (arguments.window or {}).items() if value is not none %}
        {% if not partition_by %}
            {% call daybook._refuse_option(this, "window." ~ name, value) %}
                rows leave the window by the first column of partition_by, and the model has none
            {% endcall %}
        {% elif key[0] != partition_by[0] | lower %}
            {% call daybook._refuse_option(this, "key", arguments.key) %}
                name {{ partition_by[0] }} first, by which rows leave the window: the first column
                of partition_by
            {% endcall %}
        {% endif %}
    {% endfor %}
{% endmacro %}
