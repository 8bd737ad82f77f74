{#-
    The milestones with their columns: [{milestone, name, date_tk, count}]. Two of one name are
    refused where they were listed; a mapping names the columns itself.
-#}
{% macro _milestone_columns(milestones) %}
    {% set cells = [] %}
    {% set owners = {} %}
    {% for milestone in milestones %}
        {% set name = (
            milestones[milestone]
            if milestones is mapping
            else daybook.column_name(milestone)
        ) %}
        {% if name | lower in owners %}
            {% do daybook._raise(
                this,
                "milestones "
                ~ owners[name | lower]
                ~ " and "
                ~ milestone
                ~ " would both have the columns "
                ~ name
                ~ "_date_tk and "
                ~ name
                ~ "_count: name the columns yourself, as in milestones={'"
                ~ milestone
                ~ "': '"
                ~ name
                ~ "_2', ...}",
            ) %}
        {% endif %}
        {% do owners.update({name | lower: milestone}) %}
        {% do cells.append(
            {
                "milestone": milestone,
                "name": name,
                "date_tk": daybook._column(name ~ "_date_tk"),
                "count": daybook._column(name ~ "_count"),
            }
        ) %}
    {% endfor %}
    {% do return(cells) %}
{% endmacro %}

{#- [[milestone, name], ...] of a published snapshot, in the order in which they came. -#}
{% macro _milestone_names(posted) %}
    {% if not posted %} {% do return([]) %} {% endif %}
    {% set remembered = daybook._published_so_far(posted).remembered %}
    {% do return(remembered.get("milestones", [])) %}
{% endmacro %}

{% macro _plan_milestones(cells) %}
    {% set names = [] %}
    {% for cell in cells %}
        {% do names.append([cell.milestone, cell.name]) %}
    {% endfor %}
    {% do daybook._plan(
        "milestone_snapshot",
        {
            "options": {"batch": "replace", "partition_by": ["first_month"]},
            "remembers": {"milestones": names},
        },
    ) %}
{% endmacro %}

{% macro _check_late(late, history) %}
    {% if late not in ("keep", "restate") %}
        {% do daybook._bad_option(this, "late", late, "use keep or restate") %}
    {% elif late == "restate" and not history %}
        {% do daybook._bad_option(
            this,
            "late",
            late,
            "name history, the relation of all accepted events",
        ) %}
    {% endif %}
{% endmacro %}

{#- The first day of each milestone, of the events that count. -#}
{% macro _reached_cells(cells, state, first_day, counts) %}
    {%- for cell in cells -%}
        {{ first_day }} filter (
            where {{ counts }} and {{ state }} = {{ daybook._quoted(cell.milestone) }}
        ) as {{ cell.date_tk }},
    {% endfor -%}
{% endmacro %}

{#- The columns of what is published, where something is: a milestone may be new. -#}
{% macro _names_there(posted) %}
    {% if not posted %} {% do return([]) %} {% endif %}
    {% do return(
        adapter.get_columns_in_relation(posted) | map(attribute="name") | list
    ) %}
{% endmacro %}
