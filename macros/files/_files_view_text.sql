{#- The text of a view that shows a state. It names the position, so the view's entry says what readers
    see, and what the log must have. -#}
{% macro _files_view_text(relation, state, note="") %}
    {% set named = "select /* daybook position " ~ state.position ~ " */ " ~ note %}
    {% set text = daybook._files_read(relation, state) | trim %}
    {% do return(text | replace("select ", named, 1)) %}
{% endmacro %}

{#- A model that was never published has a view without rows. -#}
{% macro _files_show_nothing(relation, state) %}
    {% do daybook._write_view(
        relation, daybook._files_view_text(relation, state), locked=relation
    ) %}
{% endmacro %}
