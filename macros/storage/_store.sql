{#-
    A storage is how the batches of a model lie somewhere, and its log with them. It is called by these
    names alone: daybook._store(relation).write(...). What each does is in docs/architecture.md.
-#}
{% macro _store(relation) %}
    {% do return(
        {
            "check_session": daybook._files_check_session,
            "lock": daybook._files_lock,
            "read_log": daybook._files_read_log,
            "whole_log": daybook._files_whole_log,
            "restored_log": daybook._files_restored_log,
            "write_event": daybook._files_write_event,
            "shorten_log": daybook._files_shorten_log,
            "is_behind": daybook._files_is_behind,
            "date_again": daybook._files_date_again,
            "check_view": daybook._files_check_view,
            "check_place": daybook._files_check_place,
            "check_columns": daybook._files_check_columns,
            "problem": daybook._files_problem,
            "begin": daybook._files_begin,
            "write": daybook._files_write,
            "check": daybook._files_check,
            "to_rewrite": daybook._files_to_rewrite,
            "note": daybook._files_note,
            "publish": daybook._files_publish,
            "view_text": daybook._files_view_text,
            "are_shown": daybook._files_are_shown,
            "read": daybook._files_read,
            "rows_now": daybook._files_rows_now,
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
        }
    ) %}
{% endmacro %}

{#- A log with all that is known of the past: an operation that takes no lock, and a question about the
    past, also need events that no flip has followed. -#}
{% macro _whole_log(log) %}
    {% do return(daybook._store(log.relation).whole_log(log)) %}
{% endmacro %}
