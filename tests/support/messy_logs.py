"""Logs as other programs export them, and what a CONFIG should say of each."""

import gzip
import json
import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone


@dataclass
class MessyLog:
    name: str
    content: bytes
    # The keys of CONFIG, but for schema, title and time zone.
    expected: dict
    # Of (item, time, what is counted), in the order of the file.
    events: list[tuple] = field(default_factory=list)

    def entries(self) -> int:
        """Of a first run: for each change one out and one in, and the first in."""
        last, number = {}, 0
        # Files are written in the order in which things happened.
        for item, _, value in self.events:
            if last.get(item) != value:
                number += 1 if item not in last else 2
            last[item] = value
        return number


def histories(seed: int, items: int, states: list[str], step: timedelta):
    """(number of the item, number of its event, time, state) as they happen: items go
    through the states, some go back once, and the last ones are still under way."""
    chance = random.Random(seed)
    start = datetime(2025, 9, 1, 7, 12, 9)
    happened = []
    for item in range(items):
        path = [*states]
        if item % 7 == 0:
            path[2:2] = [states[1], states[0]]
        if item > 0.8 * items:
            path = path[: 1 + item % (len(path) - 1)]
        time = start + item * step / 3
        for number, state in enumerate(path):
            happened.append((time, item, number, state))
            time += step * chance.uniform(0.5, 3)
    return [
        (item, number, time, state) for time, item, number, state in sorted(happened)
    ]


def parcels() -> MessyLog:
    """What a German spreadsheet exports."""
    states = ["Angek\u00fcndigt", "Im Depot", "In Zustellung", "Zugestellt"]
    lines = ["Sendungs Nr;Status;Scan Zeitpunkt;Depot (Name);Gewicht kg;Bemerkung"]
    log = []
    for item, number, time, state in histories(1, 200, states, timedelta(hours=9)):
        depot = ("K\u00f6ln", "Bonn; S\u00fcd", "Neuss")[item % 3]
        note = '"T\u00fcr ""links"""' if number == 1 and item % 20 == 0 else ""
        lines.append(
            f'0034{item:04};{state};{time:%d.%m.%Y %H:%M:%S};"{depot}";'
            f"{item % 40},{item % 7}5;{note}"
        )
        log.append((item, time, (state, depot)))
    expected = {
        "delimiter": ";",
        "encoding": "windows-1252",
        "item": "Sendungs Nr",
        "state": "Status",
        "occurred_at": "to_timestamp_ntz(`Scan Zeitpunkt`, 'dd.MM.yyyy HH:mm:ss')",
        "dimensions": {"depot_name": "`Depot (Name)`"},
        "terminal_states": ["Zugestellt"],
    }
    content = "\r\n".join([*lines, ""]).encode("windows-1252")
    return MessyLog("parcels 2025.csv", content, expected, log)


def tickets() -> MessyLog:
    """With other times beside the one that counts, and with a byte order mark."""
    states = ["new", "open", "pending", "solved"]
    lines = ["id,created_at,updated_at,status,priority,assignee,subject"]
    log = []
    for item, number, time, state in histories(2, 150, states, timedelta(days=1)):
        created = datetime(2025, 8, 1) + timedelta(hours=item)
        priority = ("low", "normal", "high")[item % 3]
        person = "" if number == 0 else f"agent {item % 2}"
        lines.append(
            f"{9000 + item},{created:%Y-%m-%d %H:%M:%S},{time:%Y-%m-%dT%H:%M:%S}+02:00,"
            f'{state},{priority},{person},"Help, no. {item}\nplease"'
        )
        log.append((item, time, (state, priority, person)))
    expected = {
        "item": "id",
        "state": "status",
        "occurred_at": "updated_at",
        "dimensions": {"priority": "priority", "assignee": "assignee"},
        "terminal_states": ["solved"],
    }
    content = "\n".join(lines).encode("utf-8-sig")
    return MessyLog("tickets.csv.gz", gzip.compress(content), expected, log)


def orders() -> MessyLog:
    """American dates, tabs, and numbers that put in order what a minute has."""
    states = ["Received", "Picked", "Packed", "Shipped", "Delivered"]
    lines = ["Order ID\tLine\tStep\tWhen\tRegion\tAmount"]
    log = []
    for item, number, time, state in histories(3, 160, states, timedelta(hours=2)):
        region = ("East", "West")[item % 2]
        lines.append(
            f"SO-{item}\t{number}\t{state}\t{time:%m/%d/%Y %I:%M %p}\t{region}\t"
            f"{item * 3.5:.2f}"
        )
        log.append((item, time, (state, region)))
    expected = {
        "item": "Order ID",
        "state": "Step",
        "occurred_at": "to_timestamp_ntz(`When`, 'MM/dd/yyyy hh:mm a')",
        "order": ["cast(`Line` as bigint)"],
        "dimensions": {"region": "Region"},
        "terminal_states": ["Delivered"],
    }
    return MessyLog("orders.tsv", "\n".join(lines).encode(), expected, log)


def claims() -> MessyLog:
    """Lines of JSON, with milliseconds since 1970, and a field that may be missing."""
    states = ["filed", "checked", "paid"]
    lines, log = [], []
    for item, _, time, state in histories(4, 220, states, timedelta(days=2)):
        line = {
            "claimId": f"C{item}",
            "activity": state,
            "ts": int(time.replace(tzinfo=timezone.utc).timestamp() * 1000),
        }
        if item % 4:
            line["channel"] = ("web", "post", "agent")[item % 3]
        lines.append(json.dumps(line))
        log.append((item, time, (state, line.get("channel"))))
    expected = {
        "item": "claimId",
        "state": "activity",
        "occurred_at": "timestamp_millis(cast(`ts` as bigint))",
        "dimensions": {"channel": "channel"},
        "terminal_states": ["paid"],
    }
    return MessyLog("claims.jsonl", "\n".join(lines).encode(), expected, log)


def permits() -> MessyLog:
    """XES, as process mining exchanges logs."""
    states = ["Submit & register", "Review", "Decide", "Archived"]
    traces, log = {}, []
    for item, _, time, state in histories(5, 120, states, timedelta(days=1)):
        traces.setdefault(item, []).append((time, state))
        log.append((item, time, (state, ("north", "south")[item % 2])))
    text = ['<?xml version="1.0" encoding="UTF-8"?>\n<log xes.version="1.0">']
    text.append('<string key="concept:name" value="permits"/>')
    for item, events in traces.items():
        text.append(f'<trace><string key="concept:name" value="P {item}"/>')
        text.append(f'<string key="area" value="{("north", "south")[item % 2]}"/>')
        for time, state in events:
            name, at = state.replace("&", "&amp;"), f"{time:%Y-%m-%dT%H:%M:%S}.000Z"
            text += [
                f'<event><string key="concept:name" value="{name}"/>',
                f'<date key="time:timestamp" value="{at}"/>',
                '<int key="cost" value="7"><string key="unit" value="EUR"/></int>',
                "</event>",
            ]
        text.append("</trace>")
    expected = {
        "item": "case:concept:name",
        "state": "concept:name",
        "occurred_at": "time:timestamp",
        "order": ["cast(`event_number` as bigint)"],
        "dimensions": {"case_area": "case:area"},
        "terminal_states": ["Archived"],
    }
    content = "\n".join([*text, "</log>"]).encode()
    return MessyLog("permits.xes", content, expected, log)


LOGS = [parcels, tickets, orders, claims, permits]
