"""Names and texts as Spark's SQL takes them, whatever is in them.

Before Spark parses a statement, it puts a variable in place of each ${...} in it.
"""

from console import Problem


def quoted_name(name: str) -> str:
    """Between backquotes nothing can be escaped but the backquote."""
    if "${" in name:
        raise Problem(
            f"the column {name}: Spark would put a variable in place of ${{...}}: give "
            "the column another name."
        )
    return "`" + name.replace("`", "``") + "`"


def quoted_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return "'" + escaped.replace("${", "\\u0024{") + "'"
