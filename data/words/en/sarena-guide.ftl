# Sarena: the cover, and the pages of /table rules with their pictures.
sarena-cover-line =
    Stack, flip, and keep
    your colour to yourself
sarena-cover-seats = { $least } to { $most } players
sarena-cover-alt = Sarena, for { $least } to { $most } players: a board of dark slate with lines and circles of brass. Wooden chips in yellow, red, blue and green lie on it, alone and in piles of up to { $high }. An arrow shows a yellow chip about to move into an empty circle with arrows, where it will be turned over.

# The pages. Their examples stand in rendering/sarena/guide.py.
sarena-guide-1 =
    {"**"}Your secret colour**
    At the start you are dealt a colour, { sarena-yellow }, { sarena-red }, { sarena-blue } or { sarena-green }, and nobody else learns which before the end.

    { $chips } wooden chips lie on the board, one on each circle. Every chip has two different colours, one above and one below; each colour is on { $faces } of them. As you play, chips are stacked into piles and piles are turned over.

    {"**"}How to win**
    A whole pile counts for the colour on its top, whatever lies inside. When nothing can move any more, the one whose colour then has the most chips wins.

    {"**"}Chips belong to nobody**
    On your turn you may move any pile, and so may everybody else. Help your colour, but not so plainly that the others see which one it is. With fewer than { $most } players some colours are nobody’s, and those too stay secret to the end.

    In the picture you are { sarena-blue }: two piles have { sarena-blue } on top, so { $now } chips would be yours if the match ended now.
sarena-guide-1-alt = Five circles in a row with piles on them. Two of the piles have { sarena-blue } on top and are ringed in gold, one of { $first } chips and one of { $second }. Below: you are { sarena-blue }, and { $sum } chips are yours now.

sarena-guide-2 =
    {"**"}Your turn: move one pile**
    Take any pile, whole, and move it along a line to the next circle: up, down, left or right. One chip alone is a pile too. You cannot pass, but you never need to: every move is open to everybody, so as long as anything can move, you can move.

    {"**"}Onto another pile**
    It is laid on top just as it is, and its top decides for all. { $high } chips are the most a pile can have, and what has been stacked never comes apart again.

    {"**"}Into an empty circle with arrows**
    It is turned over there. That is the next page.

    {"**"}Never into an empty plain circle**
    A plain circle that has been left stays empty for the rest of the match, so the ways across the board grow fewer and fewer.

    In the picture the pile of { $moved } in the middle can go left, where it makes a pile of { $left }. On the right it would make { $right }, which is too many. The circle below it is plain and empty: closed.
sarena-guide-2-alt = A pile of { $moved } with an arrow to each of three neighbours. Left, onto a pile of { $beside }: a tick, { $left } chips. Right, onto a pile of { $opposite }: a cross, { $right } chips would be too many. Down, an empty plain circle: a cross.

sarena-guide-3 =
    {"**"}Turning over**
    An empty circle with arrows turns over whatever moves into it, in one piece: the lowest chip comes to lie on top, and every chip shows its other face. So the new top is the colour that was at the very bottom.

    {"**"}No surprises**
    Both colours of every chip can be seen at its edge: the upper half of the edge is the upper face, the lower half the lower one. And before you decide, each answer in the menu says which colour would be on top.

    {"**"}Good to know**
    Circles with arrows and plain ones alternate like the squares of a chessboard. So a pile is turned over only when it comes from a plain circle, and one that stands on arrows can only go onto another pile. A pile that is laid on another is never turned over, arrows or not.

    In the picture { $top } is on top and { $bottom } at the bottom. Moved into the empty circle with arrows, the pile counts for { $bottom }.
sarena-guide-3-alt = Before and after. Before: a pile of { $high } on a plain circle, { $top } on top and { $bottom } at the bottom, and an arrow into an empty circle with arrows. After: the pile stands there upside down, { $bottom } on top and { $top } at the bottom; the plain circle is empty.

sarena-guide-4 =
    {"**"}The end**
    When no pile can move, the match is over at once, and all secret colours are shown. You own the piles with your colour on top. Count every chip in them: most chips win.

    {"**"}A tie**
    Each tied player goes through their own piles once more, buried chips too, and counts the chips that have their colour on either face. The higher count wins; if those are equal as well, the win is shared.

    {"**"}Somebody resigns**
    Then that seat is passed over and cannot win any more, and its colour still stays secret to the end. If all but one resign, the last one wins.

    In the picture { sarena-yellow } and { sarena-red } are tied at { $score } chips. Of { sarena-yellow }’s chips { $more } have { sarena-yellow } on a face; of { sarena-red }’s, { $fewer } have { sarena-red }. So { sarena-yellow } wins.
sarena-guide-4-alt = The end of a match: piles on circles with arrows, only empty plain circles between them, so nothing can move. Two piles, { $score } chips, belong to { sarena-yellow }, and { $more } of them have { sarena-yellow } on a face. One pile, also { $score } chips, belongs to { sarena-red }, and { $fewer } of them have { sarena-red } on a face. The tie goes to { sarena-yellow }, ringed in gold.

sarena-guide-5 =
    {"**"}How to play it here**
    {"**"}{ button-play }**, under the board, opens a message that only you see: press a pile, then where it goes. Each answer says what would come of it. **{ button-back }** goes one question back; nothing is done until the last answer.
    Or in one line: `/sarena move from:{ $from } to:{ $to }`. While you write, it offers only what is legal.

    {"**"}{ button-undo }** takes your move back until the next player has moved. After that, `/table undo` asks everybody who has moved since.

    {"**"}{ button-view }** shows the board with your secret colour and what it has now, to you alone.
    {"**"}{ button-text }** tells the board in words, each pile from the top down as upper/lower face.

    {"**"}The picture**
    Letter and colour: the top of the pile. Number: how many chips. Arrows and dashed circles: what the others did since your last move. Below: how many chips each colour has now, for all to see. Only who has which colour is secret.

    In the picture the pile on { $from } was chosen, and the answers are { $goals }.
sarena-guide-5-alt = A part of the board as you see it while you choose: the pile on { $from } is ringed in light blue, and arrows lead to the circles it can go to, { $goals }. Below: press Play, then a pile, then where it goes.

# In their pictures: short.
sarena-guide-yours = chips are yours now
sarena-guide-many = more than { $high }
sarena-guide-fine = at most { $high }
sarena-guide-closed = plain, empty
sarena-guide-never = closed for good
sarena-guide-before = before
sarena-guide-after = after
sarena-guide-top = on top
sarena-guide-bottom = below
sarena-guide-tied = { $chips } chips, { $faces } with { $colour }
sarena-guide-pile = a pile
sarena-guide-goal = where to
