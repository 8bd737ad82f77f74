"""A class that Spark's jars lack, and that Hive asks for when a session closes.

hive-exec names LlapSigner$Signable in a constructor, and the jar that has it does not
come with Spark (SPARK-51041). The session then fails to close, and later ones can hang.
An empty interface of that name is all that is needed; nothing ever calls it.
"""

from pathlib import Path
from struct import pack

NAME = "org/apache/hadoop/hive/llap/security/LlapSigner$Signable"
PUBLIC_ABSTRACT_INTERFACE = 0x0601


def write_missing_class(folder: Path) -> None:
    """The class file, by the Java Virtual Machine Specification, chapter 4."""
    constants = [
        pack(">BH", 7, 2),
        _text(NAME),
        pack(">BH", 7, 4),
        _text("java/lang/Object"),
    ]
    head = pack(">IHHH", 0xCAFEBABE, 0, 52, len(constants) + 1)
    # This class, its parent, and no interfaces, fields, methods or attributes.
    body = pack(">HHHHHHH", PUBLIC_ABSTRACT_INTERFACE, 1, 3, 0, 0, 0, 0)
    file = folder / f"{NAME}.class"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(head + b"".join(constants) + body)


def _text(text: str) -> bytes:
    return pack(">BH", 1, len(text)) + text.encode()
