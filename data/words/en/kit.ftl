# Words of the bars that all pictures share. Numbers come as text.
kit-match = Match { $number }
kit-round = Round { $round }
kit-since-own =
    since your
    last move
kit-since-step =
    your own
    last step
kit-since-start = so far
kit-since-post =
    since the
    last post
kit-resigned = resigned
# Stands in a picture for a name that no font here can draw.
kit-player = player { $letter }
kit-nobody = Nobody is asked now
