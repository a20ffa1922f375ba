"""Sator Arepo Tenet Opera Rotas, by Enrico Pesce and Federica Rinaldi (Scribabs / Post Scriptum,
2008): Acolytes on footbridges that turn and slide over an abyss; first to recover four books.

Source: the printed rulebook. What it leaves open is decided in ``docs/sator.md``; numbers that a
better source may replace are in ``data/sator``.

State (`rules.sator.game.State`; parts in `rules.sator.state`)
  rules       size (squares a side), round_limit, even_rounds, colours (by seat), first (seat)
  round       1 ..; 0 while tiles are drafted and placed
  passes      turns in a row in which nothing was played or moved
  out         seats that resigned
  board       spots (24 tiles: how each lies, -1 not on the board), books (4 * seat + quadrant: its
              square, -1 collected), acolytes (by seat: square, -1 start square, -2 gone)
  gargoyles   by seat: square, -1 not on the board
  laying      trays (by seat: tiles to place; 24 + shape where hidden), pool (for the draft),
              witness (hidden), chance (seats that leave theirs to chance)
  cards       deck, discards, hands, prayers (deck of each seat), used (face up, by seat); sorted;
              19 is a hidden movement card, 20 a hidden prayer
  now         the turn: ap, points (movement points left), played (cards), free (free action left),
              strode, walked, seen (layouts), last (card that changed a tile last), paid
  over        "" or why it ended
  Squares are ``size * row + column`` from the top left (a1). `State.grid` has ``names``, and of a
  spot ``squares``, ``mask``, ``anchor``, ``turn``. Tiles, cards, colours: `rules.sator.facts`.

Frames: op of the prompt, ops of its moves (written as in `rules.sator.notation`)
  draft       draft                             turn        swap search play pray walk free banish
  choose      choose (tile to place), chance                end
  luck        chance (one tile, or all)
  quarter     turn                              pick        tile, done (card, free, mihi, omnia)
  place       place                             effect      moves, rotas
  drop        drop                              again       rotas, done (second rotation), and
                                                            those of turn
  search      take                              push        push, done (NIHIL)
  draw        draw                              gargoyle    garg (CLARA)
  lift        tile, done (QUIN, VICTORIA)       jump        jump (NEQUE)
  lift-turn   turn (QUIN)                       animi       walk (ANIMI)
  lift-place  place (QUIN)
  A step with one answer (choose, quarter, pick, lift-turn) is passed over; a whole hand to discard
  asks only for its last card;
  `rules.sator.written` turns what a person types into the moves that have to be sent.

Events (tiles, cards, squares, colours by name; lists of squares in order)
  first       seat                              books       seat, colour, squares
  draft       seat, shape (1-6)                 drafted     seat, tile: to that seat only
  place       seat, tile, square, turn (degrees), squares, books (colours it covers)
  chance      seat, left (tiles it leaves to chance)
  laid        as place: what is placed by chance without being asked
  deal        seat, cards (how many)            hand        seat, cards: to that seat only
  turn        seat, round                       end         seat, played (cards)
  play, pray  seat, card
  shift       seat, by, tile, steps, ap, before, after (squares of the tile)
  rotate      seat, by, tile, square, how (cw, ccw, half), ap, before, after
  lift        seat, by, tile, ap, before, after (none when it is removed)
  walk        seat, by (points, step, joined, animi, neque), origin (square or "start"), path
  push        seat, other, origin, path         book        seat, square, books (had now)
  gargoyle    seat, square                      banish      seat, other (whose it was), square
  discard     seat, cards                       search      seat, deck (m, p)
  took        seat, deck                        draw        seat, deck
  card        seat, card: to that seat only     shuffle     cards (how many became a deck)
  leave       seat                              over        winners, scores, reason
  ``by`` is a card (ms .. mi, r1 .. r6, jolly), free, mihi, omnia, quin or victoria.
Reasons of an outcome: books, shared, rounds, stalemate, last.
"""

from rules.sator.game import GAME, Options, State

__all__ = ["GAME", "Options", "State"]
