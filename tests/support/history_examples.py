"""Histories told in words: arrivals as one line of text each, and the rows expected.

"2/09 01-10 B2 ..01-20 #3": it arrives on 2 March at 09:00 and holds from 10 January to
the 20th; its text is B and its amount 2; it is the third of its moment.
"B2 01-10 01-20 2/09:00:00 open N past": a row, with its values, event and system time.
"""

ARRIVALS = (
    "topic string, day date, came timestamp_ntz, text string, amount int,"
    " is_deleted boolean, until date, seq int, note string"
)
IN_WORDS = """
    select topic, concat_ws(' ',
        concat(nvl(text, '~'), nvl(cast(amount as string), '~')),
        date_format(valid_from, 'MM-dd'),
        if(valid_to = date'9999-12-31', 'open', date_format(valid_to, 'MM-dd')),
        {system}
        current_flag, history_part)
    from {table}
"""
SYSTEM = """
    date_format(known_from, 'd/HH:mm:ss'),
    if(known_to = timestamp_ntz'9999-12-31 23:59:59', 'open',
        date_format(known_to, 'd/HH:mm:ss')),
"""


def history(
    more="",
    arrivals="arrivals",
    key='["topic"]',
    values='["text", "amount"]',
    times='event_time="day", system_time="came"',
):
    """A model's call. Strings are arguments as they stand in it."""
    return f"""
        {{{{ daybook.bitemporal_history(
            arrivals=daybook.new_batches(ref("{arrivals}")), posted=this,
            key={key}, values={values}, {times}{", " if more else ""}{more}) }}}}
    """


def arrival(topic, line):
    """A row of ARRIVALS. The text "-" is a deletion, "~" NULL; no amount is 1."""
    came, day, said, *more = line.split()
    (march, time), extras = came.split("/"), {word[0]: word[1:] for word in more}
    text, amount = said[0], said[1:] or "1"
    return (
        topic,
        f"2024-{day}",
        f"2024-03-{march.zfill(2)} {time if ':' in time else time + ':00'}",
        None if text in "~-" else text,
        None if amount == "~" or text == "-" else int(amount),
        text == "-",
        f"2024-{extras['.'][1:]}" if "." in extras else None,
        int(extras.get("#", 0)),
        extras.get("n"),
    )


def feed_told(project, cases, *days):
    """What arrived on those days of March, of {topic: lines}."""
    rows = [
        arrival(topic, line)
        for topic, lines in cases.items()
        for line in lines
        if int(line.split("/")[0]) in days
    ]
    project.feed("arrivals", ARRIVALS, rows)


def in_words(project, model, system=SYSTEM):
    """{topic: rows}, each a line, sorted."""
    table, rows = f"{project.schema}.{model}", {}
    for topic, line in sorted(
        project.query(IN_WORDS.format(table=table, system=system))
    ):
        rows.setdefault(topic, []).append(line)
    return rows


def lines(*expected):
    return sorted(" ".join(line.split()) for line in expected)
