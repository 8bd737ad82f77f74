{#-
    What has to be rewritten so that the metastore can store the view: {files, problem}.

        files     {partition: [batch_id, ...]}; {} if the view is short enough
        problem   a sentence, if nothing would help

    The files are of neighbouring runs: those that name the fewest rows, so that half of the predicate's
    terms remain. Rewritten, they are one run. Runs that were rewritten before hold many rows for few
    terms, so a row is rewritten again only after many more such times.
-#}
{% macro _files_to_rewrite(relation, state) %}
    {% if state.publish != "view" or daybook._view_fits(relation, state) %}
        {% do return({"files": {}, "problem": none}) %}
    {% endif %}
    {% set public = dict(state, pointer=daybook._pointer_of(state, private=false)) %}
    {% set stretch = daybook._cheapest_stretch(public) %}
    {% set all = dict(public.pointer.items() | selectattr("1")) %}
    {% for merged in (stretch, all) %}
        {% set partitions = [] %}
        {% for partition in merged %}
            {% do partitions.append([partition, 0]) %}
        {% endfor %}
        {% set rewritten = {
            "event": "compacted",
            "batch_id": state.ids[-1] + 1,
            "position": state.position + 1,
            "partitions": partitions,
            "merged": merged.items() | list,
        } %}
        {% if daybook._view_fits(relation, daybook._apply_event(state, rewritten)) %}
            {% do return({"files": merged, "problem": none}) %}
        {% endif %}
    {% endfor %}
    {% set problem %}
        its view would be longer than daybook_view_text_limit ({{ daybook._view_text_limit() }}
        characters) allows, also with all rows in one batch: select fewer columns, or partition by
        something coarser; or raise the variable, if the metastore is not Derby
    {% endset %}
    {% do return({"files": {}, "problem": daybook._one_line(problem)}) %}
{% endmacro %}

{#- Derby stores a view text of at most 32,700 characters. Other metastores take more. -#}
{% macro _view_fits(relation, state, note="") %}
    {% set public = dict(state, pointer=daybook._pointer_of(state, private=false)) %}
    {% set text = daybook._files_view_text(relation, public, note) %}
    {% do return(text | length <= daybook._view_text_limit()) %}
{% endmacro %}

{% macro _view_text_limit() %}
    {% do return(var("daybook_view_text_limit", 32000)) %}
{% endmacro %}

{% macro _cheapest_stretch(state) %}
    {% set units = daybook._units_of_runs(state) %}
    {% set spare = units | map(attribute="terms") | sum / 2 %}
    {% set best = namespace(rows=none, start=0, end=0) %}
    {% set window = namespace(start=0, rows=0, terms=0) %}
    {% for unit in units %}
        {% set end = loop.index %}
        {% set window.rows = window.rows + unit.rows %}
        {% set window.terms = window.terms + unit.terms %}
        {% for _ in range(unit.terms + units[window.start].terms) %}
            {% set first = units[window.start] %}
            {% if window.terms - first.terms >= spare %}
                {% set window.start = window.start + 1 %}
                {% set window.rows = window.rows - first.rows %}
                {% set window.terms = window.terms - first.terms %}
            {% endif %}
        {% endfor %}
        {% if window.terms >= spare and (
            best.rows is none or window.rows < best.rows
        ) %}
            {% set best.rows = window.rows %}
            {% set best.start = window.start %}
            {% set best.end = end %}
        {% endif %}
    {% endfor %}
    {#- Include small neighbours: otherwise they would split the rewritten run. -#}
    {% set first = best.start %}
    {% for unit in units[:first] | reverse %}
        {% if best.start == first - loop.index0 and unit.rows * 4 <= best.rows %}
            {% set best.start = best.start - 1 %}
        {% endif %}
    {% endfor %}
    {% set merged = {} %}
    {% for unit in units[best.start : best.end] %}
        {% for partition in unit.partitions %}
            {% do merged.update({partition: state.pointer[partition]}) %}
        {% endfor %}
    {% endfor %}
    {% do return(merged) %}
{% endmacro %}

{#- The neighbours in a run that show the same batches: a partition that joined the run of its
    older neighbour by chance can be rewritten with its younger ones. -#}
{% macro _units_of_runs(state) %}
    {% set units = [] %}
    {% for run in daybook._pointer_runs(state) %}
        {% set shown = namespace(ids=none) %}
        {% set named = run.depth + 1 + (1 if run.first != run.last else 0) %}
        {% for partition in run.partitions %}
            {% set ids = state.pointer[partition] %}
            {% if ids != shown.ids %}
                {% set shown.ids = ids %}
                {% set terms = [ids | length, 2] | min + (named if loop.first else 0) %}
                {% do units.append({"partitions": [], "rows": 0, "terms": terms}) %}
            {% endif %}
            {% set rows = units[-1].rows + daybook.rows_of_pointer(
                state, [partition]
            ) %}
            {% do units[-1].partitions.append(partition) %}
            {% do units[-1].update({"rows": rows}) %}
        {% endfor %}
    {% endfor %}
    {% do return(units) %}
{% endmacro %}
