create or replace table [[ changes ]] using delta as
with
    believed as (
        select *
        from [[ table ]]
        where known_to = [[ far_moment ]]
        [% if in_parts %]
            and history_part <> 'closed'
        [% endif %]
    ),
    reached as (
        select
            arrivals.*,
            min(believed.valid_from) as first_day,
            max(struct(believed.*)) filter (
                where arrivals.day between believed.valid_from and believed.valid_to
            ) as held
        from [[ arrivals ]] as arrivals
        inner join believed on arrivals.k = believed.k
        group by all
    ),
    changed as (
        select *, explode(array('closed', 'shortened', 'new')) as line
        from reached
        where held is null
            or not (held.score <=> score and held.name <=> name)
    ),
    changes as (
        select
            k,
            line = 'closed' as closes,
            if(line = 'new', score, held.score) as score,
            if(line = 'new', name, held.name) as name,
            if(line = 'new', day, held.valid_from) as valid_from,
            case line
                when 'closed' then held.valid_to
                when 'shortened' then day - 1
                else coalesce(held.valid_to, first_day - 1)
            end as valid_to,
            if(line = 'closed', held.known_from, arrived_at) as known_from,
            if(
                line = 'closed', arrived_at - interval 1 second, [[ far_moment ]]
            ) as known_to,
            string([[ 'held.history_part' if in_parts else 'null' ]]) as held_in
        from changed
        where case line
            when 'closed' then held is not null
            when 'shortened' then held.valid_from < day
            else true
        end
    )
select
    *,
    if(known_to = [[ far_moment ]] and valid_to = [[ far ]], 'Y', 'N') as current_flag,
    case
        when known_to < [[ far_moment ]] then 'closed'
        when valid_to < [[ far ]] then 'past'
        else 'current'
    end as history_part
from changes
