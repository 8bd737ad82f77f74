"""Make .venv hold what requirements.lock lists; a moment's work where it already does.

    python3 tools/bootstrap.py

Kept to what Python 2.7 reads: it must get as far as the sentence about its age.
"""

import sys

OLDEST = (3, 10)
# dbt 1.11 asks for a mashumaro that does not work with Python 3.14.
NEWEST = (3, 13)


def complaint(version, executable):
    if OLDEST <= version[:2] <= NEWEST:
        return None
    values = OLDEST + NEWEST + (executable, ".".join(map(str, version)))
    needed = "daybook: Python {}.{} or newer, up to {}.{}, is needed; {} is {}."
    return needed.format(*values)


if __name__ == "__main__":
    wrong = complaint(sys.version_info[:3], sys.executable)
    if wrong:
        sys.exit(wrong + " To name another: make PYTHON=python3.12")
    from console import Parser, run
    from environment import make_ready

    def main():
        Parser(__doc__).parse_args()
        make_ready()

    run(main)
