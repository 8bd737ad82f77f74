{#-
    Refuses joins of facts with versions that would give wrong rows, or columns that are there twice.

    With a part of the history's key, a fact would find a version of each key that has this part.
-#}
{% macro _refuse_part_of_key(key, whole) %}
    {% set given = daybook.bare_name(key | list) | map("lower") | list %}
    {% set lacking, names = [], daybook.bare_name(whole) %}
    {% for name in names if name | lower not in given %}
        {% do lacking.append(name) %}
    {% endfor %}
    {% if lacking %}
        {% call daybook.refuse_option(this, "key", key | list) %}
            the history has a version for each {{ names | join(", ") }}, so a fact could get several:
            name {{ lacking | join(", ") }} too
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- A subquery of facts cannot be asked, because it may read what the model defines before it. -#}
{% macro _check_facts(facts, history, layout, arguments) %}
    {% set described = none if facts is string else daybook._columns_if_there(facts) %}
    {% if described is none %} {% do return(none) %} {% endif %}
    {% do daybook._refuse_columns_of_facts(facts, described, arguments.select) %}
    {% set named = {"key": arguments.key.values() | list} %}
    {% for name in ("valid_at", "known_at") %}
        {% do named.update({name: arguments[name]}) %}
    {% endfor %}
    {% do daybook.check_columns(this, named, facts, described) %}
    {% do daybook._refuse_keys_of_facts(
        facts, described, history, layout, arguments.key
    ) %}
    {#- A cast to a date or to timestamp_ntz ignores the zone of a text. -#}
    {% for name in ("valid_at", "known_at") if arguments[name] %}
        {% set column = daybook.bare_name(arguments[name]) %}
        {% set type = daybook.type_of(column, described) %}
        {% if modules.re.search("^(string|char|varchar)", type) %}
            {% call daybook.refuse_option(this, name, column) %}
                it is of type {{ type }} in {{ facts }}: make it a date, a timestamp or an integer
                there; daybook.local_timestamp makes a timestamp of a text with a zone
            {% endcall %}
        {% endif %}
    {% endfor %}
{% endmacro %}

{#- Keys of two types: Spark casts one of them, and texts such as 7 and 007 are then the same, so that a
    fact would get the versions of both. -#}
{% macro _refuse_keys_of_facts(facts, described, history, layout, key) %}
    {% for column, fact_column in key.items() %}
        {% set fact_column = daybook.bare_name(fact_column) %}
        {% set type = daybook.type_of(fact_column, described) %}
        {% set other = daybook.type_of(
            daybook.bare_name(column), layout.described or []
        ) %}
        {% if other and daybook.kind_of_key(type) != daybook.kind_of_key(other) %}
            {% call daybook.refuse_option(this, "key", fact_column) %}
                it is of type {{ type }} in {{ facts }}, and {{ column }} of type {{ other }} in
                {{ history }}: cast one to the type of the other there
            {% endcall %}
        {% endif %}
    {% endfor %}
{% endmacro %}

{#- Columns that would be there twice: Spark refuses them only when they are read. -#}
{% macro _refuse_columns_of_facts(facts, described, selected) %}
    {% set taken = described | map("first") | map("lower") | list %}
    {% set twice, renamed = [], {} %}
    {% for column, alias in selected.items() %}
        {% set name = daybook.bare_name(alias) %}
        {% set is_taken = name | lower in taken %}
        {% if is_taken %} {% do twice.append(name) %} {% endif %}
        {% set other_name = "version_" ~ name if is_taken else name %}
        {% do renamed.update({daybook.bare_name(column): other_name}) %}
    {% endfor %}
    {% if twice %}
        {% call daybook.refuse(this) %}
            with_versions would have two columns {{ twice | join(", ") }}, of {{ facts }} and of its
            versions: give those of the versions other names, as in select={{ daybook.sorted_json(renamed) }}
        {% endcall %}
    {% endif %}
{% endmacro %}
