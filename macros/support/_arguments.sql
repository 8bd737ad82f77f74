{#-
    Arguments of a macro, or options of a model, are checked by a table of what they may be:

        {
            "interval": {"default": "closed", "one_of": ["closed", "half_open"]},
            "lock_hours": {"default": 6, "above": 0},
            "key": {"required": true, "names": "many"},
            "replace_where": {"goes_with": {"batch": "append", "partition_by": true}},
        }

        default    the value if none is given
        required   it must be given
        one_of     the values that it can have
        above      it is a number above this one
        at_least   it is a whole number, this one or a higher one
        between    it is a number from the first to the second
        names      "one": the name of a column; "many": a list of names; "by_key": names as the
                   values of a mapping, where none stands for no column
        plain      the SQL has these names without backticks
        keys_in    it is a mapping with keys among these
        texts      it is a text or a list of texts, and becomes a list; with `like`, it may also be
                   a mapping to texts
        like       it is a mapping, such as this one; not an empty one, where it is required
        goes_with  options that it needs: {option: value, or true for any value}

    Returns {name: value} with the defaults.
-#}
{% macro _checked_arguments(relation, owner, given, rules) %}
    {% set checked = {} %}
    {% for name, rule in rules.items() %}
        {% set value = given.get(name) %}
        {% if value is not none and value is defined %}
            {% set way_out = daybook._rule_broken(value, rule) %}
            {% if way_out %}
                {% call daybook._refuse_option(relation, name, value) %}
                    {{ way_out }}
                {% endcall %}
            {% endif %}
            {% set columns = daybook._listed_values(value) if rule.names else [] %}
            {% for column in columns %}
                {% set way_out = daybook._unusable_name(column, rule.plain) %}
                {% if way_out %}
                    {% call daybook._refuse_option(relation, name, column) %}
                        {{ way_out }}
                    {% endcall %}
                {% endif %}
            {% endfor %}
        {% elif rule.required %}
            {% call daybook._refuse(relation) %}
                {{ owner }} is missing the required argument {{ name }}
            {% endcall %}
        {% else %} {% set value = rule.get("default") %}
        {% endif %}
        {% set is_list = rule.texts and value is string %}
        {% do checked.update({name: [value] if is_list else value}) %}
    {% endfor %}
    {% do return(checked) %}
{% endmacro %}

{#- What to do about a value that breaks its rule; none where it keeps it. -#}
{% macro _rule_broken(value, rule) %}
    {% set is_number = value is number and value is not boolean %}
    {#- A relation is an object that cannot be looked into. -#}
    {% set is_texts = (
        (rule.texts or rule.names)
        and (
            value is not mapping
            or rule.names == "by_key"
            or rule.texts
            and rule.like
        )
        and daybook._listed_values(value) | reject("string") | list == []
    ) %}
    {% if rule.one_of %}
        {% set broken = value not in rule.one_of %}
        {% set allowed = rule.one_of | reject("none") | map("string") %}
        {#- In YAML and Jinja alike, a boolean is written in lower case. -#}
        {% if value is boolean or true in rule.one_of %}
            {% set allowed = allowed | map("lower") %}
        {% endif %}
        {% set way_out = "use " ~ allowed | join(" or ") %}
        {% elif "above" in rule %}
        {% set broken = not is_number or value <= rule.above %}
        {% set way_out = "use a number above " ~ rule.above %}
        {% elif "at_least" in rule %}
        {% set broken = (
            not is_number or value is not integer or value < rule.at_least
        ) %}
        {% set way_out = "use a whole number from " ~ rule.at_least ~ " on" %}
    {% elif rule.between %}
        {% set low, high = rule.between %}
        {% set broken = not is_number or value < low or value > high %}
        {% set way_out = "use a number from " ~ low ~ " to " ~ high %}
    {% elif rule.keys_in and (
        value is not mapping or value | reject("in", rule.keys_in) | list
    ) %}
        {% set broken = true %}
        {% set way_out = "its keys can be " ~ rule.keys_in | join(", ") %}
    {% elif rule.names == "by_key" %}
        {% set broken = not is_texts %}
        {% set way_out = "each of its values is the name of a column" %}
    {% elif rule.texts %}
        {% set broken = not is_texts or (value is mapping and none in value.values()) %}
        {% set way_out = "use a list of texts" %}
        {% if rule.like %}
            {% set way_out = way_out ~ ", or a mapping, such as " ~ rule.like %}
        {% endif %}
    {% elif rule.like %}
        {% set broken = value is not mapping or (rule.required and not value) %}
        {% set way_out = "use a mapping, such as " ~ rule.like %}
    {% elif rule.names == "one" %}
        {% set broken = value is not string %} {% set way_out = "name one column" %}
    {% elif rule.names == "many" %}
        {% set broken = (
            value is string or not is_texts or (rule.required and not value)
        ) %}
        {% set way_out = "name the columns as a list" %}
    {% endif %}
    {% do return(way_out if broken else none) %}
{% endmacro %}

{#- A value as a list: of a mapping, its values that are given. -#}
{% macro _listed_values(value) %}
    {% if value is string or value is not iterable %}
        {% do return([value]) %}
    {% endif %}
    {% set values = value.values() | reject("none") if value is mapping else value %}
    {% do return(values | list) %}
{% endmacro %}

{#- values: those of all options. One that has its default needs nothing. -#}
{% macro _check_combinations(relation, values, rules) %}
    {% for name, rule in rules.items()
        if rule.goes_with and values[name] != rule.get("default") %}
        {% set missing, needed = [], [] %}
        {% for other, value in rule.goes_with.items() %}
            {% set is_any = value is sameas true %}
            {% do needed.append(other if is_any else other ~ "='" ~ value ~ "'") %}
            {% if values[other] != value and (not is_any or not values[other]) %}
                {% do missing.append(other) %}
            {% endif %}
        {% endfor %}
        {% if missing %}
            {% call daybook._refuse_option(relation, name, values[name]) %}
                it needs {{ needed | join(" and ") }}
            {% endcall %}
        {% endif %}
    {% endfor %}
{% endmacro %}
