{#-
    What was published at a position, also if its event was deleted since: a checkpoint holds the
    states that are protected or cloned. None if it is not known any more.
-#}
{% macro _state_at(log, position) %}
    {% set first = log.checkpoints[0] %}
    {% if position >= first.position %}
        {% do return(daybook._state(log, position)) %}
    {% endif %}
    {% do return(first.held.get(position | string)) %}
{% endmacro %}

{#- What was published at a position, with files that are all still there; none where there
    are none. Compactions that followed have the same rows. Of all
    partitions, or of those that readers see. -#}
{% macro _readable_at(log, position, public=true) %}
    {% set alike = [position] %}
    {% for event in log.events
        if event.position == alike[-1] + 1
        and event.position <= log.flipped
        and event.event not in ("committed", "pointed") %}
        {% do alike.append(event.position) %}
    {% endfor %}
    {% set now = daybook._state(log) %}
    {% for position in alike | reverse %}
        {% set then = daybook._state_at(log, position) %}
        {% if then and not daybook._cleaned_of(
            (
                daybook._pointer_of(then, private=false)
                if public
                else then.pointer
            ),
            now,
        ) %}
            {% do return(then) %}
        {% endif %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- Of the files that a pointer names, those that were cleaned: {partition: [batch_id, ...]}. -#}
{% macro _cleaned_of(pointer, now) %}
    {% set gone = {} %}
    {% for partition, ids in pointer.items() %}
        {% set there = (
            now.files.get(partition, [])
            | reject("in", now.dropping.get(partition, []))
            | list
        ) %}
        {% set missing = ids | reject("in", there) | list %}
        {% if missing %} {% do gone.update({partition: missing}) %} {% endif %}
    {% endfor %}
    {% do return(gone) %}
{% endmacro %}

{#- Why the past can't be had any more, as the end of a sentence. -#}
{% macro _why_unknown(log, position) %}
    {% if position >= log.checkpoints[0].position %}
        {% set cleaned = log.events | selectattr(
            "event", "in", ("dropping", "dropped")
        ) %}
        {% set at = (cleaned | list)[-1:] | map(attribute="at") | join ~ " UTC" %}
        {% do return(
            "files of that time have been cleaned"
            ~ (", last at " ~ at if at != " UTC" else "")
            ~ ". protect_batch keeps a batch's files for ever"
        ) %}
    {% endif %}
    {% do return(
        "its log no longer says what was published before "
        ~ log.checkpoints[0].state.chain[-1].at
        ~ " UTC. A higher daybook_log_events keeps the log for longer"
    ) %}
{% endmacro %}
