"""All checks by one command: ``python -m tests.checks``. Arguments go to pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKS = (("pytest",), ("ruff", "check", "."), ("mypy",))


def main() -> int:
    here = Path(__file__).resolve().parent.parent
    failed = []
    for name, *arguments in CHECKS:
        extra = sys.argv[1:] if name == "pytest" else []
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", name, *arguments, *extra], cwd=here).returncode:
            failed.append(name)
    print("failed: " + ", ".join(failed) if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
