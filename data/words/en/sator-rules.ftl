# Sator: what the lobby says, and why a move is refused.
sator-name = Sator Arepo Tenet Opera Rotas
sator-line = Turn and slide the footbridges over the abyss, walk them with your Acolyte, and be the first to recover your four books.
sator-option-round_limit = Rounds at most
sator-option-round_limit-help = After so many full rounds whoever has most books wins.
sator-option-even_rounds = Finish the last round
sator-option-even_rounds-help = When somebody has four books the round is played to its end, and all who have four then share the win. Otherwise the match ends at once.
sator-option-size = Squares a side
sator-option-size-help = How large the board is.
sator-option-size-12 = 12 (crowded)
sator-option-size-14 = 14
sator-option-size-16 = 16 (wide)

# Refusals. Tiles (s1), squares (c4), cards (ms, r3, jolly, nihil), steps (nne)
# and decks (m, p) travel as they are typed; $answers, $tiles and $cards are lists of them.
-sator-turns = cw, ccw or half

sator-refused-left = This seat has resigned already.
sator-refused-choose = { $count ->
    [one] Only one answer is possible now: { $answers }.
   *[other] Choose one of these: { $answers }.
}
sator-refused-square = There is no square { $square }. Squares go from a1 (top left) to { $last }.
sator-refused-tile = There is no bridge { $tile }. You can choose: { $tiles }.
sator-refused-ap = That costs { $need ->
    [one] 1 action point
   *[other] { $need } action points
}, and you have { $ap } left.

# Placing tiles
sator-refused-place-form = Say where { $tile } goes: the bridge, the square of its first part and the turn, for example { $tile }, c4, 90.
sator-refused-place-other = You chose { $tile }, turned by { $degrees } degrees. Give only its square now, or go back to choose anew.
sator-refused-place-outside = With its first part on { $square }, { $tile } would stick out of the grid.
sator-refused-place-overlap = On { $square } { $tile } would lie over { $other }.
sator-refused-place-two = There { $tile } would lie under two { $colour ->
    [red] red
    [blue] blue
    [green] green
   *[yellow] yellow
} books. A bridge carries at most one book of a colour.
sator-refused-place-books = With { $tile } there, { $count ->
    [one] the book on { $books } could
   *[other] the books on { $books } could not all
} { $count ->
    [one] not be covered any more
   *[other] be covered any more
} by the { $left } bridges that are left.
sator-refused-place-room = With { $tile } there, the { $left } bridges that are left would not all fit on the board.
sator-refused-place-unknown = With { $tile } there, no way was found to cover all books with the { $left } bridges that are left, though the search gave up before it was certain. Choose another place.

# Swapping cards
sator-refused-deck = Name a deck: m for movement cards, p for your prayers.
sator-refused-swap-late = Cards are swapped before any card is played and before walking.
sator-refused-swap-hand = A swap discards { $count } cards, and you hold { $hand }.
sator-refused-search-prayer = To search a deck, one of the two discarded cards must be a prayer, and you hold none.
sator-refused-first-turn = In your first turn prayers are neither used nor swapped for. You may draw them when it ends.
sator-refused-deck-empty = No card of that deck can be had now.

# Playing cards
sator-refused-walked = You have begun to walk; no card is played any more this turn.
sator-refused-card = You hold no such movement card. { $count ->
    [0] You have none now.
   *[other] Yours: { $cards }.
}
sator-refused-prayer = You hold no such prayer. { $count ->
    [0] You have none in hand.
   *[other] Yours: { $cards }.
}
sator-refused-pray-form = Name only the prayer, { $card }; what it does is asked next.
sator-refused-nihil = Say how many action points NIHIL shall cost: { $prices }.
sator-refused-card-idle = { $card } cannot do anything now, with { $ap ->
    [one] 1 action point
   *[other] { $ap } action points
} and the bridges and Acolytes as they stand.
sator-refused-mihi-moved = MIHI IN DIES is not for a turn in which your Acolyte has moved already.
sator-refused-still = After MIHI IN DIES your Acolyte stays where he is this turn.

# Changing a tile
sator-refused-tile-gone = { $tile } is no longer on the board. You can choose: { $tiles }.
sator-refused-tile-locked = A Gargoyle holds { $tile }. You can choose: { $tiles }.
sator-refused-tile-twice = { $tile } was the first bridge; the second must be another one. You can choose: { $tiles }.
sator-refused-tile-bare = { $tile } carries something; only an empty bridge can be lifted. You can choose: { $tiles }.
sator-refused-tile-acolyte = An Acolyte stands on { $tile }. You can choose: { $tiles }.
sator-refused-tile-card = { $card } is not for { $tile }. You can choose: { $tiles }.
sator-refused-tile-again = { $tile } was changed last by a card like { $card }; the same card twice in a row on one bridge is not allowed. You can choose: { $tiles }.
sator-refused-tile-ap = With the Acolytes aboard, { $tile } costs at least { $need } action points, and you have { $ap } left. You can choose: { $tiles }.
sator-refused-tile-stuck = Nothing that is left to you can change { $tile } now. You can choose: { $tiles }.
sator-refused-effect-tile = You chose { $tile }. For it you can say: { $answers }.
sator-refused-effect-kind = That is not possible for { $tile } now. You can say: { $answers }.
sator-refused-steps-form = Steps are written with n, e, s and w. For { $tile } you can say: { $answers }.
sator-refused-steps-outside = That way { $tile } would leave the grid. You can say: { $answers }.
sator-refused-steps-blocked = Another bridge is in the way of { $tile }. You can say: { $answers }.
sator-refused-steps-same = { $tile } comes to the same place by { $steps }; write it so.
sator-refused-steps-far = That is not a number of steps { $tile } can make now. You can say: { $answers }.
sator-refused-back = With { $tile } like that, the bridges would lie as they lay before in this turn, and what Acolytes did by themselves since then does not count. You can say: { $answers }.
sator-refused-rotas-form = A rotation names a square of { $tile } and { -sator-turns }. You can say: { $answers }.
sator-refused-rotas-centre = The second rotation needs another square of { $tile } than { $square }. You can say: { $answers }.
sator-refused-rotas-overlap = Turned about { $square } like that, { $tile } would end on another bridge. You can say: { $answers }.
sator-refused-rotas-outside = Turned about { $square } like that, { $tile } would stick out of the grid. You can say: { $answers }.
sator-refused-rotas-same = Turned about { $square } like that, { $tile } does nothing that another choice does not do. You can say: { $answers }.

# The Acolyte
sator-refused-no-points = You have no movement points. Each movement card you play gives one.
sator-refused-walk-form = Name the square where your Acolyte ends, or the whole way, for example c4-d4-d5.
sator-refused-walk-far = With { $points ->
    [one] 1 step
   *[other] { $points } steps
} over the footbridges your Acolyte does not get to { $square }.
sator-refused-abyss = { $square } is abyss; an Acolyte needs a footbridge.
sator-refused-stand = Your Acolyte stands on { $square }.
sator-refused-acolyte = Another Acolyte stands on { $square }.
sator-refused-gargoyle = A Gargoyle sits on { $square }.
sator-refused-rest = A book of another colour lies on { $square }; an Acolyte may pass it, not rest there.

# The free action, Gargoyles
sator-refused-free-form = The free action is a step (step and a square), a longer walk (walk and a square), or a bridge.
sator-refused-free-used = You have used your free action this turn.
sator-refused-free-tile = No bridge without an Acolyte can be moved or turned now.
sator-refused-free-walk = There is no walk to make longer without movement points; take a step.
sator-refused-banish = { $count ->
    [0] There is no Gargoyle on the board.
   *[other] There is no Gargoyle there. Gargoyles sit on: { $squares }.
}
sator-refused-banish-hand = Sending a Gargoyle away takes { $need } cards from your hand, and you hold { $hand }.
