[#- Keys that were never told a score twice. For the others, the order of arrivals decides
    whether a repeated score changes anything. -#]
create or replace view [[ view ]] as
select k
from [[ table ]]
group by k
having count(distinct score) = count(*)
