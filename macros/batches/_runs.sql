{#-
    The pointer as runs: neighbouring partitions that one condition over batch_id can tell.

    Partitions, in order, join a run as long as no batch to be seen in one of them has hidden
    files in another. A batch without files in a partition may be named there or not: nothing
    changes. Where the whole table is one run, no partition need be named. Otherwise values of
    the first column join, those that are no run in themselves are split by the next column.

        c  y    seen  hidden          c = 'a' and ...      2 in, 1 out
        a  1    2     1
        b  1    1                     c between 'b' and 'd' and ...
        d  1    1
-#}
{% macro _runs(state, files=none) %}
    {% set files = state.files if files is none else files %}
    {% set all = daybook._new_run(-1) %}
    {% set partitions = daybook._ordered(files, state.partition_by) %}
    {% for partition in partitions %}
        {% set seen = state.pointer.get(partition.key, []) %}
        {% do partition.update(
            {
                "seen": set(seen),
                "hidden": set(files[partition.key]).difference(seen),
                "partitions": [partition.key] if seen else [],
            }
        ) %}
        {% do daybook._join(all, partition) %}
    {% endfor %}
    {% set found = (
        [all]
        if all.seen.isdisjoint(all.hidden)
        else daybook._split(partitions, 0)
    ) %}
    {% set dead = set(state.dead) %}
    {% set runs = [] %}
    {% for run in found if run.seen %}
        {% do run.update({"ranges": daybook._ranges(run, state.ids, dead)}) %}
        {% do run.update({"comparisons": daybook._comparisons(run)}) %}
        {% do runs.append(run) %}
    {% endfor %}
    {% do return(runs) %}
{% endmacro %}

{% macro _split(partitions, depth) %}
    {% set groups = [] %}
    {% for partition in partitions %}
        {% set value = partition.at[depth] %}
        {% if not groups or groups[-1].first != value %}
            {% do groups.append(daybook._new_run(depth, partition.at, value)) %}
        {% endif %}
        {% do groups[-1].members.append(partition) %}
        {% do daybook._join(groups[-1], partition) %}
    {% endfor %}
    {% set runs = [] %}
    {% set open = namespace(run=none) %}
    {% for group in groups %}
        {% if not group.seen.isdisjoint(group.hidden) %}
            {% do runs.extend(daybook._split(group.members, depth + 1)) %}
            {% set open.run = none %}
        {% elif open.run and open.run.seen.isdisjoint(
            group.hidden
        ) and open.run.hidden.isdisjoint(group.seen) %}
            {% do daybook._join(open.run, group) %}
            {% do open.run.update({"last": group.last}) %}
        {% else %} {% set open.run = group %} {% do runs.append(group) %}
        {% endif %}
    {% endfor %}
    {% do return(runs) %}
{% endmacro %}

{#- `depth` is the partition column that runs; those before it have one value, in `at`. -#}
{% macro _new_run(depth, at=[], value=none) %}
    {% do return(
        {
            "depth": depth,
            "at": at,
            "first": value,
            "last": value,
            "seen": set([]),
            "hidden": set([]),
            "partitions": [],
            "members": [],
        }
    ) %}
{% endmacro %}

{% macro _join(run, other) %}
    {% do run.seen.update(other.seen) %}
    {% do run.hidden.update(other.hidden) %}
    {% do run.partitions.extend(other.partitions) %}
{% endmacro %}

{#- The partitions in the order of their values. -#}
{% macro _ordered(files, partition_by) %}
    {% set types = partition_by | map(attribute="1") | list %}
    {% set partitions = [] %}
    {% for key in files %}
        {% set at = fromjson(key) %}
        {% set order = [] %}
        {% for value in at %}
            {% do order.append(daybook._sortable(value, types[loop.index0])) %}
        {% endfor %}
        {% do partitions.append({"key": key, "order": order, "at": at}) %}
    {% endfor %}
    {% do return(partitions | sort(attribute="order", case_sensitive=true)) %}
{% endmacro %}

{#- The ids to be seen, as ranges over all ids but those that are hidden or dead. Where a dead
    write left files is not known. Later ids are higher than any range. -#}
{% macro _ranges(run, ids, dead) %}
    {% set ranges = [] %}
    {% set open = namespace(interval=none) %}
    {% for id in ids %}
        {% if id in run.seen %}
            {% if open.interval is none %}
                {% set open.interval = {"from": id, "to": id} %}
                {% do ranges.append(open.interval) %}
            {% endif %}
            {% do open.interval.update({"to": id}) %}
        {% elif id in run.hidden or id in dead %} {% set open.interval = none %}
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
