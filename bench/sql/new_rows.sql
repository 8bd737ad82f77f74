{{ config([[ config ]], partition_by="month") }}
select * from {{ target.schema }}.months_in
