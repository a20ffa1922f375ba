"""The toy's pictures and words: plain, but all that `rendering.scene` asks for."""

from __future__ import annotations

from PIL import Image, ImageDraw
from rules.toy import SIDE

from rendering.scene import Renderer, Scene
from rendering.words import say
from rules.kernel import Event, Move

PALETTE = (
    (28, 34, 48),
    (243, 235, 216),
    (241, 197, 46),
    (204, 66, 38),
    (39, 118, 196),
    (116, 204, 172),
)
EDGE, CELL = 60, 108


class ToyRenderer(Renderer):
    name = "toy"

    def picture(self, scene: Scene) -> Image.Image:
        image = Image.new("P", (1200, 1200 + 160), 0)
        image.putpalette([level for colour in PALETTE for level in colour])
        draw = ImageDraw.Draw(image)
        for cell, owner in enumerate(scene.view.cells):
            x, y = EDGE + CELL * (cell % SIDE), EDGE + CELL * (cell // SIDE)
            draw.rectangle((x, y, x + CELL, y + CELL), outline=1)
            if owner is not None:
                draw.ellipse(
                    (x + 14, y + 14, x + CELL - 14, y + CELL - 14), fill=2 + owner, outline=1
                )
                draw.text((x + 40, y + 30), "KLMN"[owner], fill=0, font_size=44)
        for n in range(SIDE):
            draw.text((EDGE + CELL * n + 40, 10), str(n), fill=1, font_size=40)
            draw.text((14, EDGE + CELL * n + 30), str(n), fill=1, font_size=40)
        for choice in scene.choices:
            if choice.move.op == "put" and len(choice.move.args) == 3:
                _, x, y = map(int, choice.move.args)
                at = (EDGE + CELL * x + 8, EDGE + CELL * y + 8)
                draw.rectangle((*at, at[0] + CELL - 16, at[1] + CELL - 16), outline=2, width=6)
        for k, line in enumerate(self._lines(scene)[:3]):
            draw.text((EDGE, 1170 + 56 * k), line, fill=1, font_size=44)
        return image

    def _lines(self, scene: Scene) -> list[str]:
        """What is asked, and the viewer's own secrets."""
        lines = [self.asked(scene) or self.result(scene)]
        if scene.viewer is not None:
            view = scene.view
            cards = " ".join(map(str, view.hands[scene.viewer])) or "-"
            lines.append(say(scene.locale, "toy-text-hand", cards=cards))
            lines.append(say(scene.locale, "toy-text-lucky", column=view.lucky[scene.viewer]))
        return lines

    def alt(self, scene: Scene) -> str:
        lanterns = sum(owner is not None for owner in scene.view.cells)
        state = " ".join(self._lines(scene))
        whole = say(scene.locale, "toy-alt", round=scene.round, lanterns=lanterns, state=state)
        return whole[:1024]

    def text(self, scene: Scene) -> str:
        cells = scene.view.cells
        rows = (cells[SIDE * y : SIDE * y + SIDE] for y in range(SIDE))
        board = [" ".join("." if o is None else "KLMN"[o] for o in row) for row in rows]
        words = [word for line in self._lines(scene) for word in line.split()]
        lines = [""]
        for word in words:
            if len(lines[-1]) + len(word) >= 38:
                lines.append("")
            lines[-1] = f"{lines[-1]} {word[:38]}".strip()
        return "\n".join([say(scene.locale, "toy-text-head", round=scene.round), *board, *lines])

    def label(self, scene: Scene, move: Move) -> str:
        args: dict[str, str] = dict(zip("abc", move.args, strict=False))
        if move.op == "spy" and move.args:
            args["who"] = scene.names[int(move.args[0])]
        keys = (f"toy-move-{move.op}-{len(move.args)}", f"toy-move-{move.op}")
        return say(scene.locale, *keys, **args)[:80]

    def event(self, scene: Scene, event: Event) -> str:
        args = {k: v for k, v in event.data.items() if isinstance(v, int)}
        words = {k: ", ".join(map(str, v)) for k, v in event.data.items() if isinstance(v, list)}
        if "seat" in args:
            words["who"] = scene.names[args.pop("seat")]
        if "other" in args:
            words["other"] = scene.names[args.pop("other")]
        return say(scene.locale, f"toy-event-{event.kind}", **args, **words)

    def sort_key(self, scene: Scene, move: Move) -> tuple[str, tuple[int, ...]]:
        return move.op, tuple(map(int, move.args))


RENDERER = ToyRenderer()
