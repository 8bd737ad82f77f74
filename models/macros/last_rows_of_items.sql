{#-
    The events of a log with a row per item: those of an item's last row alone. What an earlier
    row of the item had, and the last one lacks, is withdrawn: a closed item was opened again.

        accepted                                  rows
        issue_id  status  event_at  recorded_at   issue_id  status  event_at  recorded_at
        20        Opened  06-02     06-04         20        Opened  06-02     06-09
        20        Closed  06-04     06-04
    →
        issue_id  status  event_at  recorded_at  is_deleted
        20        Opened  06-02     06-09        false
        20        Closed  06-04     06-09        true
-#}
{% macro last_rows_of_items(rows, accepted) %}
    {%- set names = [
        "issue_id",
        "status",
        "event_at",
        "event_at_utc",
        "event_order",
    ] -%}
    {%- set names = names + ((var("input").dimensions or {}).keys() | list) -%}
    {%- set columns = (names + ["recorded_at", "is_deleted"]) | join(", ") -%}
    {%- set identity = "issue_id, event_at, event_at_utc, event_order" -%}
    (
        with

            exported as (

                select {{ columns }}, false as is_accepted
                from {{ rows }}

                {%- if accepted %}

                    union all

                    select {{ columns }}, true as is_accepted
                    from {{ accepted }}

                {%- endif %}

            ),

            compared as (

                select
                    *,
                    max(recorded_at) over (partition by issue_id) as last_recorded_at,
                    max(struct(recorded_at, is_deleted)) over (
                        partition by is_accepted, {{ identity }}
                    ) as last_version
                from exported

            ),

            {# An older export than the one that was read last says nothing new. #}
            last_rows as (

                select {{ columns }}
                from compared
                where
                    not is_accepted
                    and (recorded_at = last_recorded_at or recorded_at is null)

            ),

            withdrawn as (

                select
                    {{ names | join(", ") }},
                    last_recorded_at as recorded_at,
                    true as is_deleted
                from compared
                left anti join last_rows using ({{ identity }})
                where
                    is_accepted
                    and not is_deleted
                    and last_version = struct(recorded_at, is_deleted)
                    and recorded_at < last_recorded_at

            )

        select *
        from last_rows

        union all

        select *
        from withdrawn
    )
{% endmacro %}
