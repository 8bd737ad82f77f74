show table extended in analytics like '*';

show table extended in analytics
like 'fct_issue_entries|fct_issue_entries__batches';

show schemas like 'analytics__daybook';

show table extended in analytics__daybook
like 'fct_issue_entries__log';

show schemas like 'analytics__daybook';

show table extended in analytics__daybook
like 'fct_issue_entries__lock'
