{#-
    The log of a model: table properties of its batches table, one event a position.

        daybook.log.000007.0000   {"event": "committed", "batch_id": 1449784608, ...}
        daybook.flipped           7
        daybook.state.0000        {"position": 6, ...}   what the events add up to

    Table properties, because concurrent inserts into a Parquet table lose each other and
    one-row files slow every read; a statement takes some 0.05 s. They are read, changed and
    written as a whole, so only the holder of the lock writes. A value is cut into parts of
    3,900 characters: Oracle's metastore holds 4,000, Derby's 32,700.

    `flipped` is the position that the view shows: it follows the flip, so whoever reads rows
    through the view and stops at `flipped` never counts as read what was not yet visible.
    `born` is the first id ever logged: positions of a table that was rebuilt are not those of the old.
-#}
{% macro _read_log(relation) %}
    {% set log = daybook._no_log(relation) %}
    {% set batches = daybook._batches_relation(relation) %}
    {% if daybook._exists(batches) %}
        {% do log.update({"exists": true}) %}
        {% set checkpoint = [] %}
        {% for row in run_query("show tblproperties " ~ batches) %}
            {% if row[0].startswith("daybook.log.") %}
                {% do log.properties.update({row[0]: row[1]}) %}
            {% elif row[0].startswith("daybook.state.") %}
                {% do checkpoint.append([row[0], row[1]]) %}
            {% elif row[0] == "daybook.flipped" %}
                {% do log.update({"flipped": row[1] | int}) %}
            {% elif row[0] == "daybook.born" %}
                {% do log.update({"born": row[1] | int}) %}
            {% endif %}
        {% endfor %}
        {% do log.update(
            {"checkpoint": checkpoint | sort | map(attribute="1") | join}
        ) %}
        {% do daybook._parse_events(relation, log) %}
    {% elif daybook._exists(relation) %}
        {% set source = daybook._cloned_from(relation) %}
        {% if source %} {% do return(daybook._log_of_clone(relation, source)) %}
        {% endif %}
    {% endif %}
    {% do return(log) %}
{% endmacro %}

{#- The log that the SQL of a model goes by. A rendering of the run reads each log once. -#}
{% macro _log_of(relation) %}
    {% if daybook._is_rendered_again() %} {% do return(daybook._no_log(relation)) %}
    {% elif model is not defined or not model.daybook_plan %}
        {% do return(daybook._read_log(relation)) %}
    {% endif %}
    {% set logs, key = model.daybook_plan.logs, daybook._key(relation) %}
    {% if key not in logs %}
        {% do logs.update({key: daybook._read_log(relation)}) %}
    {% endif %}
    {% do return(logs[key]) %}
{% endmacro %}

{% macro _no_log(relation) %}
    {% do return(
        {
            "relation": relation,
            "is_clone": false,
            "exists": false,
            "events": [],
            "flipped": 0,
            "born": 0,
            "properties": {},
            "folds": [],
            "checkpoint": "",
        }
    ) %}
{% endmacro %}

{% macro _parse_events(relation, log) %}
    {% set texts = {} %}
    {% for name in log.properties | sort %}
        {% set position = name.split(".")[2] | int %}
        {% do texts.update(
            {position: texts.get(position, "") ~ log.properties[name]}
        ) %}
    {% endfor %}
    {% for position in texts | sort %}
        {% if texts[position].startswith("*") %}
            {% do daybook._raise(
                relation,
                "Spark hides event "
                ~ position
                ~ " of its log, for a name or value in it matches"
                ~ " spark.sql.redaction.options.regex or spark.redaction.regex: narrow them",
            ) %}
        {% endif %}
        {% set event = fromjson(texts[position]) %}
        {% if event is none %}
            {% do daybook._raise(
                relation,
                "event "
                ~ position
                ~ " of its log is no JSON, as if written by hand: see"
                " show tblproperties " ~ daybook._batches_relation(relation),
            ) %}
        {% endif %}
        {% do event.update({"position": position}) %}
        {% if event.event == "folded" %} {% do log.events.clear() %} {% endif %}
        {% do log.events.append(event) %}
    {% endfor %}
{% endmacro %}

{% macro _last_position(log) %}
    {% do return(log.events[-1].position if log.events else 0) %}
{% endmacro %}

{#- The properties that hold an event: {name: text}. -#}
{% macro _event_properties(position, event) %}
    {% do return(daybook._in_parts("daybook.log.%06d" % position, event)) %}
{% endmacro %}

{% macro _in_parts(name, value) %}
    {% set text = daybook._unredacted(tojson(value, sort_keys=true)) %}
    {% set properties = {} %}
    {% for start in range(0, text | length, 3900) %}
        {% do properties.update(
            {"%s.%04d" % (name, loop.index0): text[start : start + 3900]}
        ) %}
    {% endfor %}
    {% do return(properties) %}
{% endmacro %}

{#- SHOW TBLPROPERTIES hides values with such words in them, as a column `url` would be: one
    letter of each, r or k, becomes its JSON escape. -#}
{% macro _unredacted(json) %}
    {% if not modules.re.search("(?i)url|secret|password|credential|token|key", json) %}
        {% do return(json) %}
    {% endif %}
    {% set text = namespace(json=json) %}
    {% set codes = {"r": "0072", "R": "0052", "k": "006b", "K": "004b"} %}
    {% for before, letter, after in (
        ("u", "r", "l"),
        ("sec", "r", "et"),
        ("passwo", "r", "d"),
        ("c", "r", "edential"),
        ("to", "k", "en"),
        ("", "k", "ey"),
    ) %}
        {% for spelling in (letter, letter | upper) %}
            {% set text.json = modules.re.sub(
                "(?<=(?i:"
                ~ before
                ~ "))"
                ~ spelling
                ~ "(?=(?i:"
                ~ after
                ~ "))",
                "\\\\u" ~ codes[spelling],
                text.json,
            ) %}
        {% endfor %}
    {% endfor %}
    {% do return(text.json) %}
{% endmacro %}

{% macro _set_properties(relation, properties) %}
    {% do daybook._run(
        "alter table "
        ~ daybook._batches_relation(relation)
        ~ " set "
        ~ daybook._properties_clause(properties)
    ) %}
{% endmacro %}

{% macro _properties_clause(properties) %}
    {% set assignments = [] %}
    {% for name, value in properties.items() %}
        {% do assignments.append("'" ~ name ~ "' = " ~ daybook._quoted(value)) %}
    {% endfor %}
    {% do return("tblproperties (" ~ assignments | join(", ") ~ ")") %}
{% endmacro %}

{#- Writes an event at its position, in the table and in the log that was read. Parts of a
    longer text that stood there become blanks in the same statement, which JSON ignores. -#}
{% macro _write_event(relation, log, position, event) %}
    {% set properties = daybook._event_properties(position, event) %}
    {% for name in log.properties
        if name.startswith("daybook.log.%06d." % position) and name not in properties %}
        {% do properties.update({name: " "}) %}
    {% endfor %}
    {% do daybook._set_properties(relation, properties) %}
    {% do log.properties.update(properties) %}
    {% do daybook._append_event(log, position, event) %}
{% endmacro %}

{% macro _append_event(log, position, event) %}
    {% do event.update({"position": position}) %}
    {% if log.events and log.events[-1].position == position %}
        {% do log.events.pop() %}
    {% endif %}
    {% do log.events.append(event) %}
    {% if log.folds and event.event != "folded" %}
        {% do log.folds.append(daybook._state_after(log.folds.pop(), event)) %}
    {% endif %}
{% endmacro %}

{% macro _write_flipped(relation, log) %}
    {% set position = daybook._last_position(log) %}
    {% do daybook._set_properties(relation, {"daybook.flipped": position | string}) %}
    {% do log.update({"flipped": position}) %}
{% endmacro %}
