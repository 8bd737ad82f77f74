{#- An ordinary table or view under the name is renamed, never dropped; a pointer of ours of another
    kind holds nothing. Returns what the table or view is called now. -#}
{% macro _clear_name(relation, entry) %}
    {% set kind = "view" if entry.type == "VIEW" else "table" %}
    {% if entry and entry.properties.view and daybook._is_made_by_us(relation) %}
        {% call daybook._execute() %} drop {{ kind }} {{ relation }} {% endcall %}
    {% elif entry %}
        {% set name = relation.identifier ~ "__before_" ~ daybook._epoch_now() %}
        {% set aside = relation.incorporate(path={"identifier": name}) %}
        {% if kind == "table" %} {% do daybook._check_rename(relation) %}
        {% endif %}
        {% call daybook._execute() %}
            alter {{ kind }} {{ relation }} rename to {{ aside }}
        {% endcall %}
        {% call daybook.tell(relation) %} the {{ kind }} of that name is now {{ name }} {% endcall %}
        {% do return(aside) %}
    {% endif %}
{% endmacro %}

{#- What a table that is renamed would lose. Hive 4.0 moves the files of a table that it has marked,
    and then looks for them where they were. -#}
{% macro _check_rename(relation) %}
    {% if daybook._has_property(relation, "daybook.born") %}
        {% do daybook._release_lock(relation) %}
        {% call daybook.refuse(relation) %}
            a table of that name holds the batches of another model, whose readers would not find
            them if it were renamed: give this model another name
        {% endcall %}
    {% elif daybook._has_property(relation, "TRANSLATED_TO_EXTERNAL") %}
        {% do daybook._release_lock(relation) %}
        {% call daybook.refuse(relation) %}
            a table has that name, and would lose its rows if it were renamed, because Hive 4 has
            marked it as TRANSLATED_TO_EXTERNAL: take the mark away (alter table {{ relation }}
            unset tblproperties ('TRANSLATED_TO_EXTERNAL')), and try again
        {% endcall %}
    {% endif %}
{% endmacro %}

{% macro _is_made_by_us(relation) %}
    {% do return(daybook._has_property(relation, "daybook.view")) %}
{% endmacro %}

{#- By the properties themselves: what describes a table may have any text in it. -#}
{% macro _has_property(relation, name) %}
    {% for row in run_query("show tblproperties " ~ relation) if row[0] == name %}
        {% do return(true) %}
    {% endfor %}
    {% do return(false) %}
{% endmacro %}
