{#-
    What a run of a history reads and writes: its arguments, its layout, and

        layout             the layout alone, as the log keeps it
        published          the published history, with NULL in columns that are new; none on a
                           first run or a rebuild
        past_from          the first month whose ended versions the arrivals can touch; none if
                           they touch current versions alone
        past_rewritten     the months of ended versions in which the arrivals close one
        folds_all          whether all keys are folded, arrival by arrival
        ends_at            of a history of snapshots, some of which come late: the column with the time
                           of the next one, at which what was believed there resumes
        processed_until    of such a history: the last system time of the snapshots
        ctes               of such a history: what its query begins with, unless it is written already
        private_rows       of such a history: the query of their times
        has_read           of such a history: SQL of the snapshots, if they are compared already
        beside             see _plan.sql
        is_out_of_order    whether some key's arrivals may be out of order
        has_repeats        whether some key has several arrivals at one moment of both times
        last_system_time   up to which arrivals are processed; none with one time axis
        earliest           the system time before which no arrival is known: the last one, of runs'
                           own times and of arrivals that are restamped; otherwise none
        remembers          what the next run has to know: with system time, the last system_time
                           that is processed; of a history of snapshots, the columns that joined

    Unless this is a run, the arrivals cannot be asked, and the SQL has to do for all of them.
-#}
{% macro _history_run(so_far, arguments, layout) %}
    {% set built_with = so_far.built_with %}
    {% set published_layout = built_with if built_with.interval else none %}
    {% set has_times_of_runs = arguments.system_time is none %}
    {% set last = so_far.remembered.get("system_time") %}
    {% set run = dict(
        arguments,
        layout=layout,
        published=arguments.published
        or (
            daybook._with_new_columns(arguments, published_layout)
            if so_far.continues
            else none
        ),
        past_from=none,
        past_rewritten=[],
        folds_all=arguments.carry_forward
        or arguments.valid_until is not none,
        is_out_of_order=true,
        has_repeats=true,
        last_system_time=last,
        earliest=last if has_times_of_runs else none,
        remembers=dict(arguments.remembers or {}),
        **layout
    ) %}
    {% if not daybook.may_read_rows() %} {% do return(run) %} {% endif %}
    {% set counts = daybook._arrival_counts(run) %}
    {% do daybook._refuse_arrivals(run, counts) %}
    {% set arrived = arguments.processed_until or counts.last_system_time %}
    {% if run.system and (arrived or last) %}
        {% set is_later = arrived and daybook.is_from(
            run.system.type, arrived, last
        ) %}
        {% do run.remembers.update({"system_time": arrived if is_later else last}) %}
    {% endif %}
    {% do run.update(
        {
            "past_from": counts.late_from if counts.late else none,
            "is_out_of_order": run.folds_all or counts.disordered > 0,
            "has_repeats": counts.repeated > 0 or counts.too_late > 0,
            "earliest": last if counts.too_late else run.earliest,
        }
    ) %}
    {% if run.past_from %}
        {% do run.update({"past_rewritten": daybook._past_months_to_rewrite(run)}) %}
    {% endif %}
    {% do return(run) %}
{% endmacro %}

{#- Refuses to continue rows that the pattern did not make, or made by another layout. -#}
{% macro _refuse_other_history(pattern, so_far, arguments, layout) %}
    {% set built_with = so_far.built_with %}
    {% set published_layout = built_with if built_with.interval else none %}
    {% if daybook.may_read_rows() %}
        {% do daybook.refuse_other_arguments(
            pattern, so_far, is_own=published_layout is not none
        ) %}
        {% do daybook._refuse_other_layout(
            so_far, published_layout, layout, arguments.system_time is none
        ) %}
    {% endif %}
{% endmacro %}

{#- The published history, and NULL in the columns that it does not have yet. -#}
{% macro _with_new_columns(arguments, published_layout) %}
    {%- set before = published_layout or arguments -%}
    {%- set before = before["values"] + before.type_1 -%}
    {%- set added = [] -%}
    {%- for column in arguments["values"] + arguments.type_1 if column not in before -%}
        {%- set name = daybook.bare_name(column) -%}
        {%- set type = daybook.type_of(name, arguments.described) or "void" -%}
        {%- do added.append("cast(null as " ~ type ~ ") as " ~ column) -%}
    {%- endfor -%}
    {%- if added -%} (select *, {{ added | join(", ") }} from {{ this }})
    {%- else -%} {{ this }}
    {%- endif -%}
{% endmacro %}

{#-
    The months of ended versions that an arrival may close: it falls into such a version and says
    something else.
-#}
{% macro _past_months_to_rewrite(run) %}
    {%- set columns = run.columns -%}
    {%- set query %}
        with arrivals as ({{ daybook._arrivals(run) }})
        select distinct to_json(array(ended_month))
        from {{ run.published }} as history
        inner join arrivals using ({{ run.key | join(", ") }})
        where
            history_part = 'past'
            and ended_month >= '{{ run.past_from }}'
            and (
                daybook_event_at >= {{ columns.valid_from }}
                and daybook_event_at
                < {{ daybook._half_open_end(columns.valid_to, run.event) }}
                {{ "or daybook_ends_at = " ~ columns.valid_from if run.ends_at }}
            )
            and (
                daybook_belief is null
                {{ "or true" if run.valid_until or run.ends_at }}
                {%- for column in run["values"] %}
                    or not daybook_belief.{{ column }} <=> history.{{ column }}
                    {%- if run.carry_forward %}
                        and daybook_belief.{{ column }} is not null
                    {%- endif %}
                {%- endfor %}
            )
    {%- endset -%}
    {% do return(daybook.json_rows(query) | map("first") | sort) %}
{% endmacro %}
