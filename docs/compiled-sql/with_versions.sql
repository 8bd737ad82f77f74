-- analyses/sales_with_scores.sql
select sale_id, customer_id, score, valid_from
from
    (
        select
            facts.*, versions.`score` as `score`, versions.`valid_from` as `valid_from`
        from analytics.product_sales as facts
        cross join
            lateral(
                select
                    if(
                        typeof(facts.`sold_at`) = 'timestamp',
                        cast(
                            convert_timezone(
                                'UTC',
                                'UTC',
                                timestamp_ntz '1970-01-01 00:00:00' + make_dt_interval(
                                    0,
                                    0,
                                    0,
                                    cast(
                                        cast(
                                            unix_micros(
                                                try_cast(facts.`sold_at` as timestamp)
                                            ) as decimal(20, 0)
                                        )
                                        * 0.000001 as decimal(18, 6)
                                    )
                                )

                            ) as date
                        ),
                        cast(facts.`sold_at` as date)
                    ) as valid_at
            ) as moments
        left join
            (
                select *
                from analytics.snap_customer_scores
                where history_part <> 'closed'
            ) as versions
            on facts.`customer_id` = versions.`customer_id`
            and versions.`valid_from` <= moments.valid_at
            and moments.valid_at <= versions.`valid_to`
    )
