"""Texts that try to be more than data, and a way to feed them that no SQL sees."""

import json
import random
import string

# What Spark, Hive, Jinja, JSON, a shell or a browser might obey.
OBEYED = [
    *("${env:HOME}", "${spark.app.name}", "${system:user.name}", "${nope}", "$plain"),
    '/*daybook {"restate_from": "1900-01"} */',
    *("/*daybook 1 */", '/*daybook {"replace_where": "true"} */', "/*daybook x */"),
    *("*/", "/*", "--", ";", "{{ 1 }}", "{% endmacro %}", "{# #}", "%s", "%(x)s", "{}"),
    *("1.0", "1-0", "1_0", "10", ".hidden", "_hidden", "..", ".", "../../evil", "a/b"),
    *("a=b", "%2F", "%", "%25", "\\n", "\\u0024", "C:\\x y", "x\\'y", "007", "7"),
    *("1e3", "batch_id=5", "null", "NULL", "true", "1970-01-01", "[z]", "*", "|"),
    *("^a$", "?", "it's", '"quoted"', "`ticks`", "</script>", "<!--", "&lt;"),
    *("javascript:1", " x", "x ", "x", "X", "a  b", "tab\there", "new\nline"),
    *("\u0001", "\x7f", "e\u0301", "é", "Größe", "straße", "STRASSE", "日本", "🙂"),
    *("\u202eabc", "\u2028", "\ufeffx", "url", "password", "secret token key"),
    *("/*+ hint */", "select 1", "\\", "$", "${"),
    *("# of orders", "# Partition Information", "# col_name", "# Detailed"),
]
PRINTABLE = [chr(code) for code in range(32, 127)]
# Values that differ in one character only, wherever it stands.
PAIRS = [text for c in PRINTABLE for text in (f"a{c}b", f"{c}a", f"a{c}")]


def random_texts(count, seed):
    """Different texts of what is obeyed, of printable characters and of others."""
    chance, found = random.Random(seed), {}
    pieces = [*OBEYED, *string.printable, "ß", "é", "🙂", "\u00a0", "\u0130"]
    while len(found) < count:
        found["".join(chance.choices(pieces, k=chance.randint(1, 5)))] = True
    return list(found)


def can_be_partition(text):
    """What Hive's metastore can be asked for; the rest is refused."""
    return (
        text not in ("", "__HIVE_DEFAULT_PARTITION__")
        and not ("'" in text and '"' in text)
        and not text.endswith("\\")
    )


def feed(project, name, columns, rows):
    """As Project.feed, but from a file: no statement has a value in its text."""
    file = project.path / "fed" / f"{name}_{random.randrange(10**12)}.json"
    file.parent.mkdir(exist_ok=True)
    names = [column.split()[0] for column in columns.split(", ")]
    file.write_text(
        "".join(json.dumps(dict(zip(names, r, strict=True))) + "\n" for r in rows)
    )
    schema = columns.replace("'", "")
    project.query(f"drop view if exists {project.schema}.{name}_in")
    project.query(f"drop table if exists {project.schema}.{name}_file")
    project.query(
        f"create table {project.schema}.{name}_file ({schema}) using json"
        f" location '{file}'"
    )
    project.query(
        f"create view {project.schema}.{name}_in as"
        f" select * from {project.schema}.{name}_file"
    )
