{#-
    The pointer as runs: neighbouring partitions that one condition over batch_id can tell.

    Partitions, in order, join a run as long as no batch to be seen in one of them has hidden
    files in another. A batch without files in a partition may be named there or not: nothing
    changes. If the whole table is one run, no partition need be named. Otherwise values of the
    first column join, and those that are no run in themselves are split by the next column.

        m   y    seen  hidden         m = 5 and ...      2 in, 1 out
        5   1    2     1
        6   1    1                    m between 6 and 8 and ...
        8   1    1

    A run has

        depth         which partition column runs; -1: none is named
        at            the values of its first partition; all partitions have those before `depth`
        first, last   the values of the column that runs
        partitions    the partitions in it that show something
        ranges        the ids that are seen in it: [{from, to}, ...]
-#}
{% macro _pointer_runs(state, files=none) %}
    {% set partitions = daybook._ordered_partitions(
        state, state.files if files is none else files
    ) %}
    {% set seen = set([]).union(*(partitions | map(attribute="seen"))) %}
    {% set hidden = set([]).union(*(partitions | map(attribute="hidden"))) %}
    {% if not seen %} {% do return([]) %}
    {% elif seen.isdisjoint(hidden) %}
        {% set stretches = [{"depth": -1, "partitions": partitions}] %}
    {% else %} {% set stretches = daybook._stretches(partitions, 0) %}
    {% endif %}
    {% set dead = set(state.dead) %}
    {% set runs = [] %}
    {% for stretch in stretches if stretch.partitions | selectattr("seen") | first %}
        {% set members, depth = stretch.partitions, stretch.depth %}
        {% set first, last = members[0].at, members[-1].at %}
        {% set ranges = daybook._id_ranges(
            set([]).union(*(members | map(attribute="seen"))),
            dead.union(*(members | map(attribute="hidden"))),
            state.ids,
        ) %}
        {% set shown = members | selectattr("seen") | map(attribute="key") %}
        {% do runs.append(
            {
                "depth": depth,
                "at": first,
                "first": first[depth] if depth >= 0 else none,
                "last": last[depth] if depth >= 0 else none,
                "partitions": shown | list,
                "ranges": ranges,
            }
        ) %}
    {% endfor %}
    {% do return(runs) %}
{% endmacro %}

{#- Which neighbouring partitions are a run: [{depth, partitions}, ...]. dbt takes long to call a
    macro: there is no call for each partition. -#}
{% macro _stretches(partitions, depth) %}
    {% set stretches = [] %}
    {% set last = namespace(seen=none, hidden=none) %}
    {% for _, members in partitions | groupby("order." ~ depth, case_sensitive=true) %}
        {% set seen = set([]).union(*(members | map(attribute="seen"))) %}
        {% set hidden = set([]).union(*(members | map(attribute="hidden"))) %}
        {% if not seen.isdisjoint(hidden) %}
            {% do stretches.extend(daybook._stretches(members, depth + 1)) %}
            {% set last.seen = none %}
            {% elif (
                last.seen is not none
                and seen.isdisjoint(last.hidden)
                and hidden.isdisjoint(last.seen)
            ) %}
            {% do stretches[-1].partitions.extend(members) %}
            {% do last.seen.update(seen) %} {% do last.hidden.update(hidden) %}
        {% else %}
            {% do stretches.append({"depth": depth, "partitions": members | list}) %}
            {% set last.seen, last.hidden = seen, hidden %}
        {% endif %}
    {% endfor %}
    {% do return(stretches) %}
{% endmacro %}

{#- The ids to be seen, as ranges over all ids but the hidden ones, among them the dead: where a
    dead write left files is not known. Later ids are higher than any range. -#}
{% macro _id_ranges(seen, hidden, ids) %}
    {% set ranges = [] %}
    {% set last = namespace(is_open=false) %}
    {% for id in ids %}
        {% if id in seen %}
            {% set start = ranges.pop().from if last.is_open else id %}
            {% do ranges.append({"from": start, "to": id}) %}
            {% set last.is_open = true %}
        {% elif id in hidden %} {% set last.is_open = false %}
        {% endif %}
    {% endfor %}
    {% do return(ranges) %}
{% endmacro %}
