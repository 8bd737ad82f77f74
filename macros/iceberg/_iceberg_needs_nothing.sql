{#- What a storage in files has to do, and one in Iceberg has not: readers see a batch as soon as it is
    published, whole, and the log with it. -#}
{% macro _iceberg_shorten_log(relation, log) %} {% endmacro %}

{% macro _iceberg_check_view(relation, log, rebuilds) %} {% endmacro %}

{% macro _iceberg_is_behind(relation, log) %} {% do return(false) %} {% endmacro %}

{% macro _iceberg_date_again(relation, log) %} {% do return(log) %} {% endmacro %}

{% macro _iceberg_check_place(relation, log) %} {% endmacro %}

{% macro _iceberg_to_rewrite(relation, state) %}
    {% do return({"files": {}, "problem": none}) %}
{% endmacro %}

{% macro _iceberg_note(relation, log) %} {% do return("") %} {% endmacro %}

{% macro _iceberg_are_shown(relation, log) %} {% do return(true) %} {% endmacro %}

{% macro _iceberg_damage(relation, log) %} {% do return([]) %} {% endmacro %}

{% macro _iceberg_damage_to_view(relation, log) %} {% do return([]) %} {% endmacro %}

{% macro _iceberg_has_files_of_its_own() %} {% do return(false) %} {% endmacro %}
