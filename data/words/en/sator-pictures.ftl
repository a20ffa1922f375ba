# Sator: what stands in its pictures. Words there have little room.

# Picture: what was done, in a few words
sator-act-shift = { $tile } { $way }
sator-act-far = { $tile } to { $square }
sator-act-rotate = { $tile } { $how ->
    [half] half turn
   *[other] turned at
} { $square }
sator-act-lift = { $tile } lifted over
sator-act-gone = { $tile } taken away
sator-act-place = { $tile } on { $square }
sator-act-gargoyle = Gargoyle on { $square }
sator-act-banish = Gargoyle off { $square }
sator-act-push = { $colour } to { $goal }
sator-act-jump = { $books ->
    [0] jumped { $origin }–{ $goal }
   *[other] { $origin }–{ $goal }, 1 book
}
sator-act-enter = { $books ->
    [0] walked to { $goal }
    [one] to { $goal }, 1 book
   *[other] to { $goal }, { $books } books
}
sator-act-walk = { $books ->
    [0] walked { $origin }–{ $goal }
    [one] { $origin }–{ $goal }, 1 book
   *[other] { $origin }–{ $goal }, { $books } books
}

# Picture: the bars
sator-picture-key = Four bridges of each shape: S stone, W wood, B brick, I iron; 1 to 6 the shape.
sator-picture-turn = { $who } to play
sator-picture-place = { $who } to place a bridge
sator-picture-draft = { $who } to choose a bridge
sator-picture-ap = { $ap ->
    [one] 1 action point
   *[other] { $ap } action points
}
sator-picture-open = { $books ->
    [0] all books covered
    [one] 1 book
   *[other] { $books } books
}, { $tiles ->
    [one] 1 bridge
   *[other] { $tiles } bridges
}
sator-picture-won = { $winners ->
    [one] { $who } wins
   *[other] { $who } share the win
}
sator-picture-books = four books
sator-picture-shared = four books each
sator-picture-rounds = { $books ->
    [one] 1 book at the limit
   *[other] { $books } books at the limit
}
sator-picture-stalemate = { $books ->
    [one] 1 book, nobody moved
   *[other] { $books } books, nobody moved
}
sator-picture-last = all others resigned

# Cards. In their heads, and what each is for in at most ten letters or so.
sator-card-moves = MOVES
sator-card-rotas = ROTAS
sator-card-jolly = JOLLY
sator-card-nihil = NIHIL
sator-card-clara = CLARA
sator-card-mihi = MIHI
sator-card-omnia = OMNIA
sator-card-neque = NEQUE
sator-card-quin = QUIN
sator-card-animi = ANIMI
sator-card-victoria = VICTORIA
sator-for-ms = stone
sator-for-mw = wood
sator-for-mb = brick
sator-for-mi = iron
sator-for-r1 = 1, great L
sator-for-r2 = 2, small L
sator-for-r3 = 3, T
sator-for-r4 = 4, long
sator-for-r5 = 5, medium
sator-for-r6 = 6, short
sator-for-jolly = any bridge
sator-for-nihil = push others
sator-for-clara = Gargoyle
sator-for-mihi = 5 changes
sator-for-omnia = long way
sator-for-neque = jump
sator-for-quin = lift over
sator-for-animi = 4 steps
sator-for-victoria = take away
# The same in full.
sator-full-ms = stone bridge
sator-full-mw = wood bridge
sator-full-mb = brick bridge
sator-full-mi = iron bridge
sator-full-r1 = 1, great L
sator-full-r2 = 2, small L
sator-full-r3 = 3, T-shape
sator-full-r4 = 4, long bridge
sator-full-r5 = 5, medium
sator-full-r6 = 6, short bridge
sator-full-jolly = any bridge
sator-full-nihil = push others
sator-full-clara = Gargoyle
sator-full-mihi = five changes
sator-full-omnia = a long way
sator-full-neque = a jump
sator-full-quin = lift over
sator-full-animi = four steps
sator-full-victoria = take away
sator-count-tiles = { $count ->
    [one] 1 bridge
   *[other] { $count } bridges
}
sator-count-dear = { $count ->
    [one] 1 dearer
   *[other] { $count } dearer
}
sator-count-nihil = { $count ->
    [one] 1 Acolyte
   *[other] { $count } Acolytes
}
sator-count-clara = { $count ->
    [one] 1 square
   *[other] { $count } squares
}
sator-count-neque = { $count ->
    [one] 1 jump
   *[other] { $count } jumps
}
sator-count-animi = { $count ->
    [one] 1 square
   *[other] { $count } squares
}
sator-why-first =
    not in the
    first turn
sator-why-walked =
    you have
    walked
sator-why-moved =
    he moved
    already
sator-why-still =
    he stays
    this turn
sator-why-ap =
    not enough
    points
sator-why-idle =
    nothing
    to do now

# Picture: the column beside the private board
sator-column-ap = { $ap ->
    [one] 1 point
   *[other] { $ap } points
}
sator-column-steps = { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}
sator-column-free = { $free ->
    [yes] free action
   *[no] free: used
}
# The same as the acts above in nine letters or so.
sator-brief-n = { $count }N
sator-brief-e = { $count }E
sator-brief-s = { $count }S
sator-brief-w = { $count }W
sator-brief-shift = { $tile } { $way }
sator-brief-rotate = { $tile } at { $square }
sator-brief-lift = { $tile } lifted
sator-brief-gone = { $tile } gone
sator-brief-place = { $tile } on { $square }
sator-brief-gargoyle = beast { $square }
sator-brief-banish = no beast
sator-brief-push = to { $goal }
sator-brief-walk = to { $goal }
sator-played =
    played
    this turn

# Picture: cards alone. Lines of what a card does; those with a price come first.
sator-cards-yours = { $who }, your hand
sator-cards-private = only you see this
sator-cards-points = action points
sator-cards-steps = steps
sator-cards-free = { $free ->
    [yes] free action ready
   *[no] free action used
}
sator-cards-now = now
sator-cards-dropped = discarded
sator-cards-in-deck = { $count } in the deck
sator-cards-search = Take one of these cards; the deck is shuffled afterwards.
sator-key-price = action points
sator-key-aboard = Acolyte aboard
sator-key-locked = Gargoyle
sator-key-stuck = stuck
sator-long-nihil = Nihil pensi
sator-long-clara = Virtus clara
sator-long-mihi = Mihi in dies
sator-long-omnia = Virtus omnia
sator-long-neque = Neque animus
sator-long-quin = Quin igitur
sator-long-animi = Animi imperio
sator-long-victoria = Victoria
sator-does-moves-1 = 1 square
sator-does-moves-2 = 2 squares
sator-does-moves-3 = 3 squares
sator-does-rotas-1 = one turn
sator-does-rotas-2 = two turns
sator-does-rotas-3 = each a quarter or half
sator-does-jolly-1 = MOVES
sator-does-jolly-2 = ROTAS
sator-does-jolly-3 = one of the two
sator-does-nihil-1 = one, 4 squares
sator-does-nihil-2 = two, 6 squares
sator-does-nihil-3 = all, 9 squares
sator-does-clara-1 = set your Gargoyle
sator-does-clara-2 = nobody passes it, and
sator-does-clara-3 = its bridge is locked
sator-does-mihi-1 = up to 5 changes
sator-does-mihi-2 = of bare bridges, and
sator-does-mihi-3 = your own stays put
sator-does-omnia-1 = 4 to 6 squares
sator-does-omnia-2 = of one bare bridge
sator-does-neque-1 = over 1 square
sator-does-neque-2 = over 2 squares
sator-does-neque-3 = over 3 squares
sator-does-quin-1 = one bridge
sator-does-quin-2 = two bridges
sator-does-quin-3 = bare ones, anywhere
sator-does-animi-1 = up to 4 squares
sator-does-animi-2 = for your own Acolyte
sator-does-victoria-1 = one bridge
sator-does-victoria-2 = two bridges
sator-does-victoria-3 = bare ones, for good
sator-tray-place =
    This square of the bridge
    comes to the square you name.
sator-tray-empty = All your bridges lie on the board.
