{#- The layout of the table's rows as a batch's, checked as that of a batch is. -#}
{% macro _layout_to_adopt(relation, source, options) %}
    {% if daybook._catalog_entry(source).type not in ("MANAGED", "EXTERNAL") %}
        {% call daybook._refuse(relation) %}
            {{ source }} is no table, so it can't be adopted
        {% endcall %}
    {% elif daybook._key(source) == daybook._key(relation) %}
        {% do daybook._check_rename(source) %}
    {% endif %}
    {% set format = daybook._storage(source).format %}
    {% set described = daybook._described("table", source) %}
    {% set of_table = described.partition_by | join(", ") %}
    {% set of_model = options.partition_by | join(", ") %}
    {% if format != options.file_format %}
        {% call daybook._refuse(relation) %}
            {{ source }} is {{ format }}, and the model's file_format is
            {{ options.file_format }}: an adopted table has that of the model
        {% endcall %}
    {% elif of_table | lower != of_model | lower %}
        {% call daybook._refuse(relation) %}
            {{ source }} is partitioned by {{ of_table or "nothing" }}, and the model's
            partition_by is {{ of_model or "not set" }}: they have to be the same
        {% endcall %}
    {% elif described.with_default %}
        {% call daybook._refuse(relation) %}
            {{ source }} has columns with a default ({{ described.with_default | join(", ") }}).
            Older files may lack them, and a model would read NULL there: create a table from
            {{ source }}, and adopt that
        {% endcall %}
    {% endif %}
    {#- Of a char, as of a varchar, a query makes a string, in which the blanks at the end count. -#}
    {% for column, type in described.columns
        if modules.re.search("\\bchar\\(", type) %}
        {% call daybook._refuse(relation) %}
            {{ source }} has the column {{ column }} of type {{ type }}, and a model would have other
            values in it: create a table of strings from it, and adopt that
        {% endcall %}
    {% endfor %}
    {% set log, rows = daybook._no_log(relation), "select * from " ~ source %}
    {% do return(daybook._layout_of_batch(relation, log, log.state, options, rows)) %}
{% endmacro %}

{#- {partition: directory}. -#}
{% macro _locations_to_adopt(source, layout, counted) %}
    {% set locations = {} %}
    {% for partition, _ in counted %}
        {% set spec = daybook._partition_spec(partition, layout.partition_by) %}
        {% set part = source ~ " " ~ spec if layout.partition_by else source %}
        {% do locations.update({partition: daybook._storage(part).location}) %}
    {% endfor %}
    {% do return(locations) %}
{% endmacro %}

{#-
    Under the lock. The partitions are logged before they are taken over: if the run dies between, the
    next one releases them. Returns the batch, and the table: one that has the model's name makes room
    first, and its files may move with it.
-#}
{% macro _adopt_table(operation, source, options, layout, counted) %}
    {% set relation, log = operation.relation, operation.log %}
    {% if daybook._state(log).chain %}
        {% call daybook._refuse_unlocked(relation) %}
            it has batches: a table can be its first batch only
        {% endcall %}
    {% elif daybook._key(source) == daybook._key(relation) %}
        {% do daybook._assert_locked(relation) %}
        {% set source = daybook._clear_name(source, daybook._catalog_entry(source)) %}
        {% set log = dict(log, entry={}) %}
    {% endif %}
    {% set batches, keys = daybook._batches_relation(relation), layout.partition_by %}
    {% set taken = {"adopted": true, "partitions": counted, "partition_by": keys} %}
    {% set layout = dict(layout, starts_over=log.exists) %}
    {% set log = daybook._begin_batch(relation, log, options, layout, taken) %}
    {% set event = log.events[-1] %}
    {% set locations = daybook._locations_to_adopt(source, layout, counted) %}
    {% do daybook._add_located(batches, keys, event.batch_id, locations) %}
    {% set of_batch = daybook._partition_rows(batches, keys, event.batch_id) %}
    {% set of_table = daybook._count_by(source, keys, "true") %}
    {% if of_batch != counted or of_table != counted %}
        {% set problem %}
            {{ source }} was written while it was adopted: adopt it again
        {% endset %}
        {% do daybook._refuse_batch(relation, log, problem) %}
    {% endif %}
    {% do daybook._assert_locked(relation) %}
    {% set committed = daybook._committed_event(event, options, layout, counted) %}
    {% set committed = dict(committed, types=layout.types) %}
    {% set log = daybook._write_event(relation, log, committed) %}
    {% do daybook._flip_pointer(relation, log) %}
    {% do return([event.batch_id, source]) %}
{% endmacro %}
