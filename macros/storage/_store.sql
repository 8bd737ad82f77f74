{#-
    A storage is how the batches of a model lie somewhere, and its log with them. It is called by these
    names alone: daybook._store(relation).write(...). What each does is in docs/architecture.md.
-#}
{% macro _store(relation) %}
    {% do return(
        daybook._iceberg()
        if daybook._lies_in_iceberg(relation)
        else daybook._files()
    ) %}
{% endmacro %}

{% macro _files() %}
    {% do return(
        {
            "check_session": daybook._files_check_session,
            "lock": daybook._files_lock,
            "read_log": daybook._files_read_log,
            "whole_log": daybook._files_whole_log,
            "past": daybook._files_past,
            "restored_log": daybook._files_restored_log,
            "write_event": daybook._files_write_event,
            "shorten_log": daybook._files_shorten_log,
            "check_view": daybook._files_check_view,
            "is_behind": daybook._files_is_behind,
            "date_again": daybook._files_date_again,
            "check_place": daybook._files_check_place,
            "check_columns": daybook._files_check_columns,
            "begin": daybook._files_begin,
            "write": daybook._files_write,
            "check": daybook._files_check,
            "problem": daybook._files_problem,
            "to_rewrite": daybook._files_to_rewrite,
            "note": daybook._files_note,
            "publish": daybook._files_publish,
            "show_nothing": daybook._files_show_nothing,
            "view_text": daybook._files_view_text,
            "are_shown": daybook._files_are_shown,
            "read": daybook._files_read,
            "rows_now": daybook._files_rows_now,
            "readable_at": daybook._files_readable_at,
            "roll_back": daybook._files_roll_back,
            "clean": daybook._files_clean,
            "dead_writes": daybook._files_dead_writes,
            "remove_dead_writes": daybook._files_remove_dead_writes,
            "drop": daybook._files_drop,
            "lend": daybook._files_lend,
            "of_table": daybook._files_of_table,
            "check_table": daybook._files_check_table,
            "borrow": daybook._files_borrow,
            "damage": daybook._files_damage,
            "damage_to_view": daybook._files_damage_to_view,
            "table": daybook._files_table,
            "target": daybook._files_target,
            "write_part": daybook._files_write_part,
            "has_files_of_its_own": daybook._files_has_files_of_its_own,
        }
    ) %}
{% endmacro %}

{% macro _iceberg() %}
    {% do return(
        {
            "check_session": daybook._iceberg_check_session,
            "lock": daybook._iceberg_lock,
            "read_log": daybook._iceberg_read_log,
            "whole_log": daybook._iceberg_whole_log,
            "past": daybook._iceberg_past,
            "restored_log": daybook._iceberg_restored_log,
            "write_event": daybook._iceberg_write_event,
            "shorten_log": daybook._iceberg_shorten_log,
            "check_view": daybook._iceberg_check_view,
            "is_behind": daybook._iceberg_is_behind,
            "date_again": daybook._iceberg_date_again,
            "check_place": daybook._iceberg_check_place,
            "check_columns": daybook._iceberg_check_columns,
            "begin": daybook._iceberg_begin,
            "write": daybook._iceberg_write,
            "check": daybook._iceberg_check,
            "problem": daybook._iceberg_problem,
            "to_rewrite": daybook._iceberg_to_rewrite,
            "note": daybook._iceberg_note,
            "publish": daybook._iceberg_publish,
            "show_nothing": daybook._iceberg_show_nothing,
            "view_text": daybook._iceberg_view_text,
            "are_shown": daybook._iceberg_are_shown,
            "read": daybook._iceberg_read,
            "rows_now": daybook._iceberg_rows_now,
            "readable_at": daybook._iceberg_readable_at,
            "roll_back": daybook._iceberg_roll_back,
            "clean": daybook._iceberg_clean,
            "dead_writes": daybook._iceberg_dead_writes,
            "remove_dead_writes": daybook._iceberg_remove_dead_writes,
            "drop": daybook._iceberg_drop,
            "lend": daybook._iceberg_lend,
            "of_table": daybook._iceberg_of_table,
            "check_table": daybook._iceberg_check_table,
            "borrow": daybook._iceberg_borrow,
            "damage": daybook._iceberg_damage,
            "damage_to_view": daybook._iceberg_damage_to_view,
            "table": daybook._iceberg_table,
            "target": daybook._iceberg_target,
            "write_part": daybook._iceberg_write_part,
            "has_files_of_its_own": daybook._iceberg_has_files_of_its_own,
        }
    ) %}
{% endmacro %}

{#- A log with all that is known of the past: an operation that takes no lock, and a question about the
    past, also need events that no flip has followed. -#}
{% macro _whole_log(log) %}
    {% do return(daybook._store(log.relation).whole_log(log)) %}
{% endmacro %}

{#- The table with the rows of a model's batches. -#}
{% macro batches_table(relation) %}
    {% do return(daybook._store(relation).table(relation)) %}
{% endmacro %}
