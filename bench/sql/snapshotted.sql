{% snapshot snapshotted %}
{{ config(
    unique_key="k", strategy="check", check_cols=["score", "name"],
    updated_at="day", file_format="delta") }}
select k, score, name, day from {{ target.schema }}.arrivals_in
{% endsnapshot %}
