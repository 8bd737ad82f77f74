{#-
    The pointer as a predicate over partition columns only, so that Spark prunes to the
    directories it names, and as short as can be: Derby holds 32,700 characters.

        batch_id between 1449784608 and 1512770400
        (month between '2015-01' and '2015-05' and batch_id = 7) or (month = '2015-06' and ...)

    Partitions, in order, join a run as long as no batch to be seen in one of them has hidden
    files in another. A batch without files in a partition may be named there or not: nothing
    changes. So batches become ranges over all ids that are not hidden in the run, nor dead:
    where a dead write left files is not known. Later ids are higher than any range.
-#}
{% macro _predicate(state, files=none) %}
    {% set files = state.files if files is none else files %}
    {% set runs = [] %}
    {% for partition in daybook._ordered(files, state.partition_by) %}
        {% set seen = state.pointer.get(partition.key, []) %}
        {% set hidden = files[partition.key] | reject("in", seen) | list %}
        {% set run = runs[-1] if runs else none %}
        {% if run is not none and run.prefix == partition.prefix and not (
            seen | select("in", run.hidden) | list
        ) and not (hidden | select("in", run.seen) | list) %}
            {% do run.update({"last": partition.last}) %}
        {% else %}
            {% set run = {
                "prefix": partition.prefix,
                "first": partition.last,
                "last": partition.last,
                "seen": {},
                "hidden": {},
            } %}
            {% do runs.append(run) %}
        {% endif %}
        {% for id in seen %} {% do run.seen.update({id: true}) %} {% endfor %}
        {% for id in hidden %} {% do run.hidden.update({id: true}) %} {% endfor %}
    {% endfor %}
    {% set dead = {} %}
    {% for id in state.dead %} {% do dead.update({id: true}) %} {% endfor %}
    {% set terms = [] %}
    {% for run in runs if run.seen %}
        {% set condition = (
            daybook._run_condition(run, state.partition_by)
            if runs | length > 1
            else []
        ) %}
        {% set ranges = daybook._ranges(run, state.ids, dead) %}
        {% do condition.append(daybook._in_ranges("batch_id", ranges)) %}
        {% do terms.append(condition | join(" and ")) %}
    {% endfor %}
    {% if terms | length > 1 %}
        {% do return("(" ~ terms | join(") or (") ~ ")") %}
    {% endif %}
    {% do return(terms[0] if terms else "false") %}
{% endmacro %}

{#- The partitions in the order of their values: the last column runs, the others group. -#}
{% macro _ordered(files, partition_by) %}
    {% set types = partition_by | map(attribute="1") | list %}
    {% set partitions = [] %}
    {% for key in files %}
        {% set values = fromjson(key) %}
        {% set order = [] %}
        {% for value in values %}
            {% do order.append(daybook._sortable(value, types[loop.index0])) %}
        {% endfor %}
        {% do partitions.append(
            {
                "key": key,
                "order": order,
                "prefix": values[:-1],
                "last": values[-1] if values else none,
            }
        ) %}
    {% endfor %}
    {% do return(partitions | sort(attribute="order", case_sensitive=true)) %}
{% endmacro %}

{% macro _run_condition(run, partition_by) %}
    {% set condition = [] %}
    {% for column, type in partition_by %}
        {% if not loop.last %}
            {% do condition.append(
                daybook._column(column)
                ~ " = "
                ~ daybook._literal(run.prefix[loop.index0], type)
            ) %}
        {% elif run.first == run.last %}
            {% do condition.append(
                daybook._column(column)
                ~ " = "
                ~ daybook._literal(run.first, type)
            ) %}
        {% else %}
            {% do condition.append(
                daybook._column(column)
                ~ " between "
                ~ daybook._literal(run.first, type)
                ~ " and "
                ~ daybook._literal(run.last, type)
            ) %}
        {% endif %}
    {% endfor %}
    {% do return(condition) %}
{% endmacro %}

{#- The ids to be seen, as ranges over all ids but those that are hidden or dead. -#}
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

{#- A column within any of some ranges: single values as a list, the others as between. -#}
{% macro _in_ranges(column, ranges) %}
    {% set singles = [] %}
    {% set terms = [] %}
    {% for interval in ranges %}
        {% if interval.from == interval.to %} {% do singles.append(interval.from) %}
        {% else %}
            {% do terms.append(
                column ~ " between " ~ interval.from ~ " and " ~ interval.to
            ) %}
        {% endif %}
    {% endfor %}
    {% if singles %}
        {% do terms.append(
            column
            ~ (
                " = " ~ singles[0]
                if singles | length == 1
                else " in (" ~ singles | join(", ") ~ ")"
            )
        ) %}
    {% endif %}
    {% set text = terms | join(" or ") %}
    {% do return("(" ~ text ~ ")" if terms | length > 1 else text) %}
{% endmacro %}
