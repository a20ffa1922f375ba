"""How moves are written. Every move is made once and kept, since the same few come up all the time.

  draft:<shape 1-6>                 take the tile of that shape left over (three seats)
  choose:<tile>                     the tile to place next
  tile:<tile>                       the tile that is changed, lifted or removed
  turn:<0|90|180|270>               how it will lie, in degrees clockwise
  chance                            leave it to chance; then ``chance:one``, the tile to place
                                    next, or ``chance:all``, all tiles still in hand
  place:<tile>:<square>:<degrees>   its first data square comes there; last step of placing
  swap:<deck>  search:<deck>        change cards for one drawn, or one chosen; then ``drop`` twice
  drop:<card>                       a card to discard
  take:<card>                       the card chosen from the searched deck
  play:<card>                       a movement card; then tile and effect
  pray:<prayer>[:<ap>]              a prayer; only NIHIL names its price at once
  moves:<tile>:<steps>              shift it: n, e, s, w for each square
  rotas:<tile>:<square>:<how>       turn it about a square: cw, ccw, half
  garg:<square>                     set the Gargoyle (CLARA)
  jump:<square>                     where the Acolyte lands (NEQUE)
  push:<colour>:<square>            where another's Acolyte ends (NIHIL)
  walk:<square>  walk:<way>         where the own Acolyte ends; the whole way (c4-d4-d5, or
                                    start-g1) only where it does something else than the square
  free:step:<square>                the free action: the own Acolyte one square,
  free:walk:<square or way>         .. joined to a walk, which is one square longer,
  free:tile                         .. or a tile; then tile and effect
  banish:<square>                   remove the Gargoyle there; then ``drop`` three times
  draw:<deck>  draw:all             one card; movement cards up to six, one after the other
  done                              no more of this card
  end  end:all                      end of the turn; and movement cards drawn up to six at once

Decks are ``m`` (movement cards) and ``p`` (the own prayers); cards, tiles and squares are named as
in `rules.sator.facts` and `rules.sator.board`.
"""

from __future__ import annotations

from functools import cache

from rules.kernel import Move
from rules.sator.board import HOWS, Grid, grid
from rules.sator.facts import COLOURS, KINDS, PRAYERS, TILE_NAMES

END, DONE, FREE_TILE = Move("end"), Move("done"), Move("free", ("tile",))
CHANCE, CHANCE_ONE = Move("chance"), Move("chance", ("one",))
CHANCE_ALL = Move("chance", ("all",))
DECKS = ("m", "p")
SWAP = {deck: Move("swap", (deck,)) for deck in DECKS}
SEARCH = {deck: Move("search", (deck,)) for deck in DECKS}
DRAW = {deck: Move("draw", (deck,)) for deck in DECKS}
DRAW_ALL, END_ALL = Move("draw", ("all",)), Move("end", ("all",))
CHOOSE = tuple(Move("choose", (name,)) for name in TILE_NAMES)
TILE = tuple(Move("tile", (name,)) for name in TILE_NAMES)
TURN = tuple(Move("turn", (str(90 * turn),)) for turn in range(4))
DRAFT = tuple(Move("draft", (str(shape + 1),)) for shape in range(6))
DROP, TAKE = (tuple(Move(op, (kind,)) for kind in KINDS) for op in ("drop", "take"))
PLAY = tuple(Move("pray" if kind in PRAYERS else "play", (kind,)) for kind in KINDS)
PRAY_FOR = tuple(Move("pray", ("nihil", str(ap))) for ap in range(7))
"""NIHIL by its price."""


@cache
def squares(size: int, *op: str) -> tuple[Move, ...]:
    """The moves of this kind that name each square of a grid."""
    return tuple(Move(op[0], (*op[1:], name)) for name in grid(size).names)


@cache
def shift(tile: int, steps: str) -> Move:
    """Shift a tile along these steps."""
    return Move("moves", (TILE_NAMES[tile], steps))


@cache
def rotate(tile: int, square: str, how: int) -> Move:
    """Turn a tile about a square."""
    return Move("rotas", (TILE_NAMES[tile], square, HOWS[how]))


@cache
def push(colour: int, square: str) -> Move:
    """Bring the Acolyte of that colour there."""
    return Move("push", (COLOURS[colour], square))


def place(grid: Grid, tile: int, spot: int) -> Move:
    """Place a tile."""
    turn = str(90 * grid.turn(spot))
    return Move("place", (TILE_NAMES[tile], grid.names[grid.anchor(spot)], turn))
