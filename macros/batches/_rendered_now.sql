{#-
    The model's SQL as it is now. dbt compiles a model before the materialization has the lock,
    and what `published` and `new_batches` said then may have changed since; so it is rendered
    again under the lock. dbt puts ephemeral models in front after rendering: so do we.
-#}
{% macro _rendered_now() %}
    {% set text = render(model.raw_code) %}
    {% if model.extra_ctes %}
        {% set ctes = (
            model.extra_ctes
            | map(attribute="sql")
            | map("trim")
            | join(", ")
        ) %}
        {% set text = "with " ~ ctes ~ " select * from (\n" ~ text ~ "\n)" %}
    {% endif %}
    {% if config.get("contract").enforced %}
        {% do get_assert_columns_equivalent(text) %}
        {% set text = get_select_subquery(text) %}
    {% endif %}
    {% do return(text) %}
{% endmacro %}

{#-
    What our macros tell the materialization: notes that dbt's dictionary `model` holds while
    the node runs. The SQL has a marker of each, a random number that no value or comment can
    guess; so only what stands in the SQL counts.

        {"input": "analytics.fct_entries", "position": 12, "born": ..., "new": 1,
         "read": {"relation": ..., "text": ..., "is_whole": ..., "partition_by": ...}}
        {"restate_from": "2015-06"}
        {"marks": {"through": "2015-06-30"}}   kept in the log, for the next run
        {"extends": true}                       there is work without new input
        {"replace_where": "month = 'open'"}     for this run, a full refresh too
-#}
{% macro _notes(query, log) %}
    {% set notes = {"inputs": {}, "new": none, "read": []} %}
    {% set told = model.pop("daybook_notes", {}) %}
    {% for marker in modules.re.findall("/\\*daybook \\d+ \\*/", query) | unique
        if marker in told %}
        {% set note = told[marker] %}
        {% if note.input %}
            {% set read = [note.position, note.born] %}
            {% if notes.inputs.get(note.input, read) != read %}
                {% do daybook._raise(
                    this,
                    note.input
                    ~ " was published to while it was read: run the model again",
                ) %}
            {% endif %}
            {% do notes.inputs.update({note.input: read}) %}
            {% do notes.update({"new": (notes.new or 0) + note.new}) %}
            {% if note.read %} {% do notes.read.append(note.read) %} {% endif %}
        {% else %} {% do notes.update(note) %}
        {% endif %}
    {% endfor %}
    {% do daybook._check_inputs(notes.inputs, daybook._state(log).inputs) %}
    {% do return(notes) %}
{% endmacro %}

{#- Of an upstream under another name nothing counts as consumed. -#}
{% macro _check_inputs(inputs, consumed) %}
    {% set gained = inputs | reject("in", consumed) | list %}
    {% set gone = consumed | reject("in", inputs) | list %}
    {% if gained and gone and not (should_full_refresh() or flags.EMPTY) %}
        {% do daybook._raise(
            this,
            "it has consumed " ~ gone
            | join(", ") ~ " and now reads " ~ gained
            | join(", ")
            ~ " instead: if that is the same model under another name, its rows would come"
            ~ " a second time. Build this model anew with --full-refresh",
        ) %}
    {% endif %}
{% endmacro %}

{% macro _note(content) %}
    {% set digits = [] %}
    {% for _ in range(4) %}
        {% do digits.append("%05d" % (range(100000) | random)) %}
    {% endfor %}
    {% set marker = "/*daybook " ~ digits | join ~ " */" %}
    {% do model.setdefault("daybook_notes", {}).update({marker: content}) %}
    {% do return(marker) %}
{% endmacro %}

{#- Everything the model reads by new_batches is consumed, and it has been built before. -#}
{% macro _nothing_new(log, options, notes) %}
    {% do return(
        options.when_nothing_new == "skip"
        and notes.new == 0
        and not notes.extends
        and daybook._state(log).chain
        and not should_full_refresh()
    ) %}
{% endmacro %}
