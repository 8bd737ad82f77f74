"""Names and texts as Spark's SQL takes them, whatever is in them."""


def quoted_name(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def quoted_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
