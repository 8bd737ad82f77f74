{#-
    A history from full snapshots: copies of a whole table, each taken at some time.

        snapshots                          history
        taken_at    customer_id  score    customer_id  score  valid_from  valid_to
        2016-11-16  C-1001       774      C-1001       774    2016-11-16  2016-11-17
        2016-11-16  C-1002       512      C-1001       775    2016-11-18  9999-12-31
        2016-11-17  C-1001       774      C-1002       512    2016-11-16  2016-11-16
        2016-11-18  C-1001       775

    A snapshot says of each key of its scope what was true when it was taken, and that there were no
    others; it holds until the next one. So its arrivals are what differs from the snapshot before it
    and, if it comes late, at the time of the one after it, what that one has said. What the history
    makes of arrivals is in bitemporal_history.sql.

    The times of all snapshots are private rows, in the part `snapshot`.
-#}
{% macro history_of_snapshots(
    snapshots,
    posted,
    key,
    taken_at,
    values=none,
    scope=none,
    deletes=none,
    largest_loss=none,
    history=none
) %}
    {%- if not execute -%} {%- do return("") -%} {%- endif -%}
    {%- set so_far = daybook.published_so_far(posted) -%}
    {%- set given = daybook._arguments_of_snapshots(
        {
            "snapshots": snapshots,
            "key": key,
            "taken_at": taken_at,
            "values": values,
            "scope": scope,
            "deletes": deletes,
            "largest_loss": largest_loss,
            "history": history,
        },
        so_far,
    ) -%}
    {#- Nothing can be asked about the columns, and nobody reads this text. -#}
    {%- if not given["values"] -%}
        {%- do return("select * from " ~ snapshots) -%}
    {%- endif -%}
    {%- set arguments = daybook._history_arguments(
        "history_of_snapshots", given, "the snapshots"
    ) -%}
    {%- set layout = dict(
        daybook._history_layout(arguments),
        scope=daybook.quoted_column(given.scope),
    ) -%}
    {%- do daybook._refuse_other_history(
        "history_of_snapshots", so_far, arguments, layout
    ) -%}
    {%- set run = daybook._run_of_snapshots(so_far, arguments, layout, given) -%}
    {%- do daybook._plan_history("history_of_snapshots", run) -%}
    {{ daybook._history_query(run) }}
{% endmacro %}

{#- The arguments as those of a history whose arrivals are the snapshots: with those of `history`, with
    the scope as a part of the key, and with all other columns as values if none are named. -#}
{% macro _arguments_of_snapshots(given, so_far) %}
    {% set own = ["arrivals", "key", "values", "event_time", "order_by"] %}
    {% set own = own + ["is_deleted", "valid_until", "carry_forward"] %}
    {% set of_history = daybook._arguments_of_bitemporal_history() | reject(
        "in", own
    ) %}
    {% set args = daybook.checked_arguments(
        this,
        "history_of_snapshots",
        given,
        {
            "snapshots": {},
            "key": {"required": true, "names": "many"},
            "taken_at": {"required": true, "names": "one"},
            "values": {"names": "many", "default": []},
            "scope": {"names": "many", "default": []},
            "deletes": {"default": "close", "one_of": ["close", "keep"]},
            "largest_loss": {
                "default": 0.3,
                "between": [0, 1],
                "goes_with": {"deletes": "close"},
            },
            "history": {"default": {}, "keys_in": of_history | list},
        },
    ) %}
    {% do daybook.refuse_whole_relation("snapshots", given.snapshots) %}
    {% set columns = daybook.columns_read(given.snapshots) %}
    {% do daybook.check_columns(
        this,
        {
            "key": args.key,
            "taken_at": args.taken_at,
            "values": args["values"],
            "scope": args.scope,
        },
        "the snapshots",
        columns,
    ) %}
    {% set scope = daybook.bare_name(args.scope) %}
    {% set in_scope = scope | map("lower") | list %}
    {% set key = [] %}
    {% for name in daybook.bare_name(args.key) if name | lower not in in_scope %}
        {% do key.append(name) %}
    {% endfor %}
    {% set key = scope + key %}
    {% set values = daybook.bare_name(args["values"]) %}
    {% if not values %}
        {% set others = key + [daybook.bare_name(args.taken_at)] %}
        {% do others.extend(daybook.bare_name(args.history.get("type_1") or [])) %}
        {% do others.append(daybook.bare_name(args.history.get("system_time") or "")) %}
        {% set values = daybook._other_columns(columns, others, so_far) %}
    {% endif %}
    {% do return(
        dict(
            dict({"system_time": none}, **args.history),
            arrivals=given.snapshots,
            key=key,
            values=values,
            event_time=args.taken_at,
            scope=scope,
            deletes=args.deletes,
            largest_loss=args.largest_loss,
        )
    ) %}
{% endmacro %}

{#- All columns of the snapshots but these: first those that are published, in their order. -#}
{% macro _other_columns(columns, others, so_far) %}
    {% set published = daybook.bare_name(so_far.built_with.get("values", [])) %}
    {% if columns is none %}
        {% if daybook.current_phase() == "unit_test" %}
            {% call daybook.refuse(this) %}
                in a unit test, history_of_snapshots can't ask for the columns of the snapshots: name
                them as values
            {% endcall %}
        {% endif %}
        {% do return(published) %}
    {% endif %}
    {% set own = others | map("lower") | list + ["batch_id", "posted_batch_id"] %}
    {% set names = columns | map("first") | list %}
    {% set values, known = [], published | map("lower") | list %}
    {% for name in published
        if name | lower in names | map("lower") | list and name | lower not in own %}
        {% do values.append(name) %}
    {% endfor %}
    {% for name in names if name | lower not in own + known %}
        {% do values.append(name) %}
    {% endfor %}
    {% do return(values) %}
{% endmacro %}
