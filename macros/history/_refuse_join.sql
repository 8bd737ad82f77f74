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

{#- Columns that would be there twice: Spark refuses them only when they are read. Facts that are a
    subquery cannot be asked, because it may read what the model defines before it. -#}
{% macro _refuse_columns_of_facts(facts, selected) %}
    {% if facts is string or not daybook._is_there(facts) %}
        {% do return(none) %}
    {% endif %}
    {% set described = daybook._described("query", "(select * from " ~ facts ~ ")") %}
    {% set taken = described.columns | map("first") | map("lower") | list %}
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
            versions: give those of the versions other names, as in select={{ tojson(renamed) }}
        {% endcall %}
    {% endif %}
{% endmacro %}
