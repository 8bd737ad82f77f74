{#- What to do about a value that breaks its rule; none where it keeps it. -#}
{% macro _rule_broken(value, rule) %}
    {% set is_mapping = daybook._is_mapping(value) %}
    {% set is_list = (
        value is not string and value is not mapping and value is iterable
    ) %}
    {% set is_finite = value is number and value - value == 0 %}
    {% set is_number = is_finite and value is not boolean %}
    {% set is_texts = (
        (rule.texts or rule.names or rule.mapped)
        and (
            value is not mapping
            or rule.mapped
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
    {% elif rule.single %}
        {% set broken = value is mapping or is_list %}
        {% set way_out = "use one value, not a list or a mapping" %}
    {% elif rule.text %}
        {% set broken = value is not string %} {% set way_out = "use a text" %}
    {% elif rule.keys_in and (
        not is_mapping or value | reject("in", rule.keys_in) | list
    ) %}
        {% set broken = true %}
        {% set way_out = "its keys can be " ~ rule.keys_in | join(", ") %}
        {% if not is_mapping %} {% set way_out = "use a mapping: " ~ way_out %}
        {% endif %}
    {% elif rule.mapped %}
        {% set broken = (
            value is string
            or not value
            or not is_texts
            or (value is mapping and none in value.values())
        ) %}
        {% set way_out = "name one column or more, as a list or as {column: name}" %}
    {% elif rule.each %}
        {% set broken = not is_list %}
        {% set way_out = "use a list of mappings, each with " ~ rule.each | join(
            ", "
        ) %}
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
        {% set broken = not is_mapping or (rule.required and not value) %}
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
    {% if daybook._is_mapping(value) %}
        {% do return(value.values() | reject("none") | list) %}
    {% endif %}
    {% do return(daybook.as_list(value) | list) %}
{% endmacro %}

{#- To Jinja a relation is a mapping, too, but it cannot be looked into. -#}
{% macro _is_mapping(value) %}
    {% do return(value is mapping and value.is_cte is not defined) %}
{% endmacro %}
