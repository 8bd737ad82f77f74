{#-
    A value as part of a column name: lower case, whatever is not a letter or a digit of some
    script as one underscore, none at the ends, and state_ in front of a digit.

        Awaiting User Info  →  awaiting_user_info
        -100                →  state_100
        Закрыт              →  закрыт
-#}
{% macro column_name(value) %}
    {% set name = modules.re.sub("[\\W_]+", "_", value | lower).strip("_") %}
    {% do return("state_" ~ name if not name or name[0].isdigit() else name) %}
{% endmacro %}
