"""What an exported match looks like: the parts of the JSON document, checked when it is read."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Hex = Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
Id = Annotated[int, Field(ge=0, lt=1 << 63)]
Small = Annotated[int, Field(ge=0, le=1 << 53)]
Score = Annotated[int, Field(ge=-(1 << 53), le=1 << 53)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SeatPart(_Part):
    """One seat: its number from 0, the name of who holds it, whether it resigned."""

    seat: Small
    name: str
    out: bool


class EventPart(_Part):
    """What happened; ``to``: only these seats were told."""

    kind: str
    data: dict[str, Any]
    to: list[Small] | None = None


class EntryPart(_Part):
    """One entry of the log. ``move`` is missing where it may not be read yet."""

    n: Small
    ply: Small
    kind: Literal["start", "move", "undo", "leave", "replace", "migrate"]
    seat: Small | None = None
    move: str | None = None
    at: Small
    version: Small
    note: str | None = None
    undone: bool = False
    events: list[EventPart]
    digest: Hex | None = None
    link: Hex | None = None


class BasePart(_Part):
    """A position that begins a stretch of the log; ``state`` is the JSON text that was hashed."""

    n: Small
    ply: Small
    floor: Small
    version: Small
    draws: Small | None = None
    state: str


class ResultPart(_Part):
    """How it ended."""

    winners: list[Small]
    scores: list[Score]
    reason: str


class Document(_Part):
    """The file; revision 1 is that of 0.1.0, without ids that go into the key. ``viewer``: whose
    knowledge it holds; missing: a spectator's, or (when ``complete``) everybody's."""

    format: Literal["parlour-match"] = "parlour-match"
    revision: Literal[1, 2] = 2
    match: Small
    game: str
    status: Literal["lobby", "running", "held", "over", "cancelled"]
    complete: bool
    viewer: Small | None = None
    seats: list[SeatPart] = Field(max_length=32)
    options: dict[str, Any]
    created: Small
    changed: Small
    commitment: Hex
    log: list[EntryPart]
    result: ResultPart | None = None
    seed: Hex | None = None
    message: Id | None = None
    presses: list[Id] | None = None
    head: Hex | None = None
    bases: list[BasePart] | None = None

    @model_validator(mode="after")
    def _written_by_us(self) -> Self:
        """Parts that stand together in every file that we write."""
        bases = self.bases or []
        fits = [one.seat for one in self.seats] == list(range(len(self.seats)))
        fits = fits and len({base.n for base in bases}) == len(bases)
        fits = fits and self.complete == (self.status == "over")
        if self.presses is None:  # as under 0.1.0
            fits = fits and self.message is None and all(base.draws is None for base in bases)
        fits = fits and (self.revision > 1 or self.presses is None)
        if self.complete:
            fits = fits and self.viewer is None and bool(self.seed and self.head)
            fits = fits and self.bases is not None and bool(self.commitment)
            fits = fits and all(e.digest and e.link and e.move is not None for e in self.log)
        if not fits:
            raise ValueError
        return self
