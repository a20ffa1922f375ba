"""What Discord would have refused, and what we never allow ourselves, among all requests sent."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

SHARED = Path(__file__).resolve().parents[3] / "shared" / "discord" / "payloads.py"


@cache
def judge() -> Callable[..., list[Any]] | None:
    """Discord's own schema as a judge of request bodies, where it lies beside the project."""
    if not SHARED.exists():
        return None
    spec = importlib.util.spec_from_file_location("payloads", SHARED)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.judge  # type: ignore[no-any-return]


def complaints(env: Any) -> list[Any]:
    """Everything wrong with what was sent: Discord's schema, and a mention that nobody named."""
    found: list[Any] = []
    check = judge()
    for entry in env.http_requests:
        if not isinstance(entry.json, (dict, list)):
            continue
        body = entry.json
        data = (body.get("data") or body) if isinstance(body, dict) else {}
        if check is not None:
            names = tuple(a["filename"] for a in data.get("attachments") or () if "filename" in a)
            wrong = check(entry.method, entry.path, body, files=len(names), filenames=names)
            if entry.path.endswith("/threads"):  # the judge takes it for a message without words
                wrong = [w for w in wrong if "50006" not in w[1]]
            found += [(entry.method, entry.path, w) for w in wrong]
        shows = isinstance(data, dict) and ("components" in data or "content" in data)
        if shows and "messages" in entry.path and entry.method == "POST":
            allowed = data.get("allowed_mentions")
            if allowed is None or allowed.get("parse"):
                found.append((entry.method, entry.path, "mentions not bounded", allowed))
    return found
