{#-
    What a run of an aggregate is about.

        by_batches   the fact is a batched model, and its indicator posted_batch_id
        partition    [name, SQL] of the level that partitions it; none: segments
        is_rebuild   all is rebuilt: nothing is published yet, or it does not hold any more
        fact         the rows of the fact that are read, as SQL
        segment      which segment a row of the fact goes to, as SQL
        published    rows of segments that are put together again, as SQL; none: none are
        replaced     the partitions whose place the batch takes, as SQL; none: none
        counts       what is to be found when it is written
        built_with   the arguments that shape its rows
        remembers    what the next run has to know
-#}
{% macro _aggregate_scope(names) %}
    {% set scope = {
        "by_batches": names.by_batches,
        "partition": none,
        "is_rebuild": true,
        "fact": names.fact | string,
        "segment": "0",
        "counts": none,
        "built_with": {},
        "remembers": {},
    } %}
    {% if daybook._phase() != "run" %} {% do return(scope) %} {% endif %}
    {% set so_far = daybook._published_so_far(this) %}
    {% set state, remembered = so_far.state, so_far.remembered %}
    {% do daybook._know_fact(names) %}
    {% do scope.update(
        {
            "state": state,
            "continues": so_far.continues,
            "is_rebuild": not so_far.continues,
        }
    ) %}
    {% do scope.update(
        {"partition": daybook._partition_column(names, state.built_with)}
    ) %}
    {% do daybook._know_types(names, scope) %}
    {% do scope.update({"built_with": daybook._made_with(names, scope)}) %}
    {% if so_far.continues and not so_far.built_with %}
        {% do daybook._raise(
            this,
            "the published rows were not made by incremental_aggregate: rebuild it with --full-refresh",
        ) %}
    {% endif %}
    {% do daybook._refuse_other_arguments(
        daybook._comparable_arguments(so_far.built_with),
        daybook._comparable_arguments(scope.built_with),
    ) %}
    {% if flags.EMPTY %} {% do return(scope) %} {% endif %}
    {% if names.full_build %} {% do scope.update({"is_rebuild": true}) %} {% endif %}
    {% if not names.by_batches %} {% do daybook._find_last(names, scope, remembered) %}
    {% elif not names.full_build %} {% do daybook._new_of_fact(names, scope) %}
    {% endif %}
    {% do daybook._refuse_doubled_keys(names) %}
    {% if names.joins and not names.full_build %}
        {% do daybook._find_changed_dimensions(names, scope, remembered) %}
    {% endif %}
    {% if scope.partition %}
        {% do daybook._partitions_of_run(names, scope, remembered) %}
    {% else %} {% do daybook._segments_of_run(names, scope, remembered) %}
    {% endif %}
    {% if names.joins and not names.full_build %}
        {% do daybook._keep_dimension_keys(names, scope, remembered) %}
    {% endif %}
    {% if scope.is_rebuild and scope.continues %}
        {% do scope.update({"replaced": "true"}) %}
    {% endif %}
    {% do return(scope) %}
{% endmacro %}

{#- The fact's columns, and what its indicator is. -#}
{% macro _know_fact(names) %}
    {% set columns = daybook._described(
        "query", "select * from " ~ names.fact
    ).columns %}
    {% do names.update({"columns": columns}) %}
    {% if names.indicator_name | lower == "batch_id" and daybook._state(
        daybook._log_of(names.fact)
    ).chain %}
        {% do daybook._bad_option(
            this,
            "indicator",
            names.indicator_name,
            "it says in which files a row lies, and compaction changes it: leave it out, and"
            ~ " posted_batch_id is it",
        ) %}
    {% elif names.by_batches %}
        {% do names.update(
            {"indicator": {"name": "posted_batch_id", "kind": "batch"}}
        ) %}
    {% else %}
        {% do names.update(
            {
                "indicator": daybook._indicator(
                    names.fact, names.indicator_name, columns
                )
            }
        ) %}
        {% do daybook._grace(names.indicator, names.grace_period) %}
    {% endif %}
    {% do daybook._know_joins(names) %}
    {#- Those that follow from the indicator; a column of the fact is what it is. -#}
    {% set there = columns | map("first") | map("lower") | list %}
    {% set levels = {} %}
    {% for name, text in daybook._levels(names).items() if name | lower not in there %}
        {% do levels.update({name: text}) %}
    {% endfor %}
    {% do daybook._name_levels(names, levels) %}
    {% set joined = columns | list %}
    {% for join in names.joins %}
        {% do joined.extend(zip(join.columns.keys() | list)) %}
    {% endfor %}
    {% for name, text in names.dimensions if text == daybook._column(name) %}
        {% do daybook._check_columns_given(
            this, {"dimensions": name}, names.fact | string, joined
        ) %}
    {% endfor %}
{% endmacro %}

{#- The types that the aggregate has, of the SQL that makes it: {column: type}. -#}
{% macro _know_types(names, scope) %}
    {% set query = daybook._built(
        names,
        scope.partition,
        daybook._joined(names, names.fact),
        none if scope.partition else "0",
    ) %}
    {% set types = {} %}
    {% for column, type in daybook._described("query", "(" ~ query ~ ")").columns %}
        {% do types.update({column | lower: type}) %}
    {% endfor %}
    {% set hashed = daybook._types_of_hashed(names) %}
    {% do scope.update({"types": types, "hashed": hashed}) %}
    {% if scope.partition %}
        {% do daybook._refuse_partition_type(names, scope) %}
    {% endif %}
{% endmacro %}

{#- The rows of a batched fact that its published batches have brought since the last run. Where
    rows were replaced or the fact was rebuilt, all of them. -#}
{% macro _new_of_fact(names, scope) %}
    {% set log = daybook._log_of(names.fact) %}
    {% do daybook._refuse_combined_rows(names.fact, log) %}
    {% set state = daybook._state(log, log.flipped) %}
    {% if not state.chain %}
        {% do daybook._bad_option(
            this,
            "indicator",
            "posted_batch_id",
            names.fact
            ~ " has no batches: materialize it as batched and run it first, or name a column"
            ~ " whose values grow",
        ) %}
    {% endif %}
    {% set key = daybook._key(names.fact) %}
    {% set read = scope.state.inputs.get(key) if not scope.is_rebuild else none %}
    {% set is_same = read and read[1] == log.born %}
    {% set taken = (
        daybook._taken_away(log, state, read[0], rewritten=true)
        if is_same
        else []
    ) %}
    {% if scope.continues and not scope.is_rebuild and (taken or not is_same) %}
        {% do daybook._say(
            this,
            names.fact
            ~ " has replaced rows that are in it, so it is rebuilt from all of them",
        ) %}
        {% do scope.update({"is_rebuild": true}) %}
    {% endif %}
    {% set new = daybook._posted_ranges(state, 0 if scope.is_rebuild else read[0]) %}
    {% set source = daybook._source_of_rows(names.fact, log, state) %}
    {% do scope.update(
        {"source": source, "all_new": daybook._posted_ranges(state, 0)}
    ) %}
    {% do scope.update(
        {
            "fact": "(" ~ daybook._new_rows(source, state, new) ~ ")",
            "whole_fact": "("
            ~ daybook._new_rows(source, state, scope.all_new)
            ~ ")",
        }
    ) %}
    {% do daybook._plan_input(
        {
            "model": key,
            "position": state.position,
            "born": log.born,
            "new": new | length,
        }
    ) %}
{% endmacro %}
