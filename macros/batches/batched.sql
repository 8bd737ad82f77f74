{#-
    Immutable batches behind a view. Each run writes a batch; publishing moves the pointer.

        lock → recover → compact → render → write → check → log committed → flip → unlock

    What each step rests on is in docs/patterns/batches.md.
-#}
{% materialization batched, adapter = "spark", supported_languages = ["sql"] %}
    {%- set options = daybook._batch_options(this) -%}
    {%- do daybook._refuse_sample(this) -%}
    {%- set target = this.incorporate(type="view") -%}

    {{ run_hooks(pre_hooks) }}

    {%- set lock = daybook._take_lock(target, options.lock_hours) -%}
    {%- set log = daybook._recovered_log(target) -%}
    {%- do daybook._check_place(target, log) -%}
    {%- do daybook._compact_if_due(target, log, options) -%}
    {%- set query = daybook._rendered_now() -%}
    {%- set notes = daybook._notes(query, log) -%}
    {%- do daybook._refuse_loss_of_rows(options, query, notes, log) -%}
    {%- if notes.partition_by -%}
        {%- do options.update({"partition_by": notes.partition_by}) -%}
    {%- endif -%}
    {%- if flags.EMPTY -%} {%- do daybook._build_empty(target, log, options, query) -%}
    {%- elif daybook._nothing_new(log, options, notes) -%}
        {%- call noop_statement("main", "nothing new") -%}
        -- nothing new: no batch was written
        {%- endcall -%}
    {%- else -%}
        {%- set before = daybook._state(log) -%}
        {%- if daybook._write_batch(target, log, before, options, query, notes) -%}
            {%- do daybook._assert_locked(target) -%}
            {%- do daybook._flip(target, log) -%}
            {%- do daybook._comment_on(
                target,
                "table" if options.publish == "partitions" else "view",
                before.docs,
            ) -%}
        {%- endif -%}
        {%- if notes.adopt -%} {%- do daybook._drop_old_digests(target, log) -%}
        {%- endif -%}
        {%- do daybook._fold_if_due(target, log) -%}
        {%- do daybook._checkpoint_if_due(target, log) -%}
    {%- endif -%}
    {%- do daybook._grant(target) -%}
    {%- do daybook._release(lock) -%}

    {{ run_hooks(post_hooks) }}

    {{ return({"relations": [target, daybook._batches_relation(target)]}) }}
{% endmaterialization %}
