"""Files that a test looks at."""

from project_files import called


def too_long(files, limit) -> dict[str, int]:
    """{file: lines} of the files that are longer than the limit."""
    lengths = {called(file): file.read_text().count("\n") for file in files}
    return {name: lines for name, lines in lengths.items() if lines > limit}
