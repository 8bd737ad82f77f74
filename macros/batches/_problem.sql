{#- Not only up to what the view shows: the upstream may be about to show a batch. -#}
{% macro _problem_of_inputs(inputs) %}
    {% for input in inputs %}
        {% set log = daybook._read_log(daybook._relation_of(input.model)) %}
        {% set now = daybook._state(
            log, log.shown if log.is_clone else log.state.position
        ) %}
        {% if (
            log.born != input.born
            or daybook._replaced_since(now, input.position)
            or daybook._is_being_removed(log)
        ) %}
            {% set problem %}
                {{ input.model }} replaced rows while they were being read: run the model again
            {% endset %}
            {% do return(daybook._one_line(problem)) %}
        {% elif log.shown < input.position %}
            {% set problem %}
                another session has put an older text of the view of {{ input.model }} back, which may
                have hidden rows from this run: run {{ input.model }}, and then this model again
            {% endset %}
            {% do return(daybook._one_line(problem)) %}
        {% endif %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- A cleaning may have removed files that the SQL names after it was rendered. -#}
{% macro _problem_of_past(past) %}
    {% for name, position in past %}
        {% set log = daybook._whole_log(
            daybook._read_log(daybook._relation_of(name))
        ) %}
        {% if daybook._is_being_removed(log) or not daybook._store(
            log.relation
        ).readable_at(log, position) %}
            {% set problem %}
                files of {{ name }} were cleaned while they were being read: run the model again
            {% endset %}
            {% do return(daybook._one_line(problem)) %}
        {% endif %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- How the rows that were counted differ from a plan's counts: none if they do not, or the plan does
    not mind.

        of          what is counted, as an aggregate of the batch's rows
        before      how many the last run counted, which the plan remembers as `counted`
        replaced    a condition for the published rows among them that this batch replaces
        rows        how many there must be
        why         what it means if there are fewer; why_more: if there are more
        is_refused  whether a batch with fewer rows is refused -#}
{% macro _count_mismatch(counts, counted) %}
    {% set missing = counts.rows - counted %}
    {% if missing > 0 %} {% do return(missing ~ " " ~ counts.why) %}
    {% elif missing < 0 and counts.get("why_more") %}
        {% do return(-missing ~ " " ~ counts.why_more) %}
    {% endif %}
    {% do return(none) %}
{% endmacro %}

{#- What is read can gain rows after the plan was made: a batch would replace a partition whose rows
    it has not. -#}
{% macro _problem_of_merge(state, plan, partitions) %}
    {% if plan.merges is none %} {% do return(none) %} {% endif %}
    {% for partition, rows in partitions
        if state.pointer.get(partition) and partition not in plan.merges %}
        {% set problem %}
            what it reads changed while it was read: {{ rows }} rows of
            {{ fromjson(partition) | join(", ") }} were not there at first, and would replace those
            that are published. Nothing was published: run the model again
        {% endset %}
        {% do return(daybook._one_line(problem)) %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- A batch that stands for whole partitions may not add to one that it leaves. -#}
{% macro _problem_of_growth(state, plan, partitions, replaced) %}
    {% if not plan.whole_partitions or replaced == "all" %}
        {% do return(none) %}
    {% endif %}
    {% for partition, rows in partitions
        if state.pointer.get(partition) and partition not in replaced %}
        {% set problem %}
            {{ rows }} new rows belong to the partition {{ fromjson(partition) | join(", ") }},
            {{ plan.whole_partitions }}. Nothing was published
        {% endset %}
        {% do return(daybook._one_line(problem)) %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}

{#- What becomes private or public without being written would be no news to models that read batch
    by batch. -#}
{% macro _problem_of_privacy(state, private, replaced) %}
    {% set before = state.private or [] %}
    {% if replaced == "all" or private == before %} {% do return(none) %} {% endif %}
    {% for partition, ids in state.pointer.items()
        if ids
        and partition not in replaced
        and (fromjson(partition)[0] in before) != (fromjson(partition)[0] in private) %}
        {% set problem %}
            private was {{ before }} and is {{ private }} now, and this run does not replace the
            published partition {{ fromjson(partition) | join(", ") }}, so models that read
            new_batches would not learn of the change: rebuild it with --full-refresh, or set
            private back
        {% endset %}
        {% do return(daybook._one_line(problem)) %}
    {% endfor %}
    {% do return(none) %}
{% endmacro %}
