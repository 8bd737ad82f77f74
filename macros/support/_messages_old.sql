{#- What is replaced by _refuse, _refuse_option, _tell and _execute, until no caller is left. -#}
{% macro _raise(relation, message) %}
    {% call daybook._refuse(relation) %}{{ message }}{% endcall %}
{% endmacro %}

{% macro _bad_option(relation, name, value, way_out) %}
    {% call daybook._refuse_option(relation, name, value) %}{{ way_out }}{% endcall %}
{% endmacro %}

{% macro _say(relation, message) %}
    {% call daybook._tell(relation) %}{{ message }}{% endcall %}
{% endmacro %}

{% macro _run(sql) %}
    {% call daybook._execute() %}{{ sql }}{% endcall %}
{% endmacro %}

{#- Other names of _catalog_entry and _catalog_entries. -#}
{% macro _found(relation) %}
    {% do return(daybook._catalog_entry(relation)) %}
{% endmacro %}

{% macro _found_like(relation, ending="") %}
    {% do return(daybook._catalog_entries(relation, ending)) %}
{% endmacro %}
