{#-
    Repairs what a dead run left, under the lock; returns the log as it stands then. A log that
    lacks an event that no later checkpoint stands for is refused: what the event says would be taken
    for dead, and removed.

        started, no more     failed: logged, its files dropped
        dropping, no more    the rest is dropped, and logged
        committed or later   flipped, if the view does not show it yet
        the view is gone, or something else has its name: it is made again

    rebuilds: whether the run replaces all rows. Then it does not wait for a flip that would have
    to compact, because files that are lost cannot be compacted.
-#}
{% macro _recovered_log(relation, rebuilds=false) %}
    {% set log = daybook._store(relation).restored_log(relation) %}
    {% for what, to_do in daybook._damage_to_log(log) %}
        {% call daybook._refuse_unlocked(relation) %} {{ what }}: {{ to_do }} {% endcall %}
    {% endfor %}
    {% do daybook._store(relation).check_view(relation, log, rebuilds) %}
    {% set log = daybook._fail_what_was_begun(relation, log) %}
    {% if log.events and log.events[-1].event == "dropping" %}
        {% do daybook._assert_still_locked(relation) %}
        {% set log = daybook._finish_dropping(relation, log) %}
        {% call daybook.tell(relation) %} finished what a dead cleaning had begun {% endcall %}
    {% endif %}
    {% if daybook._store(relation).is_behind(relation, log) %}
        {% set rewrite = (
            daybook._store(relation).to_rewrite(relation, log.state)
            if rebuilds
            else {}
        ) %}
        {% if not (rewrite.files or rewrite.problem) %}
            {% set log = daybook._store(relation).date_again(relation, log) %}
            {% set log = daybook._flip_pointer(relation, log) %}
        {% endif %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}

{% macro _fail_what_was_begun(relation, log) %}
    {% if log.events and log.events[-1].event == "started" %}
        {#- If the lock was lost before the log was read, the event is that of a run that lives. -#}
        {% do daybook._assert_still_locked(relation) %}
        {% set log = daybook._fail_batch(relation, log, "the run died") %}
        {% call daybook.tell(relation) %} dropped what a dead run had begun to write {% endcall %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}
