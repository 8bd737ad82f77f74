{#-
    The milestones with their columns: [{milestone, name, date_tk, count}], the last two quoted.
    Two listed milestones of one name are refused; a mapping names the columns itself.
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
            {% call daybook._refuse(this) %}
                milestones {{ owners[name | lower] }} and {{ milestone }} would both have the
                columns {{ name }}_date_tk and {{ name }}_count: name the columns yourself, as in
                milestones={'{{ milestone }}': '{{ name }}_2', ...}
            {% endcall %}
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

{#- [[milestone, name], ...] of this run, after those of earlier runs. A cell that was written stays,
    so a column keeps the milestone that it had. -#}
{% macro _names_of_milestones(cells, posted) %}
    {% set names = (
        zip(cells | map(attribute="milestone"), cells | map(attribute="name"))
        | list
    ) %}
    {% set present = names | map("last") | map("lower") | list %}
    {% set owners, former = {}, [] %}
    {% for milestone, name in daybook._milestone_names(posted) %}
        {% do owners.update({name | lower: milestone}) %}
        {% if name | lower not in present %}
            {% do former.append([milestone, name]) %}
        {% endif %}
    {% endfor %}
    {% for milestone, name in names
        if owners.get(name | lower, milestone) != milestone %}
        {% call daybook._refuse_option(this, "milestones", milestone) %}
            the published column {{ name }}_date_tk has the days of {{ owners[name | lower] }}: name another one, or rebuild it with --full-refresh
        {% endcall %}
    {% endfor %}
    {% do return(former + names) %}
{% endmacro %}
