merge into [[ table ]] as history
using [[ changes ]] as changes
on history.k = changes.k and history.valid_from = changes.valid_from
    and history.known_from = changes.known_from and changes.closes
    and history.known_to = [[ far_moment ]]
    [% if touched %]
    and history.history_part in ([[ touched ]])
    [% endif %]
when matched then update set
    [% if in_parts %]
    history_part = 'closed',
    [% endif %]
    known_to = changes.known_to,
    current_flag = 'N'
when not matched then insert ([[ columns ]])
    values (changes.[[ columns.replace(", ", ", changes.") ]])
