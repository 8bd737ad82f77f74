{#-
    The arguments of bitemporal_history, checked, with columns as SQL has them. Beside them, none
    if the arrivals cannot be asked, because this is no run:

        types                      {column: type} of the arrivals
        event_type, system_type    types of the two times
-#}
{% macro _history_arguments(given) %}
    {% set rules = daybook._arguments_of_bitemporal_history() %}
    {% set has_one_axis = given.system_time is false %}
    {% set arguments = daybook._checked_arguments(
        this,
        "bitemporal_history",
        dict(given, system_time=none if has_one_axis else given.system_time),
        rules,
    ) %}
    {% do daybook._check_order_by("bitemporal_history", arguments.order_by) %}
    {% set flags = arguments.flag_values %}
    {% if (
        flags is string
        or flags is mapping
        or flags is not iterable
        or flags | length != 2
        or flags[0] == flags[1]
        or none in flags
    ) %}
        {% call daybook._refuse_option(this, "flag_values", flags) %}
            name two, the flag of a row that is current and that of other rows
        {% endcall %}
    {% endif %}
    {% set named, columns = {}, {} %}
    {% for name, rule in rules.items() if rule.names in ("one", "many") %}
        {% set value = arguments[name] %}
        {% do named.update({name: value}) %}
        {% if rule.names == "many" %}
            {% do columns.update({name: daybook._column(daybook._bare_name(value))}) %}
        {% elif value %}
            {% do columns.update({name: daybook._column(daybook._bare_name(value))}) %}
        {% endif %}
    {% endfor %}
    {% if has_one_axis %} {% do columns.update({"system_time": false}) %} {% endif %}
    {% do daybook._refuse_whole_relation("arrivals", given.arrivals) %}
    {% set types = daybook._types_of_arrivals(given.arrivals, named) %}
    {% set system_type = types.get(columns.system_time | string | lower) %}
    {% do return(
        dict(
            arguments,
            arrivals=given.arrivals,
            types=types,
            event_type=types.get(columns.event_time | lower),
            system_type=(
                "timestamp_ntz" if given.system_time is none else system_type
            ),
            **columns
        )
    ) %}
{% endmacro %}

{% macro _arguments_of_bitemporal_history() %}
    {% do return(
        {
            "key": {"required": true, "names": "many"},
            "values": {"required": true, "names": "many"},
            "event_time": {"required": true, "names": "one"},
            "system_time": {"names": "one"},
            "order_by": {"default": [], "names": "many"},
            "is_deleted": {"names": "one"},
            "valid_until": {"names": "one"},
            "type_1": {"default": [], "names": "many"},
            "carry_forward": {"default": false, "one_of": [true, false]},
            "late_system_time": {
                "default": "refuse",
                "one_of": ["refuse", "restamp"],
            },
            "interval": {
                "default": "closed",
                "one_of": ["closed", "half_open"],
            },
            "event_unit": {"single": true},
            "system_unit": {"single": true},
            "far_future": {"default": {}, "keys_in": ["valid_to", "known_to"]},
            "columns": {
                "default": {},
                "keys_in": [
                    "valid_from",
                    "valid_to",
                    "known_from",
                    "known_to",
                    "current_flag",
                ],
                "names": "by_key",
            },
            "flag_values": {"default": ["Y", "N"]},
        }
    ) %}
{% endmacro %}

{#- {column: type}, once the columns that the arguments name are there and can be used. -#}
{% macro _types_of_arrivals(arrivals, named) %}
    {% if daybook._phase() != "run" %} {% do return({}) %} {% endif %}
    {% set described = daybook._described(
        "query", "(select * from " ~ arrivals ~ ")"
    ).columns %}
    {% do daybook._check_columns_given(this, named, "the arrivals", described) %}
    {% set types = {} %}
    {% for column, type in described %}
        {% do types.update({daybook._column(column) | lower: type}) %}
    {% endfor %}
    {% for argument in ("key", "values", "type_1", "order_by") %}
        {% for name in named[argument]
            if modules.re.search(
                "map<|variant", types[daybook._column(daybook._bare_name(name)) | lower]
            ) %}
            {% call daybook._refuse_option(this, argument, name) %}
                a map can't be compared: make it text in the staging model, by to_json
            {% endcall %}
        {% endfor %}
    {% endfor %}
    {% set deleted = daybook._column(daybook._bare_name(named.is_deleted)) | lower %}
    {% if named.is_deleted and types[deleted] != "boolean" %}
        {% call daybook._refuse_option(this, "is_deleted", named.is_deleted) %}
            it is of type {{ types[deleted] }}: make it true or false in the staging model
        {% endcall %}
    {% endif %}
    {% if named.valid_until %}
        {% set until = types[
            daybook._column(daybook._bare_name(named.valid_until)) | lower
        ] %}
        {% set start = types[
            daybook._column(daybook._bare_name(named.event_time)) | lower
        ] %}
        {% set integers = daybook._integers() %}
        {% set widens = (
            until in integers
            and start in integers
            and integers.index(until) < integers.index(start)
        ) %}
        {% set are_timestamps = until.startswith("timestamp") and start.startswith(
            "timestamp"
        ) %}
        {% if until != start and not (widens or are_timestamps) %}
            {% call daybook._refuse_option(this, "valid_until", named.valid_until) %}
                it is of type {{ until }}, and event_time of type {{ start }}: cast it to that type in the
                staging model
            {% endcall %}
        {% endif %}
    {% endif %}
    {% do return(types) %}
{% endmacro %}
