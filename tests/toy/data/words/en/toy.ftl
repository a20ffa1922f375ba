# The toy: every sentence about it.
toy-name = Toy
toy-line = Lanterns on a harbour: a small game that has all the hard things.
toy-option-mode = Who wins
toy-option-mode-rivals = the brightest
toy-option-mode-together = all or nobody
toy-option-rounds = Rounds

toy-prompt-bid = { $who }: bid a card in secret.
toy-prompt-turn = { $who }: your turn.
toy-prompt-react = { $who }: play a higher card, or pass.

toy-ask-bid = Which card do you bid?
toy-ask-turn = What do you do?
toy-ask-turn-put-1 = With which card?
toy-ask-turn-put-2 = In which column?
toy-ask-turn-put-3 = In which row?
toy-ask-react = Do you turn the strike with a higher card?

toy-move-bid = bid
toy-move-bid-1 = bid { $a }
toy-move-put = put a lantern
toy-move-put-1 = with card { $a }
toy-move-put-2 = column { $b }
toy-move-put-3 = column { $b }, row { $c }
toy-move-draw = draw a card
toy-move-spy = spy
toy-move-spy-1 = spy on { $who }
toy-move-play = play
toy-move-play-1 = play { $a }
toy-move-pass = pass
toy-move-end = end the turn

toy-event-cards = You draw { $cards }.
toy-event-drew = { $who } draws { $count ->
    [one] a card
   *[other] { $count } cards
}.
toy-event-bids = The bids: { $cards }.
toy-event-turn = { $who } begins a turn.
toy-event-put = { $who } puts a lantern at { $x }, { $y } with card { $card }.
toy-event-strike = That strikes { $other } at { $x }, { $y }.
toy-event-fell = The lantern at { $x }, { $y } goes out.
toy-event-saved = The lantern at { $x }, { $y } burns on.
toy-event-play = { $who } plays { $card }.
toy-event-pass = { $who } passes.
toy-event-end = { $who } ends the turn.
toy-event-spy = { $who } spies on { $other }.
toy-event-lucky = The lucky column of { $who } is { $column }.
toy-event-reveal = The lucky column of { $who } was { $column }.
toy-event-leave = { $who } resigns.
toy-event-over = It is over.

toy-over-most = { $who } { $winners ->
    [one] wins.
   *[other] share the win.
}
toy-over-last = { $who } wins: everybody else left.
toy-over-bright = The harbour is bright: you all win.
toy-over-dark = The harbour stays dark: you all lose.

toy-refused-card = You hold no card { $card }. Your cards: { $cards }.
toy-refused-left = This seat has resigned already.

toy-alt = Round { $round }. { $lanterns } lanterns burn. { $state }
toy-text-head = Round { $round }
toy-text-hand = Your cards: { $cards }
toy-text-lucky = Your lucky column: { $column }

cmd-toy = Toy: lanterns on a harbour
cmd-toy-put = Put one lantern or two
opt-toy-lantern = Card, column and row, for example 12 4 7
opt-toy-second = A second lantern, in the same way
opt-toy-end = End the turn after that
