-- analyses/scores_of_a_day.sql
select customer_id, score
from
    (
        select *
        from analytics.snap_customer_scores
        where
            `valid_from` <= cast(date '2015-09-01' as date)
            and cast(date '2015-09-01' as date) <= `valid_to`
            and (
                history_part <> 'past'
                or ended_month
                >= date_format(cast(date '2015-09-01' as date), 'yyyy-MM')
            )
            and `known_from`
            <= cast(timestamp_ntz '2015-09-30 12:00:00' as timestamp_ntz)
            - make_dt_interval(
                0,
                0,
                0,
                extract(
                    second
                    from cast(timestamp_ntz '2015-09-30 12:00:00' as timestamp_ntz)
                )
                % 1
            )
            and cast(
                timestamp_ntz '2015-09-30 12:00:00' as timestamp_ntz
            ) - make_dt_interval(
                0,
                0,
                0,
                extract(
                    second
                    from cast(timestamp_ntz '2015-09-30 12:00:00' as timestamp_ntz)
                )
                % 1
            )
            <= `known_to`
            and (
                history_part <> 'closed'
                or ended_month >= date_format(
                    cast(
                        timestamp_ntz '2015-09-30 12:00:00' as timestamp_ntz
                    ) - make_dt_interval(
                        0,
                        0,
                        0,
                        extract(
                            second
                            from
                                cast(
                                    timestamp_ntz '2015-09-30 12:00:00' as timestamp_ntz
                                )
                        )
                        % 1
                    ),
                    'yyyy-MM'
                )
            )
    )
