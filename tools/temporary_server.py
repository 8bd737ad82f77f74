"""A Spark server that goes when the work on it ends."""

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from server import down, up


@contextmanager
def temporary_server(
    settings: dict | None = None, place: Path | None = None, files: dict | None = None
):
    """A server of one's own, in a folder with these files that goes when it goes."""
    with TemporaryDirectory(prefix="daybook ", dir=place) as folder:
        for name, text in (files or {}).items():
            Path(folder, name).write_text(text)
        try:
            yield up(Path(folder), settings=settings)
        finally:
            down(Path(folder))
