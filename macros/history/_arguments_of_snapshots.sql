{#- The arguments as those of a history whose arrivals are the snapshots: with those of `history`, with
    the scope as a part of the key, and with all other columns as values if none are named. -#}
{% macro _arguments_of_snapshots(given, so_far) %}
    {% set own = ["arrivals", "key", "values", "event_time", "order_by"] %}
    {% set own = own + ["is_deleted", "valid_until", "type_1", "carry_forward"] %}
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
    {% if columns and "posted_batch_id" not in columns | map("first") | map(
        "lower"
    ) | list %}
        {% call daybook.refuse(this) %}
            the snapshots have no column posted_batch_id, which says to which copy a row belongs: select
            it, too
        {% endcall %}
    {% endif %}
    {% set scope = daybook.bare_name(args.scope) %}
    {% set in_scope = scope | map("lower") | list %}
    {% set key = [] %}
    {% for name in daybook.bare_name(args.key) if name | lower not in in_scope %}
        {% do key.append(name) %}
    {% endfor %}
    {% set times = daybook.as_list(args.taken_at) %}
    {% do times.extend(daybook.as_list(args.history.get("system_time") or [])) %}
    {% set times = daybook.bare_name(times) %}
    {% set values = daybook.bare_name(args["values"]) %}
    {% set named = {} %}
    {% for role, names in {"scope": scope, "key": key, "values": values}.items() %}
        {% for name in names %}
            {% if name | lower in times | map("lower") | list %}
                {% call daybook.refuse_option(this, role, name) %}
                    it is a time of the snapshots: leave it out of {{ role }}
                {% endcall %}
            {% elif name | lower in named %}
                {% call daybook.refuse_option(this, role, name) %}
                    {{ named[name | lower] }} has it already: name each column once
                {% endcall %}
            {% endif %}
            {% do named.update({name | lower: role}) %}
        {% endfor %}
    {% endfor %}
    {% set key = scope + key %}
    {% if not values %}
        {% set others = key + times %}
        {% set values = daybook._other_columns(columns, others, so_far) %}
        {% if columns and not values %}
            {% call daybook.refuse(this) %}
                the snapshots have no columns but key, scope and times, so no version has values: add a
                column to the staging model, such as true as is_there
            {% endcall %}
        {% endif %}
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
