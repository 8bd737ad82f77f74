{#-
    A second name for a batched model, without copying a row: its view names the batches that
    the source publishes when the clone is run. Later runs of the source do not show in it until
    it is run again.

        {{ config(materialized="pointer_clone") }}

        select * from {{ ref("stg_orders") }}

    Idea: the shallow clone of a table format, with a view in place of a copied manifest.
-#}
{% materialization pointer_clone, adapter = "spark", supported_languages = ["sql"] %}
    {%- set target = this.incorporate(type="view") -%}
    {%- do daybook._refuse_sample(this) -%}
    {%- set source = daybook._source_of_clone(target, sql) -%}

    {{ run_hooks(pre_hooks) }}

    {%- if flags.EMPTY -%} {%- do daybook._clone_nothing(target, source, sql) -%}
    {%- else -%} {%- do daybook._point_clone(target, source) -%}
    {%- endif -%}
    {%- do daybook._apply_grants(target) -%}
    {%- call noop_statement("main", "points at " ~ source) -%}
    -- no row was read or written
    {%- endcall -%}

    {{ run_hooks(post_hooks) }}

    {{ return({"relations": [target]}) }}
{% endmaterialization %}
