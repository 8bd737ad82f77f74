{#- The text of a view that shows a state. It names the position, so the view's entry says what readers
    see, and what the log must have. -#}
{% macro _files_view_text(relation, state, note="") %}
    {% set named = "select /* daybook position " ~ state.position ~ " */ " ~ note %}
    {% set text = daybook._files_read(relation, state) | trim %}
    {% do return(text | replace("select ", named, 1)) %}
{% endmacro %}
