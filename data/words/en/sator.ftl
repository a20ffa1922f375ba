# Sator: what pictures, alt texts, the text board, menus and posts say.
# Colours, floor types, shapes and cards travel by name; squares are a1 to n14, tiles s1 to i6.
sator-title = Sator Arepo Tenet Opera Rotas
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

# Picture: what was done, in a few words
sator-act-shift = { $tile } { $way }
sator-act-rotate = { $tile } { $how ->
    [half] half turn
   *[other] turned
} at { $square }
sator-act-lift = { $tile } lifted over
sator-act-gone = { $tile } taken away
sator-act-place = { $tile } on { $square }
sator-act-gargoyle = Gargoyle on { $square }
sator-act-banish = Gargoyle off { $square }
sator-act-push = { $who } to { $goal }
sator-act-jump = jumped { $origin }–{ $goal }{ $books ->
    [0] { "" }
    [one] , 1 book
   *[other] , { $books } books
}
sator-act-walk = walked { $origin }–{ $goal }{ $books ->
    [0] { "" }
    [one] , 1 book
   *[other] , { $books } books
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
    [one] 1 tile
   *[other] { $tiles } tiles
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
