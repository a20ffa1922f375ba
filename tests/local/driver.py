"""What a person does at the local table: starts it, opens its page, types and presses."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

BOT = Path(__file__).resolve().parents[2] / "bot.py"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE = 60.0
"""Seconds until something that must come is counted as missing."""


def clean_environment(**more: str) -> dict[str, str]:
    """The environment without anybody's own settings; an empty token means none."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_")}
    return {**kept, "PARLOUR_TOKEN": "", "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1", **more}


def until(what: str, holds: Callable[[], Any], step: Callable[[], Any] | None = None) -> Any:
    """Wait until this holds."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, f"in vain waited for: {what}"
        step() if step else time.sleep(0.1)
    return found


class Table:
    """``python bot.py local``, started in some other folder than its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "table.db"
        self.process: subprocess.Popen[str] | None = None
        self.out, self.err = folder / "out", folder / "err"

    def start(self) -> str:
        """Start it; the page's address."""
        with self.out.open("w") as out, self.err.open("a") as err:
            self.process = subprocess.Popen(
                [sys.executable, str(BOT), "local"], stdout=out, stderr=err, text=True,
                cwd=self.folder, env=clean_environment(PARLOUR_DATABASE=str(self.database)),
            )  # fmt: skip
        return str(until("the address", self._address))

    def _address(self) -> str | None:
        assert self.process is not None
        assert self.process.poll() is None, self.err.read_text()
        found = re.findall(r"http://\S+", self.out.read_text())
        return found[0] if found else None

    def kill(self) -> None:
        """As the power does."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def interrupt(self) -> int:
        """Ctrl-C; the exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


class Page:
    """The page in the browser, used as a person would."""

    def __init__(self, browser: Any, address: str, width: int) -> None:
        self.page = browser.new_page(viewport={"width": width, "height": 900})
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.goto(address)
        self.settled()

    def close(self) -> None:
        self.page.close()

    def _ready(self) -> bool:
        return bool(
            self.page.evaluate(
                "() => window.simcordPreview?.ready && !window.simcordPreview.pendingAction"
            )
        )

    def settled(self) -> None:
        """Wait until the page shows what it was given."""
        self.page.wait_for_timeout(150)
        until("the page", self._ready, lambda: self.page.wait_for_timeout(50))

    @property
    def revision(self) -> int:
        """How often the page was shown anew."""
        return int(self.page.evaluate("() => window.simcordPreview.publishedRevision"))

    def _refused(self) -> str | None:
        """The latest action, where the page would not take it, having just been shown anew."""
        return self.page.evaluate(
            "() => { const last = window.simcordPreview?.lastAction; return last && last.rejected"
            " && last.diagnostics.some(d => d.code === 'stale-revision') ? last.requestId : null }"
        )

    def take(self, action: Callable[[], Any]) -> None:
        """Do this; again, as a person would who reads "Action was not completed", where the page
        was shown anew between the look and the press."""
        refused = self._refused()
        action()
        self.settled()
        while (now := self._refused()) not in (None, refused):
            refused = now
            action()
            self.settled()

    def see(self, text: str) -> None:
        """Wait until the newest message holds this text."""
        until(
            f"{text!r} in the newest message; it is {self.newest!r}",
            lambda: text in self.newest,
            lambda: self.page.wait_for_timeout(100),
        )

    def find(self, text: str) -> str:
        """Wait until some message holds this text; the latest that does."""
        return str(
            until(
                f"{text!r} in some message",
                lambda: next((m for m in reversed(self.messages) if text in m), None),
                lambda: self.page.wait_for_timeout(100),
            )
        )

    @property
    def messages(self) -> list[str]:
        return list(self.page.locator("article.channel-message").all_inner_texts())

    @property
    def newest(self) -> str:
        return self.messages[-1]

    def become(self, name: str) -> None:
        self.take(lambda: self.page.locator("#viewer-picker").select_option(label=name))

    def press(self, label: str) -> None:
        """Press the last button of that name, by mouse."""
        self.click(self.page.get_by_role("button", name=label, exact=True).last)

    def click(self, thing: Any) -> None:
        """Scroll to it, then click."""
        thing.scroll_into_view_if_needed()
        self.settled()
        self.take(thing.click)

    def offers(self) -> list[str]:
        """Open the newest select; what it offers. A list that opens while the page still scrolls
        closes again: then it is opened once more."""
        choices = self.page.locator("[role=option]:visible")
        until(
            "the choices",
            choices.count,
            lambda: self.click(self.page.get_by_role("combobox", name="Choose").last),
        )
        return list(choices.all_inner_texts())

    def choose(self, text: str) -> None:
        """Take the option of the open select that begins so, by mouse."""
        self.click(
            self.page.locator("[role=option]:visible").filter(has_text=re.compile(f"^{text}")).first
        )

    def command(self, name: str, *values: str) -> None:
        """Write a slash command and send it, by keyboard alone. Each value is completed: the first
        thing offered for it is taken."""
        keys = self.page.keyboard
        until("the message field to be reached by Tab", self._writing, lambda: keys.press("Tab"))
        keys.type(f"/{name}")
        self._offered(name.replace("/", ""))
        keys.press("Enter")
        self.settled()
        for value in values:  # a value taken leads on to the next one that is needed
            keys.type(value)
            self._offered(value)
            self.settled()
            keys.press("Enter")
            self.settled()
            keys.press("Escape")  # the list opens again on a value that was typed in full
        self.take(lambda: keys.press("Enter"))

    def _writing(self) -> bool:
        return bool(
            self.page.evaluate("() => document.activeElement?.id === 'channel-composer-input'")
        )

    def _offered(self, text: str) -> None:
        popup = self.page.locator(".command-popup [role=option]")
        until(
            f"something offered for {text!r}",
            lambda: any(text.casefold() in t.casefold() for t in popup.all_inner_texts()),
            lambda: self.page.wait_for_timeout(50),
        )

    def wider_than_shown(self) -> int:
        """Pixels by which the conversation is wider than the window."""
        return int(
            self.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
        )

    def pictures(self) -> list[dict[str, Any]]:
        """Every picture shown: its alt text, its own width (0: not loaded), the width on screen."""
        return list(
            self.page.evaluate(
                "() => [...document.querySelectorAll('img.gallery-image')].map(i => "
                "({alt: i.alt, real: i.naturalWidth, wide: i.getBoundingClientRect().width}))"
            )
        )

    def picture(self, to: Path) -> None:
        """A screenshot, to be looked at when a test fails."""
        self.page.screenshot(path=str(to))
