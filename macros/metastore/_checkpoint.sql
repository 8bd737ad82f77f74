{#-
    A checkpoint is what the log adds up to at a position. It keeps the log short, and quick to
    read. A log has two:

        the first   stands for the events up to it, which are deleted
        the last    saves a run from adding up 1,000 events, which takes a second

        daybook.state.000500.0000   {"state": {...}, "held": {"17": {...}, ...}}
        daybook.log.000501.0000     the first event that is left
        ...
        daybook.state.000975.0000   {"state": {...}, "held": {}}
        ...
        daybook.log.000990.0000     the last event

    A run writes a new last one after 25 events. If a log has more than `daybook_log_events`
    events (default 1,000), the run also writes a new first one, in the middle. It writes both in
    one statement, and deletes in the next what is not needed any more. If it dies in between,
    the log still begins where it began, and a later run deletes what is too much. Positions go
    on counting, so what others have consumed stays exact.

    Only a run that still holds its lock does this: a run that has taken the lock from it may have
    protected a batch since, which `held` would lack.

    `held` is what readers saw at earlier positions that are protected or cloned: the events that
    tell are still there when the checkpoint is written.
-#}
{% macro _keep_log_short(relation, log, due) %}
    {% set first = due.first or log.checkpoints[0].position %}
    {% set last = due.last or log.checkpoints[-1].position %}
    {% set properties = {} %}
    {% for position in [due.first, due.last] | select | unique %}
        {% set held = (
            daybook._held_at(log, position) if position == due.first else {}
        ) %}
        {% set kept = {"state": daybook._state(log, position), "held": held} %}
        {% set checkpoint = daybook._in_parts(
            "daybook.state.%06d" % position, daybook._encoded(kept)
        ) %}
        {% do properties.update(daybook._blanks_for(log, checkpoint)) %}
        {% do properties.update(checkpoint) %}
    {% endfor %}
    {% do daybook._set_properties(relation, properties) %}
    {% do daybook._delete_superfluous(relation, log, [first, [first, last] | max]) %}
{% endmacro %}

{#- The positions at which the two checkpoints are written again: {first, last}, none for one that
    stays where it is; {} if both do. -#}
{% macro _checkpoints_due(log) %}
    {% set limit, last = var("daybook_log_events", 1000), log.state.position %}
    {% set due = {} %}
    {% if log.events | length > limit %}
        {% set middle = log.events[(log.events | length - 1) // 2].position %}
        {% do due.update({"first": middle}) %}
    {% endif %}
    {% if last - log.checkpoints[-1].position >= [25, limit // 2] | min %}
        {% do due.update({"last": last}) %}
    {% endif %}
    {% do return(due) %}
{% endmacro %}

{#- Deletes the events up to the first of the two checkpoints that are kept, and the others. -#}
{% macro _delete_superfluous(relation, log, kept) %}
    {% set names = [] %}
    {% for name in log.properties %}
        {% set parts = name.split(".") %}
        {% if parts[1] == "log" and parts[2] | int <= kept[0] %}
            {% do names.append(name) %}
        {% elif parts[1] == "state" and parts[2] | int not in kept %}
            {% do names.append(name) %}
        {% endif %}
    {% endfor %}
    {#- What is deleted may have been protected by a run that has taken the lock since. -#}
    {% if names and daybook._is_still_held(relation) %}
        {% for kind in ("view", "table") %}
            {% call daybook._execute() %}
                alter {{ kind }} {{ daybook._log_holder(relation, kind) }}
                unset tblproperties if exists ({{ daybook.quoted_text(names) }})
            {% endcall %}
        {% endfor %}
        {#- The last look at the view must not write them again. -#}
        {% set held = daybook._held_lock(relation) %}
        {% if held %}
            {% set kept = held.written.items() | rejectattr("0", "in", names) %}
            {% do held.update({"written": dict(kept)}) %}
        {% endif %}
    {% endif %}
{% endmacro %}

{#-
    The checkpoints from the one that the log begins at: the first one that can be read, and from
    which on no event is missing. What is before it is forgotten. If there is none, the state of the
    one that is needed is none.
-#}
{% macro _checkpoints_in(relation, properties, events) %}
    {% set empty = daybook._no_log(relation).checkpoints[0] %}
    {% set texts = daybook._texts_in(properties, "daybook.state.") %}
    {% set checkpoints = [] %}
    {% for position, text in texts.items() %}
        {% set kept = daybook._decoded(text) %}
        {% if kept is mapping and kept.state is mapping %}
            {% set state = daybook._fields_in("state", kept.state) %}
            {% do checkpoints.append(dict(kept, state=state, position=position)) %}
        {% endif %}
    {% endfor %}
    {% set first = events[0].position - 1 if events else 0 %}
    {% if first == 0 %} {% do checkpoints.insert(0, empty) %} {% endif %}
    {% set tail = namespace(first=none) %}
    {% for event in events | reverse %}
        {% if tail.first is none or event.position == tail.first - 1 %}
            {% set tail.first = event.position %}
        {% endif %}
    {% endfor %}
    {% set needed = tail.first - 1 if events else texts | max | default(0, true) %}
    {% set usable = checkpoints | selectattr("position", "ge", needed) | list %}
    {% if usable %} {% do return(usable) %} {% endif %}
    {% do return(
        [{"position": first, "state": none}]
        if first in texts
        else checkpoints or [empty]
    ) %}
{% endmacro %}

{#- What readers saw at the positions before another one that are protected or cloned:
    {position: {pointer, ...}}. -#}
{% macro _held_at(log, first) %}
    {% set protected = log.state.protected.values() | list %}
    {% set positions = protected + log.state.clones.values() | sum(start=[]) | list %}
    {% set held = {} %}
    {% for position in positions | unique if position < first %}
        {% set state = daybook._state_at(log, position) %}
        {% if state %}
            {% set kept = daybook._fields_in("held", state) %}
            {% do held.update({position | string: dict(kept, position=position)}) %}
        {% endif %}
    {% endfor %}
    {% do return(held) %}
{% endmacro %}

{#- At the end of a run. -#}
{% macro _files_shorten_log(relation, log) %}
    {% set due = daybook._checkpoints_due(log) %}
    {% if due and daybook._is_still_held(relation) %}
        {% do daybook._keep_log_short(relation, log, due) %}
    {% endif %}
{% endmacro %}
