# Sarena: the cover, and the pages of /table rules with their pictures.
sarena-cover-line =
    Stack, flip, and keep
    your colour to yourself
sarena-cover-seats = { $least } to { $most } players
sarena-cover-alt = Sarena, for { $least } to { $most } players: a board of dark slate with lines and circles of brass. Wooden chips in yellow, red, blue and green lie on it, alone and in piles of up to { $high }. An arrow shows a yellow chip about to move into an empty circle with arrows, where it will be turned over.
