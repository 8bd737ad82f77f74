"""The log of a model in its table's properties, as the macros write and read it."""

import json


def encoded(value):
    return json.dumps(value).encode().hex()


def event_property(position, event):
    """An event that a test writes by hand, as SET TBLPROPERTIES has it."""
    return f"'daybook.log.{position:06}.0000' = '{encoded(event)}'"


def values_in(properties, kind):
    """The events ("log") or the checkpoints ("state") in order of their positions."""
    texts = {}
    for name, text in sorted(properties.items()):
        if name.startswith(f"daybook.{kind}."):
            position = int(name.split(".")[2])
            texts[position] = texts.get(position, "") + text.strip()
    values = {
        position: json.loads(bytes.fromhex(texts[position])) for position in texts
    }
    return [value | {"position": position} for position, value in values.items()]
