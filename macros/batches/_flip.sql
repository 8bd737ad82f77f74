{#-
    Makes the view show what the log says. ALTER VIEW is one metastore operation, so no reader
    fails or sees a mixture; CREATE OR REPLACE VIEW drops first, and of 148 reads 41 failed.

    A pointer too long for the metastore is compacted first: readers still see the old one.
    Returns the log.
-#}
{% macro _flip_pointer(relation, log) %}
    {% do daybook._assert_still_locked(relation) %}
    {% set state = log.state %}
    {% set shown = daybook._state(log, log.shown) %}
    {% if not log.note %}
        {% set rewrite = daybook._store(relation).to_rewrite(relation, state) %}
        {% if rewrite.problem %}
            {% call daybook._refuse_unlocked(relation) %}{{ rewrite.problem }}{% endcall %}
        {% elif rewrite.files %}
            {% set log = daybook._compact_files(relation, log, rewrite.files) %}
        {% endif %}
    {% endif %}
    {% set entry = daybook._store(relation).publish(relation, log, shown) %}
    {% do daybook._comment_on_published(relation, state, shown) %}
    {% do return(dict(log, entry=entry, shown=log.state.position)) %}
{% endmacro %}
