# Sarena: what the picture, its alt text, the text board, menus and posts say.
# Colours travel by name (yellow, red, blue, green); circles are a1 to f6.
sarena-yellow = yellow
sarena-red = red
sarena-blue = blue
sarena-green = green
# One letter for each colour; it stands on every chip, so no two may be the same.
sarena-yellow-letter = Y
sarena-red-letter = R
sarena-blue-letter = B
sarena-green-letter = G

# Asked and asking
sarena-prompt-turn = { $who } to move
sarena-ask-turn = Which pile do you move?
sarena-ask-turn-go-1 = Which pile do you move?
sarena-ask-turn-go-2 = Where does the pile on { $from } go?

# Menu labels, at most 80 characters
sarena-move-op = move a pile
sarena-move-from = { $from } ({ $top }, { $high } high)
sarena-move-stack = { $to }: stack, { $high } high, { $top } on top
sarena-move-flip = { $to }: flip, { $top } on top

# What happened
sarena-event-first = { $who } moves first
sarena-event-go = { $who } { $move }: { $flip ->
    [yes] flip
   *[no] stack
}, { $high } high, { $top } on top
sarena-event-leave = { $who } resigned
sarena-event-reveal = { $who } was { $colour }: { $chips ->
    [one] 1 chip
   *[other] { $chips } chips
}, { $faces } with { $colour } on a face{ $out ->
    [yes] , resigned
   *[no] { "" }
}
sarena-event-over = { $unused ->
    [none] All four colours were in play
   *[some] Nobody was { $colours }
}

# How it ended
sarena-over-most = { $who } wins with { $score ->
    [one] 1 chip
   *[other] { $score } chips
}
sarena-over-tiebreak = { $who } wins the tie at { $score ->
    [one] 1 chip
   *[other] { $score } chips
}: { $faces } of them show { $colour }
sarena-over-shared = { $who } share the win with { $score ->
    [one] 1 chip
   *[other] { $score } chips
} each
sarena-over-last = { $who } wins: everybody else resigned

# Text board: lines of at most 38 characters
sarena-text-head = Sarena, match { $number }, round { $round }
sarena-text-own = You are { $colour }: { $chips ->
    [one] 1 chip
   *[other] { $chips } chips
} now.
sarena-text-counts = Chips owned: { $yellow } yellow, { $red } red, { $blue } blue, { $green } green.
sarena-text-key = Chips from the top down, each as upper/lower face.
sarena-text-letters = Y yellow, R red, B blue, G green.
sarena-text-rule = A pile that enters an empty arrow circle is turned over. Nothing enters an empty plain circle.
sarena-text-row = Row { $row }
sarena-text-single = { $circle } { $kind }: { $chips }
sarena-text-pile = { $circle } { $kind }, { $high }: { $chips }
sarena-text-empty = { $circle } { $kind }: empty
sarena-text-arrows = arrows
sarena-text-plain = plain
sarena-since-own = Since { $who ->
    [you] your
   *[other] { $who }’s
} last move:
sarena-since-step = Your last move, and what came of it:
sarena-since-start = So far:
sarena-since-post = Since the last post:

# Alt text
sarena-alt-head = Sarena, match { $number }, round { $round }.
sarena-alt-counts = Chips owned by colour: yellow { $yellow }, red { $red }, blue { $blue }, green { $green }.
sarena-alt-rows = Tops of the piles from a to f.
sarena-alt-row = Row { $row }: { $cells }.
sarena-alt-pile = { $top } { $high } high
sarena-alt-empty = empty
sarena-alt-arrow = empty arrows
sarena-or = { $first } or { $last }

# Picture
sarena-title = Sarena
sarena-picture-turn = { $who } to move
sarena-picture-hint = /sarena move
sarena-picture-counts =
    chips owned
    by colour
sarena-picture-own = you are
sarena-picture-stack = stack
sarena-picture-flip = flip
sarena-picture-key-arrow = empty arrow circle: the pile flips
sarena-picture-key-plain = empty plain circle: closed
sarena-picture-won = { $winners ->
    [one] { $who } wins
   *[other] { $who } share the win
}
sarena-picture-score = { $reason ->
    [most] { $score } chips
    [tiebreak] tie at { $score }, own faces { $faces } to { $next }
    [shared] { $score } chips each
   *[last] all others resigned
}
