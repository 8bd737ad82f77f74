{#-
    The options of a batched model. A test compares them with the table in docs/patterns/batches.md.
-#}
{% macro _options_of_batched() %}
    {% set appended = {"batch": "append", "partition_by": true} %}
    {% set replaced_whole = {"batch": "replace", "partition_by": true} %}
    {% do return(
        {
            "batch": {"default": "replace", "one_of": ["replace", "append"]},
            "partition_by": {"default": [], "texts": true},
            "replace_where": {"text": true, "goes_with": appended},
            "restate_from": {"single": true, "goes_with": replaced_whole},
            "restate_to": {"single": true, "goes_with": replaced_whole},
            "private": {
                "default": [],
                "texts": true,
                "goes_with": {"partition_by": true},
            },
            "file_format": {
                "default": var("daybook_file_format", "parquet"),
                "one_of": ["parquet", "orc", "iceberg"],
            },
            "on_schema_change": {
                "default": "fail",
                "one_of": ["fail", "append_new_columns"],
            },
            "keeps_posted_batch_id": {
                "default": false,
                "one_of": [true, false],
            },
            "when_nothing_new": {"default": "skip", "one_of": ["skip", "run"]},
            "publish": {
                "default": "view",
                "one_of": ["view", "partitions"],
                "goes_with": replaced_whole,
            },
            "compact_after": {"default": 20, "at_least": 1},
            "lock_hours": {"default": 6, "above": 0},
        }
    ) %}
{% endmacro %}

{#- The options of the model that runs. Those that its pattern sets join them later. -#}
{% macro _options_of_config(relation) %}
    {% do daybook._refuse_options_without_effect(relation) %}
    {% do daybook._refuse_misspelt_options(relation) %}
    {% do return(daybook._checked_options(relation, model.config)) %}
{% endmacro %}

{#- The options of a model as dbt parsed it, outside the model's own run. -#}
{% macro _options_of_node(node) %}
    {% do return(
        daybook._checked_options(daybook._node_relation(node), node.config)
    ) %}
{% endmacro %}

{% macro _checked_options(relation, settings) %}
    {% do return(
        daybook._checked_values(
            relation,
            "batched",
            daybook._given_options(settings),
            daybook._options_of_batched(),
        )
    ) %}
{% endmacro %}

{#- {option: value}: dbt asks for options that it does not know under `meta`, and says "ignore"
    itself if on_schema_change is not configured. -#}
{% macro _given_options(settings) %}
    {% set meta = settings.get("meta") or {} %}
    {% set given = {} %}
    {% for name in daybook._options_of_batched() %}
        {% set value = meta.get(name) %}
        {% set value = settings.get(name) if value is none else value %}
        {% if value is not none and (name, value) != ("on_schema_change", "ignore") %}
            {% do given.update({name: value}) %}
        {% endif %}
    {% endfor %}
    {% do return(given) %}
{% endmacro %}

{#- The options with those that the model's pattern sets, which the config must not contradict. -#}
{% macro _options_with_plan(relation, options, plan) %}
    {% set given = daybook._given_options(model.config) %}
    {% for name, value in plan.options.items()
        if name in given
        and daybook._comparable_option(given[name])
        != daybook._comparable_option(value) %}
        {% call daybook.refuse_option(relation, name, given[name]) %}
            {{ plan.pattern }} sets {{ name }}={{ daybook.sorted_json(value) }} itself: leave it out of the
            model's config
        {% endcall %}
    {% endfor %}
    {% set options = dict(options, **plan.options) %}
    {% do daybook._check_combinations(
        relation, options, daybook._options_of_batched()
    ) %}
    {% do return(options) %}
{% endmacro %}

{#- Blanks in SQL and the order of a list do not matter. -#}
{% macro _comparable_option(value) %}
    {% set values = value if value is iterable and value is not string else [value] %}
    {% do return(values | map("string") | map("replace", " ", "") | sort) %}
{% endmacro %}

{#- A misspelt option would silently be left out. Two words that are equal once a letter is taken
    out of one or both of them differ by a letter that is missing, extra, wrong or swapped. -#}
{% macro _refuse_misspelt_options(relation) %}
    {% set options = daybook._options_of_batched() | list %}
    {% set keys = (
        model.config.items() | rejectattr("1", "none") | map("first") | list
    ) %}
    {% do keys.extend(model.config.get("meta") or {}) %}
    {% set option_of = {} %}
    {% for word in options + (keys | reject("in", options) | list) %}
        {% set text = word | string | lower | replace("-", "_") %}
        {% set is_option = word in options %}
        {% for end in range(text | length + 1) %}
            {% set shortened = text[: [end - 1, 0] | max] ~ text[end:] %}
            {% if is_option %} {% do option_of.update({shortened: word}) %}
            {% elif shortened in option_of %}
                {% call daybook.refuse(relation) %}
                    the config has the key {{ word }}: write {{ option_of[shortened] }} if that is
                    what is meant, or rename the key
                {% endcall %}
            {% endif %}
        {% endfor %}
    {% endfor %}
{% endmacro %}
