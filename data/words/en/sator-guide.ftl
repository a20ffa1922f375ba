# Sator: the cover, and the pages of /table rules with their pictures.
sator-cover-line =
    Turn the bridges,
    walk over the abyss
sator-cover-seats = { $least } to { $most } players
sator-cover-alt = Sator Arepo Tenet Opera Rotas, for { $least } to { $most } players: on parchment the old word square of five words that read the same in all four directions. Beside it a part of the board: a night-blue abyss, over it footbridges of stone, wood, brick and iron with books in four colours, hooded Acolytes and a Gargoyle. An arrow shows how a wooden bridge was turned and who walked over it.

# The pages. Their examples stand in rendering/sator/guide.py.
sator-guide-1 =
    {"**"}Four books over the abyss**
    You are an Acolyte in a hood of your colour, and somewhere over the abyss lie four books of that colour. Whoever recovers all four of his own first wins.

    {"**"}Bridges**
    You can only walk on bridges, and there are { $tiles } of them, in four materials and six shapes. They belong to nobody: everybody pushes and turns whichever he needs, so the way you made may be gone when you come to use it. Books and Acolytes ride along on a bridge that moves.

    {"**"}Names**
    A bridge is called by its material and its shape, and the name stands on it: S stone, W wood, B brick, I iron; 1 great L, 2 small L, 3 T, 4 long, 5 medium, 6 short. A square is called by its column and row: C4.

    In the picture the red Acolyte could walk from C4 to I3 and would recover the red book there. He may pass the blue book on his way.
sator-guide-1-alt = Part of a board: a wooden bridge from B4 to E4, an iron one from F4 to G3, a stone one from H3 to J3, all in one line. A red Acolyte on C4, an arrow over the bridges to I3, where a red book lies; the blue book on D4 is passed. More bridges and books lie apart.

sator-guide-2 =
    {"**"}Before the first turn**
    The books are laid out by chance, a book of each colour in each quarter of the board. They hover over the abyss until a bridge comes under them.

    {"**"}Placing the bridges**
    Each player has bridges in hand and places one at a time, the last player first and then against the clock, until all lie on the board. A bridge must lie inside the white grid and on no other bridge, and never under two books of one colour. In the end every book has to lie on a bridge, so a place after which that could no longer be done is refused, and the bot says which books it would be about. Who is in no mood for it leaves one bridge or all of his own to chance.

    {"**"}Three players**
    Six bridges are left over then; they are chosen one after the other, the material unseen.

    {"**"}Cards**
    When all bridges lie, movement cards are dealt in the order of the turns: { $four } among four players, { $three } among three, { $two } among two.

    In the picture the iron bridge comes under the red book on H2: fine. The stone one carries a red and a blue book.
sator-guide-2-alt = Part of a board with three bridges. A stone one lies under a red and a blue book, an iron one, just placed, under a red one, a brick one under a green one. Other books still hover over the abyss.

sator-guide-3 =
    {"**"}Your turn**
    You have { $ap } action points (AP) for cards. First, if you like, swap cards: two of yours for one drawn (1 point), or for one you search in a deck (2 points, one of the two must be a prayer). Then play cards, as many as you can pay. Then walk: one square for each movement card you played. Then draw up to { $hand } cards, from the common deck or from your own prayers, at most { $most } prayers in hand.

    {"**"}Three kinds of movement cards**
    MOVES pushes a bridge of its material. ROTAS turns a bridge of its shape. JOLLY does either, to any bridge. The little cogwheels are the price.

    {"**"}Weight**
    Each Acolyte on a bridge that you push or turn costs 1 point more, once a turn for each bridge. Your own counts too.

    {"**"}A free action**
    Once a turn, whenever you like, you may step one square, or push a bridge one square, or turn one, but none with an Acolyte on it. It costs nothing.
sator-guide-3-alt = Three cards. MOVES stone: 1 point for 1 square, 2 for 2, 3 for 3; now S1, S2, S6, and S3 for one point more. ROTAS 3, T-shape: 2 points for one turn, 4 for two. JOLLY: MOVES for 1, 2 or 3 points, ROTAS for 2 or 4.

sator-guide-4 =
    {"**"}MOVES: pushing**
    For each action point the bridge goes one square, up to { $shift }; it may change its direction at each. It never leaves the grid and never goes over another bridge, not even for a moment.

    {"**"}No going back**
    Bridges and books may not come to lie as they lay before in this turn, unless a bridge has carried somebody elsewhere since: pushing something and back earns nothing, and walking about in between does not help. And the same card is not played twice running on one bridge.

    In the picture B5 was pushed one square north and two east, for 3 points. One more to the east is barred by S2.
sator-guide-4-alt = Part of a board. A dashed outline on C2 to E2 shows where B5 lay; an arrow leads north and then east to where it lies now, E1 to G1. East of it a cross: S2 is in the way.

sator-guide-5 =
    {"**"}ROTAS: turning**
    Choose one square of the bridge; it turns about that, a quarter either way or half round. While it turns it may sweep over anything; only at the end it must lie free, inside the grid.

    {"**"}Twice**
    One turn costs { $once } points. For { $twice } the same card turns it twice, about two different squares.

    In the picture I4 was turned about H1, a quarter counter-clockwise. On its way it swept over B3.
sator-guide-5-alt = Part of a board. A dashed outline on E1 to H1 shows where I4 lay. An arrow turns it about H1, so that it hangs down from H1 to H4 now. B3, between the two, is where it was.

sator-guide-6 =
    {"**"}Walking**
    From square to square, never diagonally; from bridge to bridge where two squares touch. From your start you enter by the square beside it. Other Acolytes and Gargoyles bar the way.

    {"**"}Books**
    Where you come upon a book of your own, you have it. You may walk over books of others, but not stop there.

    {"**"}The end**
    Whoever has four books wins at once. After { $rounds } rounds, or when nobody does anything any more, the most books win.

    In the picture the red Acolyte on C3 may stop where the ticks are; on G1 he would find his book. He may not stop on the blue book, and the blue Acolyte on H3 bars the way to the right.
sator-guide-6-alt = Part of a board. A red Acolyte stands on C3 of a wooden bridge; ticks on D3, F3 and G2, and his red book on G1. Crosses on the blue book on E3, on the blue Acolyte on H3, and on I4, which touches only at a corner.

sator-guide-7 =
    {"**"}Prayers**
    Each player has eight, each but once. They give no step to walk, and are out of the match when used. Not in your first turn.

    NIHIL ({ $nihil }): walk with other Acolytes. For 1 one of them up to 4 squares, for 2 two of them 6 squares in all, for 3 all of them 9.
    CLARA ({ $clara }): set your Gargoyle on a square. Nobody passes it, and its bridge is locked. To send one away, anybody discards three cards.
    MIHI ({ $mihi }): up to five pushes by one square or turns, of bridges without Acolytes; your own stays where he is.
    OMNIA ({ $omnia }): push one bridge without Acolytes 4 to 6 squares.
    NEQUE ({ $neque }): jump in a straight line over 1, 2 or 3 squares of abyss.
    QUIN ({ $quin }): lift one or two bare bridges over to anywhere.
    ANIMI ({ $animi }): walk up to 4 squares.
    VICTORIA ({ $victoria }): take one or two bare bridges away for good.
sator-guide-7-alt = The eight prayers as cards, with what they do and what they cost: NIHIL { $nihil }, CLARA { $clara }, MIHI { $mihi }, OMNIA { $omnia }, NEQUE { $neque }, QUIN { $quin }, ANIMI { $animi }, VICTORIA { $victoria }.

sator-guide-8 =
    {"**"}How to play it here**
    {"**"}{ button-play }**, under the board, opens a message that only you see: the board and your hand. Under each card stand its prices and the bridges it can change now; +1 means an Acolyte aboard. Press a card, then the bridge, then what happens to it. Answers that are squares stand on the board in light blue.
    {"**"}{ button-back }** goes back to the question before, where nothing was done yet. A card or a bridge that you chose is a step already: **{ button-undo }** takes it back, step by step, until a card is drawn.

    {"**"}In one line**
    `/sator play card:ms tile:s1 effect:nne` pushes S1 two squares north and one east; `effect:c4 cw` turns it. `/sator walk`, `/sator free`, `/sator pray`, `/sator swap`, `/sator end` and the rest offer what is legal while you write.

    {"**"}The picture**
    Above, each player: books, cards in hand (the red ones in the fan are prayers), prayers used. Dashed outlines, arrows and numbers: what was done since your last move; the legend says it again.
    {"**"}{ button-text }** tells everything in words.
sator-guide-8-alt = The private picture of a match: the board with its bridges, books and Acolytes; beside it the players and what is left of the turn; below it six cards, each with its prices and the bridges it can change.

# In their pictures: short.
sator-guide-goal = walks over the bridges and finds his book
sator-guide-pushed = B5: 1 north, 2 east
sator-guide-blocked = S2 is in the way
sator-guide-turned = I4 turned about H1, a quarter counter-clockwise
sator-guide-rest = he may stop here
sator-guide-not = not here
sator-guide-placed = one red book, one bridge: fine
