show schemas like 'analytics';

show table extended in analytics like '*';

show tblproperties analytics.fct_issue_entries__batches;

show schemas like 'analytics__daybook';

show table extended in analytics__daybook
like 'fct_issue_entries__lock'
