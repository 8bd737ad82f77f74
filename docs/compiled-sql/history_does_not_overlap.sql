with

    versions as (

        select
            `customer_id`,
            `valid_from`,
            `valid_to`,
            `known_from`,
            `known_to`,
            row_number() over (
                partition by `customer_id` order by `valid_from`, `known_from`
            ) as daybook_number
        from analytics.snap_customer_scores

    )

select daybook_version.*
from versions as daybook_version
inner join
    versions as daybook_later
    on daybook_version.`customer_id` = daybook_later.`customer_id`
    and daybook_version.daybook_number < daybook_later.daybook_number
    and daybook_version.`valid_from` <= daybook_later.`valid_to`
    and daybook_later.`valid_from` <= daybook_version.`valid_to`
    and daybook_version.`known_from` <= daybook_later.`known_to`
    and daybook_later.`known_from` <= daybook_version.`known_to`
