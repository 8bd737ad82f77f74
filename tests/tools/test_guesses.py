"""Guesses at single things: the form of times, encodings, which columns have a role."""

import gzip
import re
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

import pytest

from console import Problem
from event_files import events_of
from guesses.columns import Column
from guesses.first_run import End, final_states
from guesses.roles import guessed_roles
from guesses.text import guessed_text
from guesses.written import source_of, text_of
from suggest_config import schema_of
from support.written_times import written_times
from time_formats import form_of

AS_IT_IS = "x"
FORMS = {
    ("2015-09-01 09:00", "2015-09-01T09:00:00.5+02:00", "2015-9-1"): AS_IT_IS,
    (" 2015-09-01 9:00:00 Asia/Tokyo", "2015-09-01T09:00:00+0200"): AS_IT_IS,
    ("01.09.2025 01:12:09",): "to_timestamp_ntz(x, 'dd.MM.yyyy HH:mm:ss')",
    ("1.9.2025 1:12", "12.10.2025 13:55"): "to_timestamp_ntz(x, 'd.M.yyyy H:mm')",
    ("01.09.25, 01:12",): "to_timestamp_ntz(x, 'dd.MM.yy, HH:mm')",
    ("09/21/2025 01:12 PM",): "to_timestamp_ntz(x, 'MM/dd/yyyy hh:mm a')",
    ("21/09/2025", "01/09/2025"): "to_timestamp_ntz(x, 'dd/MM/yyyy')",
    ("20250901T011209",): "to_timestamp_ntz(x, 'yyyyMMdd\\'T\\'HHmmss')",
    ("2025/09/01 10:00:00.123",): "to_timestamp_ntz(x, 'yyyy/MM/dd HH:mm:ss.SSS')",
    ("01.09.2025 01:12", "01.09.2025 01:12:09"): (
        "to_timestamp_ntz(x, 'dd.MM.yyyy HH:mm[:ss]')"
    ),
    ("01-Sep-2025 10:00",): "to_timestamp_ntz(x, 'dd-MMM-yyyy HH:mm')",
    ("1 March 2025 10:00", "12 May 2025 10:00"): (
        "to_timestamp_ntz(x, 'd MMMM yyyy HH:mm')"
    ),
    ("Mar 01, 2025 01:12 PM", "May 02, 2025 01:12 PM"): (
        "to_timestamp_ntz(x, 'MMM dd, yyyy hh:mm a')"
    ),
    ("2025-09-01 10:00:00,123",): "to_timestamp_ntz(x, 'yyyy-MM-dd HH:mm:ss,SSS')",
    ("2025-09-01 10:00:00 PM",): "to_timestamp_ntz(x, 'yyyy-MM-dd hh:mm:ss a')",
    ("20250901101112", "20250930101112"): "to_timestamp_ntz(x, 'yyyyMMddHHmmss')",
    ("25-09-01", "25-09-02"): "to_timestamp_ntz(x, 'yy-MM-dd')",
    ("01/01/23", "01/01/24", "01/01/25"): "to_timestamp_ntz(x, 'dd/MM/yy')",
    ("2025-09-01T10:00Z", "2025-09-01T10:00:30+02:00"): (
        "to_timestamp(x, 'yyyy-MM-dd\\'T\\'HH:mm[:ss]XXX')"
    ),
    ("2025-09-01 10:00+02:00",): "to_timestamp(x, 'yyyy-MM-dd HH:mmXXX')",
    ("2025-09-01T10:00+02",): "to_timestamp(x, 'yyyy-MM-dd\\'T\\'HH:mmX')",
    ("20250901T1000Z",): "to_timestamp(x, 'yyyyMMdd\\'T\\'HHmmXXX')",
    ("01.09.2025 10:00 +0200",): "to_timestamp(x, 'dd.MM.yyyy HH:mm XX')",
    ("01.09.2025 10:00 Europe/Paris",): "to_timestamp(x, 'dd.MM.yyyy HH:mm VV')",
    ("01.09.2025 10:00 CEST", "01.12.2025 10:00 CET"): (
        "to_timestamp(replace(replace(x, 'CEST', '+02:00'), 'CET', '+01:00'), "
        "'dd.MM.yyyy HH:mm XXX')"
    ),
    ("09/21/2025 01:12 PM EEST", "09/21/2025 01:12 PM EST"): (
        "to_timestamp(replace(replace(x, 'EEST', '+03:00'), 'EST', '-05:00'), "
        "'MM/dd/yyyy hh:mm a XXX')"
    ),
    ("1.9.2025 8.15", "12.10.2025 13.55"): "to_timestamp_ntz(x, 'd.M.yyyy H.mm')",
    ("01.09.2025 08:15 Uhr",): ("to_timestamp_ntz(x, 'dd.MM.yyyy HH:mm\\' Uhr\\'')"),
    ("2025090110",): "to_timestamp_ntz(x, 'yyyyMMddHH')",
    ("20250901101112345",): "to_timestamp_ntz(x, 'yyyyMMddHHmmssSSS')",
    ("1756689129", "1756689130"): "timestamp_seconds(cast(x as bigint))",
    ("1756689129000",): "timestamp_millis(cast(x as bigint))",
}
NO_TIMES = [
    ["soon"],
    ["2015-09"],
    ["12", "13"],
    ["13/13/2025"],
    ["20251340"],
    [""],
    [],
    ["01.09.2025", "09/01/2025"],
    ["01.09.2025 25 h"],
    ["2025-09-01", "01.09.2025"],
    # Digits that may be parted in two ways, and years that may be of two centuries.
    ["2024111"],
    ["202411"],
    ["20240901930"],
    ["1509011012"],
    ["01.09.95"],
    ["1995010112"],
    ["1201202510", "1231202523"],
    ["1512202510"],
    ["2012101112"],
    ["20250901101", "2025090110"],
    ["2015-09-01 10:00Z", "2015-09-01 10:00"],
    ["2015-09-01 10:00Z", "2015-09-01 10:00 Z"],
    ["2015-09-01 10:00+02:00", "2015-09-01 10:00+0200"],
    ["2015-09-01 10:00 IST"],
    ["2015-09-01 10:00 Europe/Nowhere"],
    ["2015-09-01 10:00:00 +230"],
    ["2015-02-30"],
    ["01-Okt-2025"],
    ["1 Mar 2025", "1 June 2025"],
    ["June 1, 2025", "June 1 2025"],
    ["1 Sept 2025"],
    ["1.9.2025 24:00"],
    ["1.9.2025 8.60"],
    ["1.9.2025 8.15", "1.9.2025 8:15"],
    ["1.9.2025 8:15 Uhr", "1.9.2025 8:15"],
    ["20250901 1000", "20250901 100005"],
    ["1.9.2025 1:02:03,5", "1.9.2025 1:02:03.5"],
]
TEXTS = {
    "windows-1252": "Nr;Zust\u00e4nde\n1;ge\u00f6ffnet\n2;geschlossen \u20ac\n",
    "windows-1251": (
        "\u043d\u043e\u043c\u0435\u0440;\u0441\u0442\u0430\u0442\u0443\u0441\n"
        "1;\u043e\u0442\u043a\u0440\u044b\u0442\n2;\u0437\u0430\u043a\u0440\u044b\u0442\n"
    ),
    "Shift_JIS": "\u756a\u53f7;\u72b6\u614b\n1;\u53d7\u4ed8\n2;\u5b8c\u4e86\n",
    "UTF-16": "Nr;Zustand\n1;neu\n",
}


@pytest.mark.parametrize(("values", "expression"), FORMS.items())
def test_times_of_one_form_are_read_by_an_expression(values, expression):
    assert form_of(values).expression("x") == expression


def test_what_is_not_in_one_form_is_no_time():
    assert [values for values in NO_TIMES if form_of(values)] == []


def test_what_may_come_first_instead_is_said():
    for values, first, doubt in (
        (["01/09/2025"], "the day", "the month"),
        (["01/09/2025 10:00 PM"], "the month", "the day"),
        (["1-9-2025 10:00am", "2-9-2025 10:00am"], "the month", "the day"),
        (["21/09/2025"], "the day", ""),
        (["01.09.25"], "the day", ""),
        (["01/09/11"], "the day", "the month or the year"),
        (["24-09-11", "24-09-30"], "the year", "the day"),
    ):
        form = form_of(values)
        assert (form.first, form.doubt) == (first, doubt)


def test_a_comment_says_what_a_time_was_taken_for():
    rows = [f"c{n // 2} s{n % 2} {n % 9 + 1:02}/08/2025_09:30" for n in range(36)]
    found = columns(rows, ["id", "state", "at"])
    found[2].values = [value.replace("_", " ") + " PM CET" for value in found[2].values]
    text = text_of({"occurred_at": "x"}, guessed_roles(found), 36, "l.csv", Path("l"))
    assert (
        "CET. It is read with the month first; the day may as well be. What CET stands "
        "for is the same all year.\n"
    ) in text


# What Java's letters read, and the name of it in Python.
LETTERS = dict(zip("yMdHhmsSa", "ymdHIMSfp", strict=True))
WORDS = {"yyyy": "Y", "MMM": "b", "MMMM": "B"}
BRACKETS = {"[": "(?:", "]": ")?"}


def read_by(pattern, text):
    """As Spark reads it. One letter reads one or two digits, as all do in Python."""
    if pattern is None:
        *numbers, last = re.findall(r"\d+", text)
        last = last if len(numbers) < 6 else last.ljust(6, "0")
        return datetime(*map(int, [*numbers, last]))
    if pattern.startswith("timestamp_"):
        seconds = int(text) / (1000 if pattern == "timestamp_millis" else 1)
        return datetime.fromtimestamp(seconds, timezone.utc).replace(tzinfo=None)
    regexp = ""
    for token in re.findall(r"y+|M+|d+|H+|h+|m+|s+|S+|'[^']*'|.", pattern):
        if name := WORDS.get(token) or LETTERS.get(token[0]):
            widths = "1,2" if len(token) == 1 else len(token)
            if name == "B":
                widths = "3,9"
            if name == "f":
                widths = f"1,{len(token)}"
            regexp += rf"(?P<{name}>\w{{{widths}}})"
        else:
            regexp += BRACKETS.get(token) or re.escape(token.strip("'"))
    said = re.fullmatch(regexp, text).groupdict(default="0")
    form = " ".join(f"%{name}" for name in said)
    return datetime.strptime(" ".join(said.values()), form)


def test_no_time_is_taken_for_another_without_a_word():
    recognized = 0
    for log in written_times(seed=7, number=3000):
        form = form_of(log.texts)
        if form is None:
            continue
        read = [read_by(form.pattern, text) for text in log.texts]
        assert read == log.times or log.firsts & {*form.other_firsts}, (log, form)
        recognized += read == log.times
    assert recognized > 1000


def test_the_name_of_a_final_state_may_have_accents_and_signs():
    named = ["Termin\u00e9", "LIVRE\u0301", "annul\u00e9/rembours\u00e9", "4-Closed."]
    others = ["Terminus", "closing", "D\u00e9livr", ""]
    found = [End(state, 10, 9, 6, 0) for state in named + others]
    assert [end.state for end in found if end.is_final] == named


def test_states_that_end_many_items_are_final_where_others_end_few():
    """Of a public log: confirm payment and cancel order are seldom left."""
    paid, made = End("paid", 861, 861, 861, 700), End("made", 400, 390, 264, 200)
    held = End("held", 500, 300, 141, 120)
    late = End("late", 200, 200, 150, 0)
    assert final_states([paid, held]) == ["paid"]
    assert final_states([made, held, End("gone", 9, 9, 9, 9)]) == ["gone", "made"]
    assert final_states([late]) == []


def items(rows, names):
    """Columns whose cells may be empty, and what Spark makes of their times."""
    values = zip(*(row.split(",") for row in rows), strict=True)
    found = [
        Column(name, [value or None for value in each])
        for name, each in zip(names.split(","), values, strict=True)
    ]

    def instants(time):
        return [
            v and datetime.fromisoformat(v).timestamp() * 10**6 for v in time.values
        ]

    return found, instants


ROWS_OF_ITEMS = [
    f"{n},T-{n},kind {n % 4},2025-09-{n % 9 + 10},2025-09-0{n % 9 + 1},"
    f"2025-09-0{n % 9 + 1},{'' if n % 3 else f'2025-09-{n % 9 + 10}'},2025-10-01,"
    f"2025-09-30,open,{n % 30 * 'long '}"
    for n in range(1, 200)
]
NAMES_OF_ITEMS = (
    "row_id,Ticket,type,resolvedDate,created_at,sys_opened_on,sys_closed_at,due,"
    "updated_at,status,note"
)


@pytest.mark.parametrize("twice", [[], ROWS_OF_ITEMS[:20]])
def test_a_row_per_item_is_seen_by_its_id_and_its_times(twice):
    found, instants = items([*ROWS_OF_ITEMS, *twice], NAMES_OF_ITEMS)
    roles = guessed_roles(found, instants)
    assert source_of(roles) == {
        "item": "Ticket",
        "events": {
            "Created": "created_at",
            "Resolved": "resolvedDate",
            "Closed": "sys_closed_at",
        },
        "recorded_at": "updated_at",
        "dimensions": {"type": "type"},
    }
    text = text_of(source_of(roles), roles, 39, "l.csv", Path("l"))
    assert "Other times are in sys_opened_on, due.\n" in text
    assert "counts for the whole past.\n" in text


def test_kinds_of_items_are_no_items():
    found, instants = items(ROWS_OF_ITEMS, NAMES_OF_ITEMS)
    without = [
        it for it in found if it.name not in ("created_at", "sys_opened_on", "row_id")
    ]
    with pytest.raises(Problem, match="Ticket is different in nearly every row"):
        guessed_roles(without, instants)


def test_rows_of_events_have_ids_too():
    rows = [
        f"{n},{n // 40},s{n % 4},2025-09-{1 + n % 4:02},2025-09-01,2025-09-09"
        for n in range(400)
    ]
    names = "id,parcel,status,at"
    shorter = [row.rsplit(",", 2)[0] for row in rows]
    found, instants = items(shorter, names)
    assert source_of(guessed_roles(found, instants))["item"] == "parcel"
    found, instants = items(rows, "event_id,incident,state,at,opened_at,closed_at")
    assert source_of(guessed_roles(found, instants))["item"] == "incident"


def test_two_times_of_one_name_are_two_states():
    rows = [
        f"{n},2025-09-{1 + n % 9:02},2025-10-{1 + n % 9:02},2025-11-{1 + n % 7:02}"
        for n in range(60)
    ]
    found, instants = items(rows, "id,created,Closed at,Closed")
    events = source_of(guessed_roles(found, instants))["events"]
    assert [*events.values()] == ["created", "Closed at", "Closed"]


def test_a_dimension_is_short_and_stays():
    rows = [
        f"{n // 3},s{n % 3},2025-09-{1 + n % 3:02},{'' if n % 3 else 'a'},"
        f"{'b' if n % 2 else 'long ' * 20},{n // 3 % 2}"
        for n in range(60)
    ]
    found, _ = items(rows, "case,state,at,first,text,team")
    assert [*guessed_roles(found).dimensions] == ["team"]


def test_an_item_is_known_by_its_name_in_xes():
    rows = [f"{n // 9} {n // 3} s{n % 3} 2025-09-{1 + n % 3:02}" for n in range(90)]
    names = ["case:order", "case:concept:name", "concept:name", "time:timestamp"]
    assert guessed_roles(columns(rows, names)).item.name == "case:concept:name"


@pytest.mark.parametrize("encoding", TEXTS)
def test_an_encoding_is_guessed_by_bytes_and_letters(tmp_path, encoding):
    file = tmp_path / "log.csv"
    file.write_bytes((TEXTS[encoding] * 20).encode(encoding))
    guess = guessed_text(events_of(str(file)))
    assert guess == {"encoding": encoding, "delimiter": ";"}


def test_a_packed_file_that_is_cut_off_is_told(tmp_path):
    file = tmp_path / "log.csv.gz"
    for content in (TEXTS["windows-1252"].encode(code) for code in ("utf-8", "cp1252")):
        file.write_bytes(gzip.compress(content)[:-9])
        with pytest.raises(Problem, match=r"log.csv.gz cannot be unpacked: "):
            guessed_text(events_of(str(file)))


def columns(rows, names):
    values = zip(*(row.split() for row in rows), strict=True)
    return [Column(*column) for column in zip(names, values, strict=True)]


def test_names_decide_where_values_leave_a_choice():
    rows = [
        f"{n // 3} {n // 3} s{n % 3} t{n % 3} 2025-09-{1 + n % 3:02}" for n in range(30)
    ]
    found = guessed_roles(columns(rows, ["amount", "case_no", "kind", "status", "at"]))
    assert (found.item.name, found.state.name) == ("case_no", "status")
    found = guessed_roles(columns(rows, ["case_no", "amount", "status", "kind", "at"]))
    assert (found.item.name, found.state.name) == ("case_no", "status")


def test_words_in_place_of_some_times_leave_them_their_form():
    values = ["01.09.2025", "n/a", "02.09.2025", "-", "03.09.2025", None]
    assert Column("date", values).form.pattern == "dd.MM.yyyy"
    assert Column("date", ["01.09.2025", "open", "open"]).form is None
    assert Column("date", ["01.09.2025", "09/02/2025"]).form is None


def test_times_in_no_known_form_are_told_with_their_column():
    rows = [f"{n % 5} s{n % 3} 1.{n % 9 + 1}.2025_9h x" for n in range(40)]
    rows[3] = "3 s0 soon x"
    told = r"is known \(changed has '1\.\d\.2025_9h', 'soon'\): they are id, state, "
    with pytest.raises(Problem, match=told):
        guessed_roles(columns(rows, ["id", "state", "changed", "note"]))


DIGITS = {
    "at": ("yyyyMMddHH", "{at:%Y%m%d%H}"),
    "moved": ("timestamp_seconds", "{seconds}"),
    "ms": ("timestamp_millis", "{seconds}000"),
    "when": ("dd.MM.yyyy", "{at:%d.%m.%Y}"),
    "": ("yyyyMMddHHmm", "{at:%Y%m%d%H%M}"),
}


@pytest.mark.parametrize("name", DIGITS)
@pytest.mark.parametrize("first", [20240101, 1_700_000_000, 1_700_000_000_000])
def test_the_digits_of_an_item_are_no_time(name, first):
    pattern, text = DIGITS[name]
    start = datetime(2024, 3, 18)
    rows = []
    for n in range(60):
        at = start + timedelta(hours=9 * n)
        when = text.format(at=at, seconds=int(at.timestamp()))
        rows.append(f"{first + n // 3} s{n % 3} {when}")
    found = guessed_roles(columns(rows, ["ticket", "phase", name]))
    assert (found.item.name, found.time.name) == ("ticket", name)
    assert found.time.form.pattern == pattern
    assert found.other_times == []


def test_columns_without_a_role_are_told_with_what_is_missing():
    for row, wanted in (
        ("{n} {n} 2025-09-01", "an item, which returns in several rows"),
        ("{m} same 2025-09-01", "a state, of which there are few"),
        ("{m} {m} never", "a time in a form that is known"),
    ):
        rows = [row.format(n=n, m=n % 5) for n in range(40)]
        with pytest.raises(Problem, match=f"no column looks like {wanted}"):
            guessed_roles(columns(rows, ["a", "b", "c"]))


def test_a_name_that_may_call_a_function_is_quoted():
    """Of a later file that lacks the column, it would be an expression."""
    rows = [f"{n // 3} s{n % 3} 2025-09-{1 + n % 3:02}" for n in range(30)]
    source = source_of(guessed_roles(columns(rows, ["case id", "now()", "at"])))
    assert (source["item"], source["state"]) == ("case id", "`now()`")


def test_each_log_has_a_schema_of_its_own(tmp_path):
    """Also with letters that a schema cannot have, and beside one that is there."""
    there = []
    server = SimpleNamespace(query=lambda sql: [s for s in there if f"'{s}'" in sql])
    schemas = {}
    for name in (
        "a/My log",
        "a/K\u00f6ln",
        "a/K\u00fcln",
        "a/\u043b\u043e\u0433",
        "b/my-log",
    ):
        file = tmp_path / f"{name}.csv"
        file.parent.mkdir(exist_ok=True)
        file.write_text("item,state,at\n")
        schemas[name] = schema_of(server, events_of(str(file)))
        there.append(schemas[name])
    assert schemas["a/My log"] == "daybook_my_log"
    assert re.fullmatch(r"daybook_my_log_[0-9a-f]{8}", schemas["b/my-log"])
    assert re.fullmatch(r"daybook_k_ln_[0-9a-f]{8}", schemas["a/K\u00f6ln"])
    assert re.fullmatch(r"daybook_[0-9a-f]{8}", schemas["a/\u043b\u043e\u0433"])
    assert len({*schemas.values()}) == len(schemas)


def test_a_long_name_leaves_room_for_what_stands_beside_its_schema(tmp_path):
    server = SimpleNamespace(query=lambda sql: [])
    schemas = set()
    for letters in ("a" * 150, "a" * 151):
        file = tmp_path / f"{letters}.csv"
        file.write_text("item,state,at\n")
        schemas.add(schema_of(server, events_of(str(file))))
    assert len(schemas) == 2
    assert max(len(f"{schema}__daybook") for schema in schemas) <= 128
