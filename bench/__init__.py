"""Benchmarks: what the patterns cost, beside what else could be done.

They use the tools, and what the tests share.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]
