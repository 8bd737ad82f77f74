{#-
    The arguments of bitemporal_history, checked, with columns as SQL has them. Beside them what the
    arrivals have, or nothing if this is no run and they cannot be asked:

        described                  [[column, type], ...]
        event_type, system_type    the types of the two times
-#}
{% macro _history_arguments(pattern, given, what) %}
    {% set rules = daybook._arguments_of_bitemporal_history() %}
    {% set has_one_axis = given.system_time is false %}
    {% set arguments = daybook.checked_arguments(
        this,
        pattern,
        dict(given, system_time=none if has_one_axis else given.system_time),
        rules,
    ) %}
    {% set flags = daybook.as_list(arguments.flag_values) %}
    {% if flags | length != 2 or flags[0] == flags[1] or none in flags %}
        {% call daybook.refuse_option(this, "flag_values", arguments.flag_values) %}
            name two, the flag of a row that is current and that of other rows
        {% endcall %}
    {% endif %}
    {% set described, types = daybook._described_arrivals(arguments, rules, what) %}
    {% set quoted = daybook._quoted_arguments(arguments, rules) %}
    {% do return(
        dict(
            quoted,
            system_time=false if has_one_axis else quoted.system_time,
            described=described,
            event_type=types.get("event_time"),
            system_type=(
                "timestamp_ntz"
                if given.system_time is none
                else types.get("system_time")
            ),
        )
    ) %}
{% endmacro %}

{% macro _arguments_of_bitemporal_history() %}
    {% set times = ["valid_from", "valid_to", "known_from", "known_to"] %}
    {% set column, columns = {"names": "one"}, {"default": [], "names": "many"} %}
    {% set rules = {
        "arrivals": {},
        "key": {"required": true, "names": "many"},
        "values": {"required": true, "names": "many"},
        "event_time": {"required": true, "names": "one"},
        "system_time": column,
        "order_by": columns,
        "is_deleted": column,
        "valid_until": column,
        "type_1": columns,
        "carry_forward": {"default": false, "one_of": [true, false]},
        "late_system_time": {
            "default": "refuse",
            "one_of": ["refuse", "restamp"],
        },
        "interval": {"default": "closed", "one_of": ["closed", "half_open"]},
        "event_unit": {"single": true},
        "system_unit": {"single": true},
        "far_future": {"default": {}, "keys_in": ["valid_to", "known_to"]},
        "columns": {
            "default": {},
            "keys_in": times + ["current_flag"],
            "names": "by_key",
        },
        "flag_values": {"default": ["Y", "N"]},
    } %}
    {% do return(rules) %}
{% endmacro %}

{#- The columns of the arrivals, once those that the arguments name are there and can be used; and
    {argument: type} of the arguments that name one. -#}
{% macro _described_arrivals(arguments, rules, what) %}
    {% if daybook.current_phase() != "run" %} {% do return([[], {}]) %} {% endif %}
    {% set query = "select * from " ~ arguments.arrivals %}
    {% set described = daybook.describe("query", query).columns %}
    {% set types = {} %}
    {% for argument, rule in rules.items() if rule.names in ("one", "many") %}
        {% set names = daybook.as_list(arguments[argument] or []) %}
        {% do daybook.check_columns(this, {argument: names}, what, described) %}
        {% for name in names %}
            {% set type = daybook.type_of(daybook.bare_name(name), described) %}
            {% do types.update({argument: type}) %}
            {% if rule.names == "many" and modules.re.search("map<|variant", type) %}
                {% call daybook.refuse_option(this, argument, name) %}
                    a map can't be compared: make it text in the staging model, by to_json
                {% endcall %}
            {% endif %}
        {% endfor %}
    {% endfor %}
    {% if types.get("is_deleted", "boolean") != "boolean" %}
        {% call daybook.refuse_option(this, "is_deleted", arguments.is_deleted) %}
            it is of type {{ types.is_deleted }}: make it true or false in the staging model
        {% endcall %}
    {% endif %}
    {#- An end is cast to the type of the starts, which must not change it. -#}
    {% set start, until = types.event_time, types.get("valid_until") %}
    {% set integers = daybook.integer_types() %}
    {% set fits = (
        until in (none, start)
        or until
        in integers[: integers.index(start) if start in integers else 0]
        or until.startswith("timestamp")
        and start.startswith("timestamp")
    ) %}
    {% if not fits %}
        {% call daybook.refuse_option(this, "valid_until", arguments.valid_until) %}
            it is of type {{ until }}, and event_time of type {{ start }}: cast it to that type in the
            staging model
        {% endcall %}
    {% endif %}
    {% do return([described, types]) %}
{% endmacro %}
