{#-
    Refuses columns of with_versions that are missing or twice there: Spark would refuse them only
    when they are read. Facts that are a subquery cannot be asked, because it may read what the
    model defines before it.
-#}
{% macro _check_joined_columns(
    facts, history, layout, key, selected, valid_at, known_at
) %}
    {% do daybook._check_columns_given(
        this,
        {"key": key.keys() | list, "select": selected.keys() | list},
        history | string,
        layout.described,
    ) %}
    {% if facts is string or not daybook._is_there(facts) %}
        {% do return(none) %}
    {% endif %}
    {% set of_facts = daybook._described(
        "query", "(select * from " ~ facts ~ ")"
    ).columns %}
    {% do daybook._check_columns_given(
        this,
        {
            "key": key.values() | list,
            "valid_at": valid_at,
            "known_at": known_at,
        },
        facts | string,
        of_facts,
    ) %}
    {% set taken = of_facts | map("first") | map("lower") | list %}
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
