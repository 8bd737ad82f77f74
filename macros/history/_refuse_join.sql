{#-
    Refuses joins of facts with versions that would give wrong rows, or columns that are there twice.

    With a part of the history's key, a fact would find a version of each key that has this part.
-#}
{% macro _refuse_part_of_key(key, whole) %}
    {% set given, names, lacking = [], [], [] %}
    {% for column in key %}
        {% do given.append(daybook._bare_name(column) | lower) %}
    {% endfor %}
    {% for column in whole %}
        {% do names.append(daybook._bare_name(column)) %}
    {% endfor %}
    {% for name in names if name | lower not in given %}
        {% do lacking.append(name) %}
    {% endfor %}
    {% if lacking %}
        {% call daybook._refuse_option(this, "key", key | list) %}
            the history has a version for each {{ names | join(", ") }}, so a fact could get several:
            name {{ lacking | join(", ") }} too
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- [[column, type], ...]; none for a subquery, which cannot be asked because it may read what the
    model defines before it. -#}
{% macro _columns_if_there(relation) %}
    {% if (
        relation is string
        or daybook._phase() == "before_run"
        or not daybook._is_built(relation)
    ) %}
        {% do return(none) %}
    {% endif %}
    {% do return(
        daybook._described("query", "(select * from " ~ relation ~ ")").columns
    ) %}
{% endmacro %}

{% macro _check_facts(facts, history, layout, key, arguments, selected) %}
    {% set described = daybook._columns_if_there(facts) %}
    {% if described %}
        {% do daybook._refuse_columns_of_facts(facts, described, selected) %}
        {% do daybook._refuse_keys_of_facts(facts, described, history, layout, key) %}
        {% for name in ("valid_at", "known_at") if arguments[name] %}
            {% do daybook._refuse_text_of_facts(
                facts, described, name, arguments[name]
            ) %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{#- Keys of two types: Spark casts one of them, and texts such as 7 and 007 are then the same, so that a
    fact would get the versions of both. -#}
{% macro _refuse_keys_of_facts(facts, described, history, layout, key) %}
    {% set of_history = layout.described or daybook._columns_if_there(history) or [] %}
    {% for column, fact_column in key.items() %}
        {% set fact_column = daybook._bare_name(fact_column) %}
        {% do daybook._check_columns_given(
            this, {"key": fact_column}, facts, described
        ) %}
        {% set type = daybook._type_of(fact_column, described) %}
        {% set other = daybook._type_of(daybook._bare_name(column), of_history) %}
        {% if other and daybook._kind_of_key(type) != daybook._kind_of_key(other) %}
            {% call daybook._refuse_option(this, "key", fact_column) %}
                it is of type {{ type }} in {{ facts }}, and {{ column }} of type {{ other }} in
                {{ history }}: cast one to the type of the other there
            {% endcall %}
        {% endif %}
    {% endfor %}
{% endmacro %}

{#- A cast to a date or to timestamp_ntz ignores the zone of a text. -#}
{% macro _refuse_text_of_facts(facts, described, name, column) %}
    {% set column = daybook._bare_name(column) %}
    {% do daybook._check_columns_given(this, {name: column}, facts, described) %}
    {% set type = daybook._type_of(column, described) %}
    {% if daybook._kind_of_key(type).startswith("string") %}
        {% call daybook._refuse_option(this, name, column) %}
            it is of type {{ type }} in {{ facts }}: make it a date, a timestamp or an integer
            there; daybook.local_timestamp makes a timestamp of a text with a zone
        {% endcall %}
    {% endif %}
{% endmacro %}

{#- Columns that would be there twice: Spark refuses them only when they are read. -#}
{% macro _refuse_columns_of_facts(facts, described, selected) %}
    {% set taken = described | map("first") | map("lower") | list %}
    {% set twice, renamed = [], {} %}
    {% for column, alias in selected.items() %}
        {% set name = daybook._bare_name(alias) %}
        {% set is_taken = name | lower in taken %}
        {% if is_taken %} {% do twice.append(name) %} {% endif %}
        {% set other_name = "version_" ~ name if is_taken else name %}
        {% do renamed.update({daybook._bare_name(column): other_name}) %}
    {% endfor %}
    {% if twice %}
        {% call daybook._refuse(this) %}
            with_versions would have two columns {{ twice | join(", ") }}, of {{ facts }} and of its
            versions: give those of the versions other names, as in select={{ daybook._json(renamed) }}
        {% endcall %}
    {% endif %}
{% endmacro %}
