# Sarena: the lobby's words.
sarena-name = Sarena
sarena-line = Stack chips and flip piles so that your secret colour ends on top. Moves belong to everybody; your colour is yours alone.
sarena-option-fair = Even colours

# Why a move is refused. $ways counts where the pile can go, $targets names those circles.
-sarena-form = a circle of departure and a neighbouring circle, for example a2 and b2

sarena-refused-form = A move in Sarena names { -sarena-form }.
sarena-refused-circle = There is no circle { $circle }. Circles go from a1 (bottom left) to f6 (top right).
sarena-refused-empty = { $from } is empty. Choose a circle with chips on it.
sarena-refused-same = A pile has to leave its circle. { $ways ->
    [0] The one on { $from } cannot move at all now; choose another.
   *[other] From { $from } it can go to: { $targets }.
}
sarena-refused-apart = No line joins { $from } and { $to }; a pile moves one circle up, down, left or right. { $ways ->
    [0] The one on { $from } cannot move at all now; choose another.
   *[other] From { $from } it can go to: { $targets }.
}
sarena-refused-plain = { $to } is empty and has no arrows, so nothing can move there. { $ways ->
    [0] The pile on { $from } cannot move at all now; choose another.
   *[other] From { $from } it can go to: { $targets }.
}
sarena-refused-high = { $moved } from { $from } on { $there } on { $to } would make { $height } chips, and a pile has at most 4. { $ways ->
    [0] The pile on { $from } cannot move at all now; choose another.
   *[other] From { $from } it can go to: { $targets }.
}
sarena-refused-left = This seat has resigned already.
