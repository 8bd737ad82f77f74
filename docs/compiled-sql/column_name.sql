-- analyses/column_name_of_a_state.sql
select 1 as awaiting_user_info
