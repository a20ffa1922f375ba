"""The benchmark: ``python -m tests.bench``. Numbers to reach, never a timed test.

Each ``rows_*.py`` in here has ``rows() -> list[Row]`` and is found, never registered.
"""
