{#- The relation as it was published then, as a subquery: from the files of that time. -#}
{% macro as_of(relation, batch_id=none, at=none) %}
    {% if not execute or relation.is_cte %} {% do return(relation) %} {% endif %}
    {% if (batch_id is none) == (at is none) %}
        {% do daybook._raise(relation, "as_of takes either batch_id= or at=") %}
    {% endif %}
    {% set log = daybook._read_log(relation) %}
    {% set state = daybook._state(log, log.flipped) %}
    {% set until = daybook._utc_text(relation, at) if at is not none else none %}
    {% set known = [] %}
    {% for batch in state.chain
        if (batch_id is none or batch.batch_id <= batch_id)
        and (at is none or batch.at <= until) %}
        {% do known.append(batch) %}
    {% endfor %}
    {% if not known %}
        {% do daybook._raise(
            relation,
            "nothing was published by "
            ~ (until or batch_id)
            ~ (
                "; the first batch is "
                ~ state.chain[0].batch_id
                ~ ", published at "
                ~ state.chain[0].at
                ~ " UTC"
                if state.chain
                else "; it has not been run"
            ),
        ) %}
    {% endif %}
    {% set then = namespace(position=known[-1].position) %}
    {#- A compaction that followed has the same rows, and may have made them readable. -#}
    {% for event in log.events
        if event.position == then.position + 1
        and event.position <= log.flipped
        and event.event in ("compacted", "failed") %}
        {% set then.position = event.position %}
    {% endfor %}
    {% do return(daybook._at_position(relation, log, then.position)) %}
{% endmacro %}

{#-
    Files that were written since are hidden, as those that were not yet published are.

    Before the position to which the log is folded, files are no longer known; but where rows
    only joined since then, those of that time are told by posted_batch_id.
-#}
{% macro _at_position(relation, log, position, columns=none) %}
    {% set now = daybook._state(log) %}
    {% if position >= log.events[0].position or log.events[0].event != "folded" %}
        {% set then = daybook._state(log, position) %}
        {% set then = dict(then, columns=columns or then.columns) %}
        {% do return("(" ~ daybook._view_text(relation, then, now.files) ~ ")") %}
    {% endif %}
    {% if daybook._replaced_since(now, position, rewritten=true) %}
        {% do daybook._raise(
            relation,
            "its log no longer says what was published before "
            ~ log.events[0].state.chain[-1].at
            ~ " UTC, and rows of that time have been replaced. A higher"
            ~ " daybook_log_events keeps the log for longer",
        ) %}
    {% endif %}
    {% set posted = [] %}
    {% for batch in now.chain if batch.position <= position %}
        {% do posted.append(batch.batch_id) %}
    {% endfor %}
    {% do return(
        "("
        ~ daybook._view_text(relation, now)
        ~ " and posted_batch_id <= "
        ~ posted
        | max ~ ")"
    ) %}
{% endmacro %}

{#- A time in UTC as the log has it, to the second; a date is its midnight. -#}
{% macro _utc_text(relation, at) %}
    {% set text = at | string | replace("T", " ") %}
    {% if not modules.re.fullmatch(
        "\\d{4}-\\d\\d-\\d\\d( \\d\\d:\\d\\d(:\\d\\d([.]\\d+)?)?(Z|[+]00:?00)?)?",
        text,
    ) %}
        {% do daybook._raise(
            relation,
            "as_of at="
            ~ tojson(text)
            ~ " is no time in UTC: write it as 2015-06-30 or 2015-06-30 23:59:59",
        ) %}
    {% endif %}
    {% set text = modules.re.match("[^Z+]*", text).group(0)[:19] %}
    {% do return(text ~ " 00:00:00"[text | length - 10 :]) %}
{% endmacro %}
