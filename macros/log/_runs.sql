{#-
    The pointer as runs: neighbouring partitions that one condition over batch_id can tell.

    Partitions, in order, join a run as long as no batch to be seen in one of them has hidden
    files in another. A batch without files in a partition may be named there or not: nothing
    changes. Where the whole table is one run, no partition need be named. Otherwise values of
    the first column join, those that are no run in themselves are split by the next column.

        m   y    seen  hidden         m = 5 and ...      2 in, 1 out
        5   1    2     1
        6   1    1                    m between 6 and 8 and ...
        8   1    1

    The metastore's database compares text in an order of its own, in which a may come before
    B, or between b and c. So of texts only those of digits and - join, of one form, as
    2015-06 and 2015-07 are.
-#}
{% macro _runs(state, files=none) %}
    {% set files = state.files if files is none else files %}
    {% set partitions = daybook._ordered(files, state.partition_by) %}
    {% set all = {
        "depth": -1,
        "at": [],
        "first": none,
        "last": none,
        "seen": set([]),
        "hidden": set([]),
    } %}
    {% set pointer = state.pointer %}
    {% set none_hidden = set([]) %}
    {% for partition in partitions %}
        {% set key = partition.key %}
        {% set seen = pointer[key] or [] %}
        {% set hidden = (
            none_hidden
            if files[key] == seen
            else set(files[key]).difference(seen)
        ) %}
        {% do partition.update(
            {
                "seen": seen,
                "hidden": hidden,
                "partitions": [key] if seen else [],
            }
        ) %}
    {% endfor %}
    {% for name in ("seen", "hidden") %}
        {% do all[name].update(*(partitions | map(attribute=name))) %}
    {% endfor %}
    {% if all.seen.isdisjoint(all.hidden) %}
        {% do all.update(
            {
                "partitions": partitions
                | selectattr("seen")
                | map(attribute="key")
                | list
            }
        ) %}
        {% set found = [all] %}
    {% else %} {% set found = daybook._split(partitions, 0) %}
    {% endif %}
    {% set dead = set(state.dead) %}
    {% set runs = [] %}
    {% for run in found if run.seen %}
        {% do run.update({"ranges": daybook._ranges(run, state.ids, dead)}) %}
        {% do run.update({"comparisons": daybook._comparisons(run)}) %}
        {% do runs.append(run) %}
    {% endfor %}
    {% do return(runs) %}
{% endmacro %}

{#- `depth` is the partition column that runs; those before it have one value, in `at`.
    dbt makes a macro's module again for each call: no call for each partition. -#}
{% macro _split(partitions, depth) %}
    {% set runs = [] %}
    {% set open = namespace(run=none) %}
    {% for group in daybook._groups(partitions, depth) %}
        {% set run = open.run %}
        {% if group.members and not group.seen.isdisjoint(group.hidden) %}
            {% do runs.extend(daybook._split(group.members, depth + 1)) %}
            {% set open.run = none %}
            {% elif (
                run
                and run.form == group.forms[depth]
                and run.seen.isdisjoint(group.hidden)
                and run.hidden.isdisjoint(group.seen)
            ) %}
            {% do run.seen.update(group.seen) %}
            {% do run.hidden.update(group.hidden) %}
            {% do run.partitions.extend(group.partitions) %}
            {% do run.update({"last": group.at[depth]}) %}
        {% else %}
            {% set open.run = {
                "depth": depth,
                "at": group.at,
                "form": group.forms[depth],
                "first": group.at[depth],
                "last": group.at[depth],
                "seen": set(group.seen),
                "hidden": set(group.hidden),
                "partitions": group.partitions | list,
            } %}
            {% do runs.append(open.run) %}
        {% endif %}
    {% endfor %}
    {% do return(runs) %}
{% endmacro %}

{#- Partitions that have one value at a depth, together; at the last each is alone. -#}
{% macro _groups(partitions, depth) %}
    {% if partitions[0].at | length == depth + 1 %}
        {% do return(partitions) %}
    {% endif %}
    {% set groups = [] %}
    {% for value, members in partitions | groupby(
        "order." ~ depth, case_sensitive=true
    ) %}
        {% set group = {
            "at": members[0].at,
            "forms": members[0].forms,
            "members": members,
            "partitions": [],
        } %}
        {% for name in ("seen", "hidden") %}
            {% do group.update(
                {name: set([]).union(*(members | map(attribute=name)))}
            ) %}
        {% endfor %}
        {% for partition in members %}
            {% do group.partitions.extend(partition.partitions) %}
        {% endfor %}
        {% do groups.append(group) %}
    {% endfor %}
    {% do return(groups) %}
{% endmacro %}

{#- The partitions in the order of their values. -#}
{% macro _ordered(files, partition_by) %}
    {% set types = partition_by | map(attribute="1") | list %}
    {% set keys = files | list %}
    {% set as_text = types | select("in", daybook._integers()) | list == [] %}
    {% set partitions = [] %}
    {% for at in fromjson("[" ~ keys | join(", ") ~ "]") %}
        {% set order = at if as_text else [] %}
        {% for value in at if not as_text %}
            {% do order.append(daybook._sortable(value, types[loop.index0])) %}
        {% endfor %}
        {% set forms = [] %}
        {% for value in at %}
            {% do forms.append(
                ""
                if types[loop.index0] != "string"
                else (
                    modules.re.sub("[0-9]", "0", value)
                    if modules.re.fullmatch("[0-9-]*", value)
                    else value
                )
            ) %}
        {% endfor %}
        {% do partitions.append(
            {
                "key": keys[loop.index0],
                "order": order,
                "at": at,
                "forms": forms,
            }
        ) %}
    {% endfor %}
    {% do return(partitions | sort(attribute="order", case_sensitive=true)) %}
{% endmacro %}

{#- The ids to be seen, as ranges over all ids but those that are hidden or dead. Where a dead
    write left files is not known. Later ids are higher than any range. -#}
{% macro _ranges(run, ids, dead) %}
    {% set ranges = [] %}
    {% set seen = run.seen %}
    {% set hidden = run.hidden %}
    {% set open = namespace(interval=none) %}
    {% for id in ids %}
        {% if id in seen %}
            {% if open.interval is none %}
                {% set open.interval = {"from": id, "to": id} %}
                {% do ranges.append(open.interval) %}
            {% endif %}
            {% do open.interval.update({"to": id}) %}
        {% elif id in hidden or id in dead %} {% set open.interval = none %}
        {% endif %}
    {% endfor %}
    {% do return(ranges) %}
{% endmacro %}

{#- How many comparisons a run costs: what Derby counts, for which between and in are many. -#}
{% macro _comparisons(run) %}
    {% set count = namespace(n=run.depth + 1) %}
    {% if run.first != run.last %} {% set count.n = count.n + 1 %} {% endif %}
    {% for interval in run.ranges %}
        {% set count.n = count.n + (1 if interval.from == interval.to else 2) %}
    {% endfor %}
    {% do return(count.n) %}
{% endmacro %}
