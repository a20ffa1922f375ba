"""``/sator``: nicer names for Sator's moves, several steps in one command where the rules ask them
one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.controls import guarded, locale_of
from cogs.game import Choices, GameCog, Interaction, described, instead, narrowed
from cogs.sator import options
from cogs.sator.options import given, typed
from rendering.scene import renderer
from rules.kernel import Ctx, Move, Rng, Seat
from rules.sator.game import GAME
from rules.sator.notation import CHANCE, DONE
from rules.sator.written import fitting

if TYPE_CHECKING:
    from cogs.client import Parlour


class Sator(GameCog, group_name="sator", group_description=described("cmd-sator")):
    """Sator's commands."""

    game = "sator"

    def fit(self, state: Any, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
        """Without the steps that have only one answer; what is done to a tile as it is meant; and
        without `done` where nothing more is asked, or where chance or something hidden comes first:
        what that brings must not be told by whether the rest is refused."""
        if not moves or moves[-1] != DONE:
            return fitting(state, seat, moves)
        steps = fitting(state, seat, moves[:-1])
        for move in steps:
            if move not in GAME.moves(state, seat):
                return steps
            ctx = Ctx(Rng(b"done"))
            state = GAME.apply(state, seat, move, ctx)
            if ctx.rng.used or ctx.revealed:
                return steps
        return [*steps, DONE] if DONE in GAME.moves(state, seat) else steps

    async def offers(
        self,
        interaction: Interaction,
        current: str,
        value: options.Value,
        earlier: Sequence[Move] = (),
    ) -> Choices:
        """What can follow these steps, as far as it has a value; never raises."""
        try:
            shown, moves = await self.offered(interaction, earlier)
        except Exception as error:
            return instead(error, locale_of(interaction))
        words = renderer(self.game)
        moves.sort(key=lambda move: words.sort_key(shown, move))
        found: dict[str, str] = {}
        for move in moves:
            its = value(move)
            if its is not None:
                found.setdefault(its, words.label(shown, move))
        return narrowed([(label, its) for its, label in found.items()], current)

    # Before the first turn.

    @app_commands.command(name="draft", description=described("cmd-sator-draft"))
    @app_commands.describe(shape=described("opt-sator-shape"), match=described("opt-match"))
    @guarded
    async def draft(self, interaction: Interaction, shape: str, match: str | None = None) -> None:
        """Take one of the tiles left over."""
        await self.play(interaction, [Move("draft", (typed(shape),))], match)

    @draft.autocomplete("shape")
    async def _shape(self, interaction: Interaction, current: str) -> Choices:
        return await self.offers(interaction, current, options.last("draft"))

    @app_commands.command(name="place", description=described("cmd-sator-place"))
    @app_commands.describe(
        tile=described("opt-sator-tile"),
        turn=described("opt-sator-turn"),
        square=described("opt-sator-square"),
        match=described("opt-match"),
    )
    @guarded
    async def place(
        self, interaction: Interaction, tile: str, turn: str, square: str, match: str | None = None
    ) -> None:
        """Place a tile: which, how it lies, and where."""
        tile, turn, square = typed(tile), typed(turn).rstrip("°"), typed(square)
        last = Move("place", (tile, square, turn))
        moves = [Move("choose", (tile,)), Move("turn", (turn,)), last]
        await self.play(interaction, moves, match)

    @place.autocomplete("tile")
    async def _place_tile(self, interaction: Interaction, current: str) -> Choices:
        return await self.offers(interaction, current, options.last("choose"))

    @place.autocomplete("turn")
    async def _place_turn(self, interaction: Interaction, current: str) -> Choices:
        tile = typed(given(interaction, "tile"))
        earlier = [Move("choose", (tile,))]
        return await self.offers(interaction, current, options.last("turn"), earlier)

    @place.autocomplete("square")
    async def _place_square(self, interaction: Interaction, current: str) -> Choices:
        tile, turn = typed(given(interaction, "tile")), typed(given(interaction, "turn"))
        earlier = [Move("choose", (tile,)), Move("turn", (turn.rstrip("°"),))]
        return await self.offers(interaction, current, options.nth("place", 1), earlier)

    @app_commands.command(name="chance", description=described("cmd-sator-chance"))
    @app_commands.describe(how=described("opt-sator-chance"), match=described("opt-match"))
    @guarded
    async def chance(self, interaction: Interaction, how: str, match: str | None = None) -> None:
        """Leave tiles to chance: one, or all in hand."""
        await self.play(interaction, [CHANCE, Move("chance", (typed(how),))], match)

    @chance.autocomplete("how")
    async def _chance_how(self, interaction: Interaction, current: str) -> Choices:
        def value(move: Move) -> str | None:
            return move.args[0] if move.op == "chance" and move.args else None

        return await self.offers(interaction, current, value, [CHANCE])

    # Cards.

    @app_commands.command(name="swap", description=described("cmd-sator-swap"))
    @app_commands.describe(
        deck=described("opt-sator-swap"),
        first=described("opt-sator-drop"),
        second=described("opt-sator-drop"),
        take=described("opt-sator-take"),
        match=described("opt-match"),
    )
    @guarded
    async def swap(
        self,
        interaction: Interaction,
        deck: str | None = None,
        first: str | None = None,
        second: str | None = None,
        take: str | None = None,
        match: str | None = None,
    ) -> None:
        """Swap two cards for one drawn, or search a deck; then take the card that was found."""
        moves = options.swap(deck, first, second)
        if take:
            moves.append(Move("take", (typed(take),)))
        await self.play(interaction, moves, match)

    @swap.autocomplete("deck")
    async def _swap_deck(self, interaction: Interaction, current: str) -> Choices:
        return await self.offers(interaction, current, options.whole("swap", "search"))

    @swap.autocomplete("first")
    async def _swap_first(self, interaction: Interaction, current: str) -> Choices:
        earlier = options.swap(given(interaction, "deck"), None, None)
        return await self.offers(interaction, current, options.last("drop"), earlier)

    @swap.autocomplete("second")
    async def _swap_second(self, interaction: Interaction, current: str) -> Choices:
        earlier = options.swap(given(interaction, "deck"), given(interaction, "first"), None)
        return await self.offers(interaction, current, options.last("drop"), earlier)

    @swap.autocomplete("take")
    async def _swap_take(self, interaction: Interaction, current: str) -> Choices:
        return await self.offers(interaction, current, options.last("take"))

    @app_commands.command(name="play", description=described("cmd-sator-play"))
    @app_commands.describe(
        card=described("opt-sator-card"),
        tile=described("opt-sator-change-tile"),
        effect=described("opt-sator-effect"),
        second=described("opt-sator-second"),
        match=described("opt-match"),
    )
    @guarded
    async def play_card(
        self,
        interaction: Interaction,
        card: str,
        tile: str | None = None,
        effect: str | None = None,
        second: str | None = None,
        match: str | None = None,
    ) -> None:
        """Play a movement card: which, on which tile, with what effect, perhaps a second turn."""
        await self.play(interaction, options.card(card, tile, effect, second), match)

    @play_card.autocomplete("card")
    async def _card_card(self, interaction: Interaction, current: str) -> Choices:
        return await self.offers(interaction, current, options.last("play"))

    @play_card.autocomplete("tile")
    async def _card_tile(self, interaction: Interaction, current: str) -> Choices:
        earlier = options.card(given(interaction, "card"), None, None, None)
        return await self.offers(interaction, current, options.last("tile"), earlier)

    @play_card.autocomplete("effect")
    async def _card_effect(self, interaction: Interaction, current: str) -> Choices:
        earlier = options.card(given(interaction, "card"), given(interaction, "tile"), None, None)
        return await self.offers(interaction, current, options.effect, earlier)

    @play_card.autocomplete("second")
    async def _card_second(self, interaction: Interaction, current: str) -> Choices:
        card, tile, effect = (given(interaction, name) for name in ("card", "tile", "effect"))
        earlier = options.card(card, tile, effect, None)
        return await self.offers(interaction, current, options.effect, earlier)

    @app_commands.command(name="pray", description=described("cmd-sator-pray"))
    @app_commands.describe(
        prayer=described("opt-sator-prayer"),
        first=described("opt-sator-step"),
        second=described("opt-sator-step"),
        third=described("opt-sator-step"),
        fourth=described("opt-sator-step"),
        fifth=described("opt-sator-step"),
        match=described("opt-match"),
    )
    @guarded
    async def pray(
        self,
        interaction: Interaction,
        prayer: str,
        first: str | None = None,
        second: str | None = None,
        third: str | None = None,
        fourth: str | None = None,
        fifth: str | None = None,
        match: str | None = None,
    ) -> None:
        """Say a prayer and all it does; what is left of it is left undone."""
        steps = [typed(step) for step in (first, second, third, fourth, fifth) if typed(step)]
        moves = options.prayer(typed(prayer), steps)
        if steps and typed(prayer).split(" ")[0] in ("nihil", "mihi", "quin", "victoria"):
            moves.append(DONE)
        await self.play(interaction, moves, match)

    @pray.autocomplete("prayer")
    async def _pray_prayer(self, interaction: Interaction, current: str) -> Choices:
        def value(move: Move) -> str | None:
            return " ".join(move.args) if move.op == "pray" else None

        return await self.offers(interaction, current, value)

    @pray.autocomplete("first")
    @pray.autocomplete("second")
    @pray.autocomplete("third")
    @pray.autocomplete("fourth")
    @pray.autocomplete("fifth")
    async def _pray_step(self, interaction: Interaction, current: str) -> Choices:
        return await self._step(interaction, current)

    async def _step(self, interaction: Interaction, current: str) -> Choices:
        """Completes one step of a prayer word by word, after the steps before it."""
        prayer = typed(given(interaction, "prayer"))
        focused = options.focused(interaction)
        before = options.STEPS[: options.STEPS.index(focused)] if focused in options.STEPS else ()
        steps = [text for name in before if (text := typed(given(interaction, name)))]
        asked = options.WORDS.get(prayer.split(" ")[0], 0)
        here = current.casefold().split(" ")[:-1][:asked]
        lead = " ".join(here)
        earlier = options.prayer(prayer, [*steps, lead] if here else steps)

        def value(move: Move) -> str | None:
            said = options.said(move)
            return said and f"{lead} {said}".strip()

        return await self.offers(interaction, current.casefold(), value, earlier)

    # Everything else of a turn.

    @app_commands.command(name="walk", description=described("cmd-sator-walk"))
    @app_commands.rename(goal="to")
    @app_commands.describe(
        goal=described("opt-sator-walk"),
        free=described("opt-sator-longer"),
        match=described("opt-match"),
    )
    @guarded
    async def walk(
        self, interaction: Interaction, goal: str, free: bool = False, match: str | None = None
    ) -> None:
        """Walk to a square, or along a whole way."""
        move = Move("free", ("walk", typed(goal))) if free else Move("walk", (typed(goal),))
        await self.play(interaction, [move], match)

    @walk.autocomplete("goal")
    async def _walk_goal(self, interaction: Interaction, current: str) -> Choices:
        free = bool(given(interaction, "free"))

        def value(move: Move) -> str | None:
            wanted = move.op == "free" and move.args[0] == "walk" if free else move.op == "walk"
            return move.args[-1] if wanted else None

        return await self.offers(interaction, current, value)

    @app_commands.command(name="free", description=described("cmd-sator-free"))
    @app_commands.describe(
        step=described("opt-sator-free-step"),
        tile=described("opt-sator-change-tile"),
        effect=described("opt-sator-effect"),
        match=described("opt-match"),
    )
    @guarded
    async def free(
        self,
        interaction: Interaction,
        step: str | None = None,
        tile: str | None = None,
        effect: str | None = None,
        match: str | None = None,
    ) -> None:
        """The free action: a step of the own Acolyte, or a change of a tile."""
        if step:
            await self.play(interaction, [Move("free", ("step", typed(step)))], match)
        else:
            await self.play(interaction, options.free(tile, effect), match)

    @free.autocomplete("step")
    async def _free_step(self, interaction: Interaction, current: str) -> Choices:
        def value(move: Move) -> str | None:
            return move.args[1] if move.op == "free" and move.args[0] == "step" else None

        return await self.offers(interaction, current, value)

    @free.autocomplete("tile")
    async def _free_tile(self, interaction: Interaction, current: str) -> Choices:
        earlier = options.free(None, None)
        return await self.offers(interaction, current, options.last("tile"), earlier)

    @free.autocomplete("effect")
    async def _free_effect(self, interaction: Interaction, current: str) -> Choices:
        earlier = options.free(given(interaction, "tile"), None)
        return await self.offers(interaction, current, options.effect, earlier)

    @app_commands.command(name="gargoyle", description=described("cmd-sator-gargoyle"))
    @app_commands.describe(
        square=described("opt-sator-gargoyle"),
        first=described("opt-sator-drop"),
        second=described("opt-sator-drop"),
        third=described("opt-sator-drop"),
        match=described("opt-match"),
    )
    @guarded
    async def gargoyle(
        self,
        interaction: Interaction,
        square: str,
        first: str | None = None,
        second: str | None = None,
        third: str | None = None,
        match: str | None = None,
    ) -> None:
        """Send a Gargoyle away by discarding three cards."""
        await self.play(interaction, options.banish(square, first, second, third), match)

    @gargoyle.autocomplete("square")
    async def _gargoyle_square(self, interaction: Interaction, current: str) -> Choices:
        return await self.offers(interaction, current, options.last("banish"))

    @gargoyle.autocomplete("first")
    @gargoyle.autocomplete("second")
    @gargoyle.autocomplete("third")
    async def _gargoyle_card(self, interaction: Interaction, current: str) -> Choices:
        focused = options.focused(interaction)
        before = options.STEPS[: options.STEPS.index(focused)] if focused in options.STEPS else ()
        dropped = [given(interaction, name) for name in before]
        earlier = options.banish(given(interaction, "square"), *dropped)
        return await self.offers(interaction, current, options.last("drop"), earlier)

    @app_commands.command(name="draw", description=described("cmd-sator-draw"))
    @app_commands.describe(deck=described("opt-sator-draw"), match=described("opt-match"))
    @guarded
    async def draw(self, interaction: Interaction, deck: str, match: str | None = None) -> None:
        """Draw at the end of the turn."""
        await self.play(interaction, [Move("draw", (typed(deck),))], match)

    @draw.autocomplete("deck")
    async def _draw_deck(self, interaction: Interaction, current: str) -> Choices:
        return await self.offers(interaction, current, options.last("draw"))

    @app_commands.command(name="end", description=described("cmd-sator-end"))
    @app_commands.describe(match=described("opt-match"))
    @guarded
    async def end(self, interaction: Interaction, match: str | None = None) -> None:
        """End the turn."""
        await self.play(interaction, [Move("end")], match)

    @draft.autocomplete("match")
    @place.autocomplete("match")
    @chance.autocomplete("match")
    @swap.autocomplete("match")
    @play_card.autocomplete("match")
    @pray.autocomplete("match")
    @walk.autocomplete("match")
    @free.autocomplete("match")
    @gargoyle.autocomplete("match")
    @draw.autocomplete("match")
    @end.autocomplete("match")
    async def _match(self, interaction: Interaction, current: str) -> Choices:
        return await self.complete_match(interaction, current)


async def setup(bot: Parlour) -> None:
    """Add the cog."""
    await bot.add_cog(Sator(bot))
