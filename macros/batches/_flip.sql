{#-
    Makes the view show what the log says. ALTER VIEW is one metastore operation, so no reader
    fails or sees a mixture; CREATE OR REPLACE VIEW drops first, and of 148 reads 41 failed.

    A pointer too long for the metastore is compacted first: readers still see the old one.
    Returns the log.
-#}
{% macro _flip_pointer(relation, log) %}
    {% do daybook._assert_still_locked(relation) %}
    {% set state = daybook._state(log) %}
    {% set shown = daybook._state(log, log.shown) %}
    {% if state.publish == "partitions" %}
        {% set entry = daybook._publish_as_partitions(relation, log, shown, state) %}
    {% else %}
        {% set merged = (
            {} if log.note else daybook._files_to_rewrite(relation, state)
        ) %}
        {% if merged is none %}
            {% call daybook._refuse_unlocked(relation) %}{{ daybook._view_too_long() }}{% endcall %}
        {% elif merged %} {% set log = daybook._compact_files(relation, log, merged) %}
        {% endif %}
        {#- The text that the view has now may be the second copy of an event. -#}
        {% if not log.note and daybook._held_lock(relation).unwritten %}
            {% do daybook._set_properties_of(relation, "view", {}) %}
        {% endif %}
        {% set entry = daybook._write_view(
            relation,
            daybook._pointer_text(relation, daybook._state(log), log.note),
            entry=log.entry,
            is_known=state.chain | length > 1,
            locked=relation,
            logged=(
                daybook._event_properties(log.events[-1]) if log.note else {}
            ),
        ) %}
    {% endif %}
    {% do daybook._comment_on_published(relation, state, shown) %}
    {% do return(dict(log, entry=entry, shown=log.state.position)) %}
{% endmacro %}
