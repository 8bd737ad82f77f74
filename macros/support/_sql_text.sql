{#- SQL without its comments; literals stay, whatever they look like. -#}
{% macro _without_comments(query) %}
    {% set comments = "(?s:('(?:[^'\\\\]|\\\\.)*'|\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`)|/\\*.*?\\*/|--[^\n]*)" %}
    {% do return(modules.re.sub(comments, "\\1", query)) %}
{% endmacro %}

{#- Whether a text has the name of a relation, or of its batches table. -#}
{% macro _mentions(text, relation) %}
    {% set name = modules.re.escape(daybook._without_backticks(relation)) %}
    {% set pattern = "(?i:(?<![\\w.])" ~ name ~ "(__batches)?(?!\\w))" %}
    {% set found = modules.re.search(pattern, daybook._without_backticks(text)) %}
    {% do return(found is not none) %}
{% endmacro %}
