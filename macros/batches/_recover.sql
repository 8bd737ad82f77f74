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
    {% set log = daybook._restored_log(relation) %}
    {% for what, to_do in daybook._damage_to_log(log) %}
        {% call daybook._refuse_unlocked(relation) %} {{ what }}: {{ to_do }} {% endcall %}
    {% endfor %}
    {% do daybook._check_view_is_ours(relation, log, rebuilds) %}
    {% set log = daybook._fail_what_was_begun(relation, log) %}
    {% if log.events and log.events[-1].event == "dropping" %}
        {% do daybook._assert_still_locked(relation) %}
        {% set log = daybook._finish_dropping(relation, log) %}
        {% call daybook.tell(relation) %} finished what a dead cleaning had begun {% endcall %}
    {% endif %}
    {% if daybook._is_behind(relation, log) %}
        {% set rewrite = (
            daybook._files_to_rewrite(relation, log.state) if rebuilds else {}
        ) %}
        {% if not (rewrite.files or rewrite.problem) %}
            {% set log = daybook._date_again(relation, log) %}
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

{#- Whether the view does not show what the log says: it was not flipped, somebody put an older text
    back, it is gone, or something else has its name, such as the table of a model that was
    materialized otherwise meanwhile. -#}
{% macro _is_behind(relation, log) %}
    {% set state = log.state %}
    {% if not state.chain %} {% do return(false) %} {% endif %}
    {% set kind = "partitions" if state.publish == "partitions" else "pointer" %}
    {% do return(
        daybook._is_unflipped(log)
        or daybook._position_in(log) is none
        or not daybook._is_ours(log.entry, kind)
    ) %}
{% endmacro %}

{#- Whether something is committed that the view does not show yet. -#}
{% macro _is_unflipped(log) %}
    {% for event in log.events if daybook._is_unseen(event, log) %}
        {% do return(true) %}
    {% endfor %}
    {% do return(log.shown < log.checkpoints[0].position) %}
{% endmacro %}

{% macro _is_unseen(event, log) %}
    {% do return(
        event.position > log.shown
        and event.event in ("committed", "compacted", "pointed")
    ) %}
{% endmacro %}

{#- What nobody has seen yet is published now, whenever it was committed. -#}
{% macro _date_again(relation, log) %}
    {% set events, properties = [], {} %}
    {% for event in log.events %}
        {% if daybook._is_unseen(event, log) %}
            {% set event = dict(event, at=daybook._now()) %}
            {% do properties.update(daybook._event_properties(event)) %}
        {% endif %}
        {% do events.append(event) %}
    {% endfor %}
    {% if not properties %} {% do return(log) %} {% endif %}
    {% do daybook._set_properties(relation, properties) %}
    {% set properties = dict(log.properties, **properties) %}
    {% do return(daybook._log_of_events(dict(log, properties=properties), events)) %}
{% endmacro %}
