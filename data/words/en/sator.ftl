# Sator: what pictures, alt texts, the text board, menus and posts say.
# Colours, floor types, shapes and cards travel by name; squares are a1 to n14, tiles s1 to i6.
sator-title = Sator Arepo Tenet Opera Rotas
sator-place-red = red, north
sator-place-blue = blue, east
sator-place-green = green, south
sator-place-yellow = yellow, west
sator-red = red
sator-blue = blue
sator-green = green
sator-yellow = yellow
# One letter for each colour; it stands on every piece, so no two may be the same.
sator-red-letter = R
sator-blue-letter = B
sator-green-letter = G
sator-yellow-letter = Y
sator-start = start
sator-way-n = { $count } north
sator-way-e = { $count } east
sator-way-s = { $count } south
sator-way-w = { $count } west

# What things are called
sator-floor-stone = stone
sator-floor-wood = wood
sator-floor-brick = brick
sator-floor-iron = iron
sator-shape-1 = great L
sator-shape-2 = small L
sator-shape-3 = T
sator-shape-4 = long
sator-shape-5 = medium
sator-shape-6 = short
sator-tile = { $tile }, { $floor }, { $shape }
sator-card-moves-of = MOVES { $floor }
sator-card-rotas-of = ROTAS { $number }
sator-back-card = a movement card
sator-back-prayer = a prayer
sator-with-book = { $colour } book
sator-with-acolyte = { $colour } Acolyte
sator-start-square = the start

# Asked (for everybody) and asking (for the one who is asked)
sator-prompt-draft = { $who } to choose a bridge
sator-prompt-choose = { $who } to place a bridge
sator-prompt-luck = { $who } to place a bridge
sator-prompt-quarter = { $who } to place a bridge
sator-prompt-place = { $who } to place a bridge
sator-prompt-turn = { $who } to play
sator-prompt-pick = { $who } to choose a bridge
sator-prompt-effect = { $who } to move a bridge
sator-prompt-again = { $who } to turn a bridge once more or not
sator-prompt-drop = { $who } to discard
sator-prompt-search = { $who } to take a card
sator-prompt-draw = { $who } to draw
sator-prompt-lift = { $who } to choose a bridge
sator-prompt-lift-turn = { $who } to turn a bridge
sator-prompt-lift-place = { $who } to place a bridge
sator-prompt-push = { $who } to move other Acolytes
sator-prompt-gargoyle = { $who } to set the Gargoyle
sator-prompt-jump = { $who } to jump
sator-prompt-animi = { $who } to move the Acolyte
sator-ask-draft = Which shape do you take?
sator-ask-choose = Which bridge do you place?
sator-ask-luck = What do you leave to chance?
sator-ask-quarter = How does { $tile } lie?
sator-ask-place = Where does { $tile } go?
sator-ask-turn = What do you do?
sator-ask-turn-play-1 = Which card do you play?
sator-ask-turn-pray-1 = Which prayer do you say?
sator-ask-turn-pray-2 = How many action points is it worth?
sator-ask-turn-swap-1 = Two cards go. Which deck is the new one from?
sator-ask-turn-search-1 = Which deck do you search?
sator-ask-turn-walk-1 = Where does your Acolyte walk?
sator-ask-turn-free-1 = What is your free action?
sator-ask-turn-free-2-walk = Where do you walk, your free action added?
sator-ask-turn-free-2 = Where does your Acolyte go?
sator-ask-turn-banish-1 = Which Gargoyle do you send away?
sator-ask-pick = { $use ->
    [free] Free action: which bridge?
    [mihi] { $left ->
        [one] One more change: which bridge?
       *[other] { $left } more changes: which bridge?
    }
    [omnia] Which bridge goes a long way?
   *[card] { $card }: which bridge?
}
sator-ask-effect = What happens to { $tile }?
sator-ask-effect-moves-1 = Where do you push { $tile }?
sator-ask-effect-moves-2 = Where do you push { $tile }?
sator-ask-effect-rotas-1 = About which square does { $tile } turn?
sator-ask-effect-rotas-2 = About which square does { $tile } turn?
sator-ask-effect-rotas-3 = How does { $tile } turn about { $square }?
sator-ask-again = Turn { $tile } a second time, or go on?
sator-ask-again-rotas-3 = How does { $tile } turn about { $square }?
sator-ask-drop = { $left ->
    [one] Which card do you discard last?
   *[other] Which card do you discard? { $left } have to go.
}
sator-ask-search = Which card do you take?
sator-ask-draw = From which deck do you draw?
sator-ask-lift = { $use ->
    [victoria] { $left ->
        [0] Which bridge do you take away?
       *[other] Take a second bridge away too?
    }
   *[quin] { $left ->
        [0] Which bridge do you lift?
       *[other] Lift a second bridge too?
    }
}
sator-ask-lift-turn = How does { $tile } lie?
sator-ask-lift-place = Where does { $tile } go?
sator-ask-push = Whom do you move? { $left ->
    [one] 1 square is left.
   *[other] { $left } squares are left.
}
sator-ask-push-push-2 = Where does the { $colour } Acolyte go?
sator-ask-gargoyle = Where does your Gargoyle sit?
sator-ask-jump = Where does your Acolyte land?
sator-ask-animi = Where does your Acolyte go?

# What is left to do it with, under the question.
sator-means-turn = You have { $ap ->
    [one] 1 action point (AP)
   *[other] { $ap } action points (AP)
} and { $steps ->
    [0] no steps to walk
    [one] 1 step to walk
   *[other] { $steps } steps to walk
}; your free action is { $free ->
    [yes] ready
   *[no] used
}.
sator-means-lift = One bridge costs { $one } AP, two cost { $two } in all.
sator-means-drop = Once the { $use ->
    [banish] third
   *[swap] second
} card has gone, this cannot be taken back.
sator-means-luck = What you leave to chance is placed at once and cannot be taken back.
sator-means-draft = These shapes are left over, one of each. What yours is made of you see when you have it.
sator-means-place = { $books ->
    [0] No book hovers
    [one] 1 book still hovers
   *[other] { $books } books still hover
} over the abyss; { $tiles ->
    [one] 1 bridge is
   *[other] { $tiles } bridges are
} still to be placed by all together.

# Menu labels, at most 80 characters. Each says all by itself.
sator-move-play = play a card
sator-move-pray = say a prayer
sator-move-drop = discard
sator-move-take = take a card
sator-move-play-moves = { $card }: push { $floor ->
    [iron] an iron bridge
   *[other] a { $floor } bridge
}
sator-move-play-rotas = { $card }: turn a bridge of shape { $shape }
sator-move-play-jolly = { $card }: push or turn any bridge
sator-move-pray-card = { $card }: { $does }
sator-move-nihil = { $card } for { $ap }: { $acolytes ->
    [0] all others
    [one] 1 Acolyte
   *[other] { $acolytes } Acolytes
}, { $squares } squares
sator-move-drop-card = discard { $card }
sator-move-take-card = take { $card } ({ $count } in the deck)
sator-move-swap = swap 2 cards for a new one (1 AP)
sator-move-swap-m = swap 2 cards for a movement card (1 AP)
sator-move-swap-p = swap 2 cards for a prayer (1 AP)
sator-move-search = search a deck (2 AP)
sator-move-search-m = search the movement deck (2 AP)
sator-move-search-p = search your prayers (2 AP)
sator-move-draw = draw
sator-move-draw-m = draw a movement card
sator-move-draw-p = draw a prayer ({ $left } left)
sator-move-draw-all = draw movement cards up to six
sator-move-tile = choose a bridge
sator-move-choose = place a bridge
sator-move-tile-at = { $tile } { $floor }, { $first } to { $last }
sator-move-tile-more = +{ $ap } AP
sator-move-moves = push { $tile }
sator-move-shift = push { $way }, to { $squares }{ $ap ->
    [-1] { "" }
   *[other] , { $ap } AP
}
sator-move-rotas = turn { $tile }
sator-move-about = turn about { $square }
sator-move-rotate = turn about { $square }, { $how ->
    [cw] a quarter clockwise
    [ccw] a quarter counter-clockwise
   *[half] half way round
}, to { $squares }{ $ap ->
    [-1] { "" }
   *[other] , { $ap } AP
}
sator-move-turn = turn it
sator-move-turn-by = { $degrees }°: { $lies }
sator-lies-across = across
sator-lies-upright = upright
sator-lies-corner-north-west = its corner at the top left
sator-lies-corner-north-east = its corner at the top right
sator-lies-corner-south-east = its corner at the bottom right
sator-lies-corner-south-west = its corner at the bottom left
sator-lies-stem-north = its stem upwards
sator-lies-stem-east = its stem to the right
sator-lies-stem-south = its stem downwards
sator-lies-stem-west = its stem to the left
sator-move-place = place it
sator-move-place-on = { $square }
sator-move-place-under = { $square }: under { $books ->
    [one] a { $colours } book
   *[other] books: { $colours }
}
sator-span = { $first }–{ $last }
sator-move-walk = walk up to { $steps ->
    [one] 1 square
   *[other] { $steps } squares
}
sator-move-walk-to = { $square }: walk { $steps ->
    [one] 1 square
   *[other] { $steps } squares
}{ $books ->
    [0] { "" }
    [one] , a book
   *[other] , { $books } books
}
sator-move-walk-way = { $square }: walk { $way }{ $books ->
    [0] { "" }
    [one] , a book
   *[other] , { $books } books
}
sator-move-free = free action
sator-move-free-step = free action: a step
sator-move-free-walk = walk and free action: { $steps } squares
sator-move-free-tile = free action: push or turn a bridge
sator-move-step-to = { $square }: free action, one step{ $books ->
    [0] { "" }
   *[other] , a book
}
sator-move-far-to = { $square }: walk and free action, { $steps } squares{ $books ->
    [0] { "" }
    [one] , a book
   *[other] , { $books } books
}
sator-move-far-way = { $square }: walk and free action, { $way }{ $books ->
    [0] { "" }
    [one] , a book
   *[other] , { $books } books
}
sator-move-garg = set the Gargoyle
sator-move-garg-on = { $square } on { $tile }{ $book ->
    [none] { "" }
    [red] , on a red book
    [blue] , on a blue book
    [green] , on a green book
   *[yellow] , on a yellow book
}
sator-move-jump = jump
sator-move-jump-on = { $square }: jump for { $ap } AP{ $book ->
    [yes] , a book
   *[no] { "" }
}
sator-move-banish = send a Gargoyle away
sator-move-banish-on = { $square }: send { $who }’s Gargoyle away (3 cards)
sator-move-push = move an Acolyte
sator-move-push-who = { $colour }: { $who }
sator-move-push-to = { $square }: { $colour } goes there
sator-move-draft = take a bridge
sator-move-draft-shape = { $number }: { $shape }
sator-move-done = that is enough
sator-move-done-pick = no more changes
sator-move-done-again = one turn is enough
sator-move-done-push = no more Acolytes
sator-move-done-lift = one bridge is enough
sator-move-end = End turn{ $steps ->
    [0] { "" }
    [one] { " " }(1 step not walked)
   *[other] { " " }({ $steps } steps not walked)
}
sator-move-end-choose = End turn, choose what to draw{ $steps ->
    [0] { "" }
    [one] { " " }(1 step not walked)
   *[other] { " " }({ $steps } steps not walked)
}
sator-move-end-all = End turn, draw movement cards{ $steps ->
    [0] { "" }
    [one] { " " }(1 step not walked)
   *[other] { " " }({ $steps } steps not walked)
}
sator-move-chance = leave it to chance …
sator-move-chance-one = one of my bridges
sator-move-chance-all = all my { $count } bridges, now and at my next turns

# What happened
sator-event-first = { $who } takes the first turn when all bridges are placed
sator-event-books = { $who } is { $colour }: books on { $squares }
sator-event-draft = { $who } took a bridge of shape { $shape }
sator-event-drafted = { $who } took { $tile }
sator-event-laid = By chance { $who }’s { $tile } lies on { $squares }{ $books ->
    [0] { "" }
    [one] , under a { $colours } book
   *[other] , under the books { $colours }
}
sator-event-place = { $who } placed { $tile } on { $squares }{ $books ->
    [0] { "" }
    [one] , under a { $colours } book
   *[other] , under the books { $colours }
}
sator-event-chance = { $who } leaves { $left ->
    [one] a bridge
   *[other] { $left } bridges
} to chance
sator-event-deal = { $who } is dealt { $cards } cards
sator-event-hand = { $who } holds { $cards }
sator-event-turn = Round { $round }: { $who }’s turn
sator-event-end = { $who } ended the turn
sator-event-play = { $who } played { $card }
sator-event-pray = { $who } prayed { $card }
sator-event-shift = { $who } pushed { $tile } { $way }{ $by ->
    [free] , as free action
   *[other] { "" }
}
sator-event-rotate = { $who } turned { $tile } about { $square }, { $how ->
    [cw] a quarter clockwise
    [ccw] a quarter counter-clockwise
   *[half] half way round
}{ $by ->
    [free] , as free action
   *[other] { "" }
}
sator-event-lift = { $who } { $gone ->
    [yes] took { $tile } away for good
   *[no] lifted { $tile } over to { $squares }
}
sator-event-walk = { $who } { $by ->
    [neque] jumped from { $origin } to { $goal }
    [step] stepped from { $origin } to { $goal }
   *[other] walked from { $origin } to { $goal }
}
sator-event-book = { $who } recovered the book on { $square }: { $books } of 4
sator-event-push = { $who } moved { $other } from { $origin } to { $goal }
sator-event-gargoyle = { $who } set the Gargoyle on { $square }
sator-event-banish = { $who } sent { $other }’s Gargoyle away from { $square }
sator-event-discard = { $who } discarded { $cards }
sator-event-search = { $who } searched { $deck ->
    [p] the prayers
   *[m] the movement deck
}
sator-event-took = { $who } took a card from { $deck ->
    [p] the prayers
   *[m] the movement deck
}
sator-event-draw = { $who } drew { $deck ->
    [p] a prayer
   *[m] a movement card
}
sator-event-card = { $who } got { $card }
sator-event-shuffle = { $cards } discards became the new movement deck
sator-event-leave = { $who } resigned
sator-event-over = Books at the end: { $scores }
sator-score = { $who } { $books }

# How it ended
sator-over-books = { $who } wins with all four books
sator-over-shared = { $who } share the win with all four books
sator-over-rounds = The last round is over: { $winners ->
    [one] { $who } wins with { $books ->
        [one] 1 book
       *[other] { $books } books
    }
   *[other] { $who } share the win with { $books ->
        [one] 1 book
       *[other] { $books } books
    } each
}
sator-over-stalemate = Nobody moved any more: { $winners ->
    [one] { $who } wins with { $books ->
        [one] 1 book
       *[other] { $books } books
    }
   *[other] { $who } share the win with { $books ->
        [one] 1 book
       *[other] { $books } books
    } each
}
sator-over-last = { $who } wins: everybody else resigned

# The picture in words
sator-alt-head = Sator, match { $number }{ $round ->
    [0] , placing the bridges
   *[other] , round { $round }
}.
sator-alt-turn = { $ap ->
    [one] 1 action point
   *[other] { $ap } action points
}, { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}, free action { $free ->
    [yes] ready
   *[no] used
}.
sator-alt-tray = Your bridges: { $tiles }.
sator-alt-hand = Your hand: { $cards }.
sator-since-own = Since { $who ->
    [you] your
   *[other] { $who }’s
} last move:
sator-since-step = Your last step, and what came of it:
sator-since-start = So far:
sator-since-post = Since the last post:
sator-alt-seat = { $who } ({ $colour }): { $books } of 4 books, { $placing ->
    [yes] { $tiles ->
        [one] 1 bridge to place
       *[other] { $tiles } bridges to place
    }
   *[no] { $cards ->
        [one] 1 card
       *[other] { $cards } cards
    }{ $prayers ->
        [0] { "" }
        [one] , 1 of them a prayer
       *[other] , { $prayers } of them prayers
    }
}, { $where ->
    [gone] resigned
    [start] at the start
   *[board] on { $square }
}.
sator-alt-books = Books: { $books }.
sator-alt-beasts = Gargoyles: { $squares }.

# Text board: lines of at most 38 characters
sator-text-head = Sator, match { $number }{ $round ->
    [0] , placing the bridges
   *[other] , round { $round }
}
sator-text-players = Players, in order:
sator-text-player = { $letter } { $who }: { $books }/4 books, { $where ->
    [gone] resigned
    [start] start, enters { $entry }
   *[board] on { $square }
}
sator-text-cards = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}, { $prayers ->
    [0] no prayer
    [one] 1 prayer
   *[other] { $prayers } prayers
}
sator-text-used = used: { $cards }
sator-text-tray = shapes to place: { $shapes }
sator-text-hand = Your hand, and what it can do:
sator-text-tiles = Bridges and their squares (S stone, W wood, B brick, I iron):
sator-text-no-tiles = none yet
sator-text-book = book { $letter } { $square }
sator-text-acolyte = Acolyte { $letter } { $square }
sator-text-beast = Gargoyle { $letter } { $square }
sator-text-open = Books over the abyss: { $books }
sator-text-decks = Movement deck { $deck }, discards { $discards }
sator-text-played = Played this turn: { $cards }
sator-text-more = (and { $count } more in the log)
