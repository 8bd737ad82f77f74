{#-
    Immutable batches behind a view. Each run writes a batch; publishing moves the pointer.

        lock → recover → compact → render → write → check → log committed → flip → unlock

    What each step rests on is in docs/patterns/batches.md.
-#}
{% materialization batched, adapter = "spark", supported_languages = ["sql"] %}
    {%- set plans = daybook._known_in_this_run().plans -%}
    {%- do plans.update({model.unique_id: none}) -%}
    {%- set options = daybook._options_of_config(this) -%}
    {%- do daybook._refuse_sample(this) -%}
    {%- set target = daybook._store(this).target(this) -%}

    {{ run_hooks(pre_hooks) }}

    {%- do daybook._lock_model(target, options.lock_hours) -%}
    {%- set log = daybook._recovered_log(target, should_full_refresh()) -%}
    {%- do daybook._store(target).check_place(target, log) -%}
    {%- set log = daybook._compact_if_due(target, log, options) -%}
    {%- set plan = daybook._render_with_plan(log) -%}
    {%- set options = daybook._options_with_plan(target, options, plan) -%}
    {%- do daybook._refuse_loss_of_rows(options, plan, log) -%}
    {%- do daybook._refuse_rows_again(options, plan, log) -%}
    {%- if flags.EMPTY -%}
        {%- do daybook._build_empty(target, log, options, plan.query) -%}
    {%- elif daybook._has_nothing_new(log, options, plan) -%}
        {%- call noop_statement("main", "nothing new") -%}
        -- nothing new: no batch was written
        {%- endcall -%}
    {%- else -%}
        {%- set log = daybook._write_batch(target, log, options, plan) -%}
        {%- if log.events[-1].event == "committed" -%}
            {%- set log = daybook._flip_pointer(target, log) -%}
        {%- endif -%}
        {%- do daybook._store(target).shorten_log(target, log) -%}
    {%- endif -%}
    {%- do daybook._apply_grants(target) -%}
    {%- do daybook._release_lock(target) -%}

    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target, daybook.batches_table(target)]}) }}
{% endmaterialization %}
