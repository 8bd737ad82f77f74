select *
from analytics.snap_customer_scores
where
    not coalesce(`valid_from` <= `valid_to`, false)
    or not coalesce(`known_from` <= `known_to`, false)
