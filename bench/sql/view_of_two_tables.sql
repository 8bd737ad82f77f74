{#- Two tables in turn: the one that the view does not show is written, then shown. -#}
{{ config(materialized="view") }}
{%- set marker = "select max(marker) from " ~ target.schema ~ ".months_in" -%}
{%- if execute -%}
    {%- set side = target.schema ~ ".side_" ~ run_query(marker).rows[0][0] % 2 -%}
    {%- do run_query("drop table if exists " ~ side) -%}
    {%- do run_query(
        "create table " ~ side ~ " using parquet partitioned by (month)"
        ~ " as select * from " ~ target.schema ~ ".months_in"
    ) -%}
{%- endif -%}
select * from {{ side }}
