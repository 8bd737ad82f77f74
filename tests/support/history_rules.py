"""What each rule of a history makes of arrivals: by example, worked out by hand."""

# Arrivals on 1, 2 and 3 March, a batch each; then the rows.
RULES = {
    "later": (
        ["1/09 01-05 A", "2/09 01-10 B"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A1 01-05 01-09  2/09:00:00 open        N past",
        "B1 01-10 open   2/09:00:00 open        Y current",
    ),
    "unchanged": (
        ["1/09 01-05 A", "2/09 01-10 A"],
        "A1 01-05 open   1/09:00:00 open        Y current",
    ),
    "unchanged and backdated": (
        ["1/09 01-05 A", "1/10 01-20 B", "2/09 01-10 A"],
        "A1 01-05 open   1/09:00:00 1/09:59:59  N closed",
        "A1 01-05 01-19  1/10:00:00 open        N past",
        "B1 01-20 open   1/10:00:00 open        Y current",
    ),
    "a repeated one does not end a late one": (
        ["1/09 01-05 A", "2/09 01-20 A", "3/09 01-10 B"],
        "A1 01-05 open   1/09:00:00 3/08:59:59  N closed",
        "A1 01-05 01-09  3/09:00:00 open        N past",
        "B1 01-10 open   3/09:00:00 open        Y current",
    ),
    "corrected": (
        ["1/09 01-05 A", "2/09 01-05 B"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "B1 01-05 open   2/09:00:00 open        Y current",
    ),
    "corrected in the past": (
        ["1/09 01-05 A", "2/09 01-10 B", "3/09 01-05 C"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A1 01-05 01-09  2/09:00:00 3/08:59:59  N closed",
        "C1 01-05 01-09  3/09:00:00 open        N past",
        "B1 01-10 open   2/09:00:00 open        Y current",
    ),
    "earlier than all": (
        ["1/09 01-05 A", "2/09 01-02 B"],
        "B1 01-02 01-04  2/09:00:00 open        N past",
        "A1 01-05 open   1/09:00:00 open        Y current",
    ),
    "equal neighbours are not merged": (
        ["1/09 01-05 A", "2/09 01-02 A", "2/10 01-20 B", "3/09 01-15 B"],
        "A1 01-02 01-04  2/09:00:00 open        N past",
        "A1 01-05 open   1/09:00:00 2/09:59:59  N closed",
        "A1 01-05 01-19  2/10:00:00 3/08:59:59  N closed",
        "A1 01-05 01-14  3/09:00:00 open        N past",
        "B1 01-15 01-19  3/09:00:00 open        N past",
        "B1 01-20 open   2/10:00:00 open        Y current",
    ),
    "between two": (
        ["1/09 01-05 A", "2/09 01-20 B", "3/09 01-10 C"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A1 01-05 01-19  2/09:00:00 3/08:59:59  N closed",
        "A1 01-05 01-09  3/09:00:00 open        N past",
        "C1 01-10 01-19  3/09:00:00 open        N past",
        "B1 01-20 open   2/09:00:00 open        Y current",
    ),
    "several in one batch": (
        ["2/11 01-07 C", "2/09 01-05 A", "2/12 01-10 D", "2/10 01-10 B"],
        "A1 01-05 open   2/09:00:00 2/09:59:59  N closed",
        "A1 01-05 01-09  2/10:00:00 2/10:59:59  N closed",
        "A1 01-05 01-06  2/11:00:00 open        N past",
        "C1 01-07 01-09  2/11:00:00 open        N past",
        "B1 01-10 open   2/10:00:00 2/11:59:59  N closed",
        "D1 01-10 open   2/12:00:00 open        Y current",
    ),
    "there and back at one moment of event time": (
        ["2/09 01-05 A", "2/10 01-05 B", "3/09 01-05 A"],
        "A1 01-05 open   2/09:00:00 2/09:59:59  N closed",
        "B1 01-05 open   2/10:00:00 3/08:59:59  N closed",
        "A1 01-05 open   3/09:00:00 open        Y current",
    ),
    "the same twice": (
        ["1/09 01-05 A", "1/09 01-05 A", "2/09 01-05 A"],
        "A1 01-05 open   1/09:00:00 open        Y current",
    ),
    "the last at one moment of both times": (
        ["1/09 01-05 B #2", "1/09 01-05 A #1", "2/09 01-05 D #1", "2/09 01-05 C #2"],
        "B1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "C1 01-05 open   2/09:00:00 open        Y current",
    ),
    "deleted, and again": (
        ["1/09 01-05 A", "2/09 01-10 -", "3/09 01-20 A"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A1 01-05 01-09  2/09:00:00 open        N past",
        "A1 01-20 open   3/09:00:00 open        Y current",
    ),
    "deleted before what it deletes": (
        ["1/09 01-10 -", "2/09 01-05 A", "3/09 01-10 B"],
        "A1 01-05 01-09  2/09:00:00 open        N past",
        "B1 01-10 open   3/09:00:00 open        Y current",
    ),
    "deleted between two, and the second too": (
        ["1/09 01-05 A", "2/09 01-20 B", "3/09 01-10 -", "3/10 01-20 -"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A1 01-05 01-19  2/09:00:00 3/08:59:59  N closed",
        "A1 01-05 01-09  3/09:00:00 open        N past",
        "B1 01-20 open   2/09:00:00 3/09:59:59  N closed",
    ),
    "deleted again in the gap, and a late one before": (
        ["1/09 01-05 A", "2/09 01-10 -", "3/09 01-12 -", "3/10 01-07 B"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A1 01-05 01-09  2/09:00:00 3/09:59:59  N closed",
        "A1 01-05 01-06  3/10:00:00 open        N past",
        "B1 01-07 01-09  3/10:00:00 open        N past",
    ),
    "deleted at its start": (
        ["1/09 01-05 A", "2/09 01-05 -"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
    ),
    "nothing but a deletion": (["1/09 01-05 -"],),
    "NULL is a value": (
        ["1/09 01-05 ~", "1/10 01-06 ~", "2/09 01-10 A", "3/09 01-15 ~"],
        "~1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "~1 01-05 01-09  2/09:00:00 open        N past",
        "A1 01-10 open   2/09:00:00 3/08:59:59  N closed",
        "A1 01-10 01-14  3/09:00:00 open        N past",
        "~1 01-15 open   3/09:00:00 open        Y current",
    ),
}
# With an end of their own, and NULL for what stays as it is.
ENDED = {
    "ends": (
        ["1/09 01-05 A ..01-20", "3/09 01-25 B"],
        "A1 01-05 01-20  1/09:00:00 open        N past",
        "B1 01-25 open   3/09:00:00 open        Y current",
    ),
    "ends at the next": (
        ["1/09 01-10 B", "3/09 01-05 A ..01-20"],
        "A1 01-05 01-09  3/09:00:00 open        N past",
        "B1 01-10 open   1/09:00:00 open        Y current",
    ),
    "ends later": (
        ["1/09 01-05 A ..01-20", "3/09 01-05 A ..01-25"],
        "A1 01-05 01-20  1/09:00:00 3/08:59:59  N closed",
        "A1 01-05 01-25  3/09:00:00 open        N past",
    ),
    "does not end": (
        ["1/09 01-05 A ..01-20", "3/09 01-10 A"],
        "A1 01-05 01-20  1/09:00:00 3/08:59:59  N closed",
        "A1 01-05 open   3/09:00:00 open        Y current",
    ),
    "ends inside another": (
        ["1/09 01-05 A", "2/09 01-10 B ..01-15", "3/09 01-12 C"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A1 01-05 01-09  2/09:00:00 open        N past",
        "B1 01-10 01-15  2/09:00:00 3/08:59:59  N closed",
        "B1 01-10 01-11  3/09:00:00 open        N past",
        "C1 01-12 open   3/09:00:00 open        Y current",
    ),
    "what held before an end comes back if it is told again": (
        ["1/09 01-05 A ..01-25", "2/09 01-10 B ..01-15", "3/09 01-16 A ..01-25"],
        "A1 01-05 01-25  1/09:00:00 2/08:59:59  N closed",
        "A1 01-05 01-09  2/09:00:00 open        N past",
        "B1 01-10 01-15  2/09:00:00 open        N past",
        "A1 01-16 01-25  3/09:00:00 open        N past",
    ),
    "the other stays": (
        ["1/09 01-05 A2", "2/09 01-10 ~3", "3/09 01-12 B~"],
        "A2 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A2 01-05 01-09  2/09:00:00 open        N past",
        "A3 01-10 open   2/09:00:00 3/08:59:59  N closed",
        "A3 01-10 01-11  3/09:00:00 open        N past",
        "B3 01-12 open   3/09:00:00 open        Y current",
    ),
    "all stays": (
        ["1/09 01-05 A2", "3/09 01-10 ~~"],
        "A2 01-05 open   1/09:00:00 open        Y current",
    ),
    "as believed then": (
        ["1/09 01-05 A1", "2/09 01-20 B2", "3/09 01-10 ~3"],
        "A1 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A1 01-05 01-19  2/09:00:00 3/08:59:59  N closed",
        "A1 01-05 01-09  3/09:00:00 open        N past",
        "A3 01-10 01-19  3/09:00:00 open        N past",
        "B2 01-20 open   2/09:00:00 open        Y current",
    ),
    "of one moment the earlier one is told first": (
        ["1/09 01-10 ~3", "1/09 01-05 A2"],
        "A2 01-05 01-09  1/09:00:00 open        N past",
        "A3 01-10 open   1/09:00:00 open        Y current",
    ),
    "told again with its value": (
        ["1/09 01-10 ~3", "2/09 01-05 A2", "2/10 01-10 ~~", "3/09 01-10 A~"],
        "A2 01-05 01-09  2/09:00:00 open        N past",
        "~3 01-10 open   1/09:00:00 3/08:59:59  N closed",
        "A3 01-10 open   3/09:00:00 open        Y current",
    ),
    "nothing stays after a deletion": (
        ["1/09 01-05 A2", "2/09 01-10 -", "3/09 01-20 ~3"],
        "A2 01-05 open   1/09:00:00 2/08:59:59  N closed",
        "A2 01-05 01-09  2/09:00:00 open        N past",
        "~3 01-20 open   3/09:00:00 open        Y current",
    ),
}
