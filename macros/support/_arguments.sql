{#-
    Arguments of a macro, or options of a model, are checked by a table of what they may be:

        {
            "interval": {"default": "closed", "one_of": ["closed", "half_open"]},
            "lock_hours": {"default": 6, "above": 0},
            "key": {"required": true, "names": "many"},
            "replace_where": {"text": true, "goes_with": {"batch": "append"}},
        }

        default    the value if none is given
        required   it must be given
        one_of     the values that it can have
        above      it is a number above this one
        at_least   it is a whole number, this one or a higher one
        between    it is a number from the first to the second
        single     it is a text, a number, a date or a boolean: no list or mapping
        text       it is a text
        names      "one": the name of a column; "many": a list of names; "by_key": names as the
                   values of a mapping, where none stands for no column
        plain      the SQL has these names without backticks
        keys_in    it is a mapping with keys among these; where these are a table of rules, each
                   value keeps the rule of its key
        texts      it is a text or a list of texts, and becomes a list; with `like`, it may also be
                   a mapping to texts
        like       it is a mapping, such as this one; not an empty one, where it is required
        mapped     it is a list of columns, or a mapping to columns, and becomes a mapping
        each       it is a list of mappings, each checked by this table of rules
        goes_with  options that it needs: {option: value, or true for any value}

    Returns {name: value} with the defaults. In messages, `within` stands before each name: it is
    "layout." for what is in layout.
-#}
{% macro checked_arguments(relation, owner, given, rules, within="") %}
    {% set checked = daybook._checked_values(relation, owner, given, rules, within) %}
    {% do daybook._check_combinations(relation, checked, rules, within) %}
    {% do return(checked) %}
{% endmacro %}

{#- The same, where the values do not have to go together yet. -#}
{% macro _checked_values(relation, owner, given, rules, within="") %}
    {% set checked = {} %}
    {% for key, rule in rules.items() %}
        {% set value, name = given.get(key), within ~ key %}
        {% if value is not none and value is defined %}
            {% set way_out = daybook._rule_broken(value, rule) %}
            {% if way_out %}
                {% call daybook.refuse_option(relation, name, value) %}
                    {{ way_out }}
                {% endcall %}
            {% endif %}
            {% set columns = daybook._listed_values(value) if rule.names else [] %}
            {% for column in columns %}
                {% set way_out = daybook._unusable_name(column, rule.plain) %}
                {% if way_out %}
                    {% call daybook.refuse_option(relation, name, column) %}
                        {{ way_out }}
                    {% endcall %}
                {% endif %}
            {% endfor %}
        {% elif rule.required %}
            {% call daybook.refuse(relation) %}
                {{ owner }} is missing the required argument
                {{ name | replace(owner ~ ".", "") }}
            {% endcall %}
        {% else %} {% set value = rule.get("default") %}
        {% endif %}
        {% if rule.keys_in is mapping and value is not none %}
            {% set value = daybook.checked_arguments(
                relation, owner, value, rule.keys_in, name ~ "."
            ) %}
        {% endif %}
        {% if rule.texts and value is string %} {% set value = [value] %}
        {% elif rule.mapped and value is not none and value is not mapping %}
            {% set value = dict(zip(value, value)) %}
        {% elif rule.each %}
            {% set each = [] %}
            {% for one in value %}
                {% set of_one = daybook._checked_values(
                    relation,
                    owner,
                    {key: one},
                    {key: {"keys_in": rule.each}},
                    within,
                ) %}
                {% do each.append(of_one[key]) %}
            {% endfor %}
            {% set value = each %}
        {% endif %}
        {% do checked.update({key: value}) %}
    {% endfor %}
    {% do return(checked) %}
{% endmacro %}

{#- values: those of all options. One that has its default needs nothing. -#}
{% macro _check_combinations(relation, values, rules, within="") %}
    {% for name, rule in rules.items()
        if rule.goes_with and values[name] != rule.get("default") %}
        {% set missing, needed = [], [] %}
        {% for other, value in rule.goes_with.items() %}
            {% set is_any = value is sameas true %}
            {% do needed.append(
                within ~ other ~ ("" if is_any else "='" ~ value ~ "'")
            ) %}
            {% if values[other] != value and (not is_any or not values[other]) %}
                {% do missing.append(other) %}
            {% endif %}
        {% endfor %}
        {% if missing %}
            {% call daybook.refuse_option(relation, within ~ name, values[name]) %}
                it needs {{ needed | join(" and ") }}
            {% endcall %}
        {% endif %}
    {% endfor %}
{% endmacro %}
