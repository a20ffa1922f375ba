# The table: lobby, post, panel, commands, undo. What every game shares.

## Small words
the-host = the host or a manager
the-manager = { $who }, who manages this server,
somebody = somebody
seat-name = seat { $number }
title = { $game } · match { $number }
title-round = { $game } · match { $number } · round { $round }
match-line = #{ $number } { $game }: { $names }
match-yours = #{ $number } { $game }: { $names } (your turn)
option-on = on
option-off = off

## Buttons
button-play = Play
button-view = My view
button-text = Text
button-undo = Undo
button-again = Play again
button-export = Export
button-join = Join
button-leave = Leave
button-start = Start
button-invite = Invite
button-cancel = Cancel
button-options = Options
button-option-on = { $option }: on
button-option-off = { $option }: off
button-back = Back
button-refresh = Refresh
button-previous = Previous
button-next = Next
button-search = Search
button-open = Open a match of { $game }
button-rules = Rules

## Lobby
lobby-title = { $game } · match { $number } · looking for players
lobby-title-past = { $game } · match { $number }
lobby-seats = **Seats: { $here } of { $seats }**
lobby-host = { $number }. { $who } (host)
lobby-seat = { $number }. { $who }
lobby-place = { $who }: { $place }
lobby-free = { $number }. free
lobby-option = { $option }: **{ $value }**
lobby-needs = { $least ->
    [one] It can start with one player.
   *[other] It can start with { $least } players.
}
lobby-ready = The host can start.
lobby-started = The match has started. /table board shows it.
lobby-places = Choose a place, if you like; who chooses none gets one that is left.
lobby-cancelled = The host closed this lobby.
options-title = **Options of match { $number }.** They hold for everyone; the lobby shows them.
cover-alt = { $game }: the board half-way through a match.
opened = Match { $match } is open. Others press Join in its message; you press Start.
done-joined = You are in match { $match }.
done-left = You left match { $match }.
done-started = Match { $match } has started.
done-cancelled = The lobby of match { $match } is closed.

## Post
commitment = Fair luck: the seed of this match is fixed from here on; its SHA-256 is `{ $hash }`. The presses by which you sit down and start are mixed in. More: /table rules, last page.
chain-head = The log of this match ends in `{ $hash }`. Get it with Export; whoever has the bot’s program can check it with: bot.py verify
post-concerns = { $who }: this concerns you.
turn-being-made = -# { $who } is in the middle of a turn; shown is what is settled so far.
since-theirs = Since { $who } last moved
since-own = Since your last move
since-step = Your last step, and what came of it
since-start = So far
since-post = Since the last post
since-more = { $count ->
    [one] and one before that: /table log
   *[other] and { $count } before that: /table log
}
seat-waits = { $who } is no longer here; the seat waits for another player.
event-undo = { $who } took back: { $moves }
event-undo-unnamed = { $count ->
    [one] { $who } took back a step
   *[other] { $who } took back { $count } steps
}
event-undo-more = { $count ->
    [one] { $who } took back: { $moves }; and one more step
   *[other] { $who } took back: { $moves }; and { $count } more steps
}
event-undo-consent = (agreed by { $who })
event-undo-reason = (reason: { $reason })
table-over = { $winners ->
    [0] Nobody wins.
    [one] { $who } wins.
   *[other] { $who } win together.
}

## Panel
panel-columns = { $count } possibilities: first the column.
panel-not-asked = It is not your turn{ $asked ->
    [none] .
   *[other] : { $asked }.
}
panel-choose = Choose
panel-page = { $count } answers, page { $page } of { $pages }.
search-title = Search
search-label = Part of the answer
search-found = { $count ->
    [one] One answer has “{ $text }” in it.
   *[other] { $count } answers have “{ $text }” in them.
}
search-none = No answer has “{ $text }” in it. Press Back to see them all.
undone = Taken back in match { $match }.
exported = { $whole ->
    [yes] Match { $match }, whole, with the seed of its chance: bot.py verify checks it.
   *[no] Match { $match }, as far as you may know it now.
}

## Faults
not-stored = This could not be saved just now, so nothing has changed. Try again in a while; whoever runs this bot can see why in its log.
incident = Something went wrong on our side, and nothing of your match is lost. If it happens again, tell the host of this bot: incident { $id }.

## Refusals
refused-unknown-button = This button is from a version of the bot that is gone. Use /table play or /table board.
refused-unknown-command = This command has changed since your Discord learned it. Reload Discord (Ctrl+R, or close and open it) and try again.
refused-not-here = That person is not on this server.
refused-value = One of the values is not possible here. Choose among those that are offered.
refused-seats = This game is for { $least } to { $most } seats.
refused-too-few = It takes at least { $least } players to start; there are { $here }.
refused-cancelled = This lobby was closed. Open another with /table new.
refused-started = This match has started already.
refused-not-over = This match is not over yet.
refused-again = The next one is open already: match { $match }. Press Join in its message.
refused-not-started = This match has not started yet.
refused-not-promised = The message of this lobby is not out yet, and the match cannot start before everybody can read its promise of fair luck. Try again in a moment.
refused-not-host = Only the host can do that.
refused-host-leaves = You are the host: press Cancel to close the lobby.
refused-already-in = You sit in this match already.
refused-not-in = You have no seat in this match.
refused-not-yours = You have no seat in match { $match }. /table board shows it to you.
refused-full = All { $seats } seats are taken.
refused-not-invited = Only the invited can join this match.
refused-number = That has to be a whole number from { $low } to { $high }.
refused-place-taken = Somebody has chosen that place already. Choose another.
refused-seats-kept = The seats that are left are kept for others.
refused-seats-none = All { $seats } seats are taken or kept. Offer more seats first, under Options.
refused-invited-many = A list of the invited holds { $most } people at most.
refused-place-kept = The host keeps that place for somebody else. Choose another.
refused-place-given = The host has given you your place. Ask the host if you would like another.
refused-option = That option or value does not exist in this game.
refused-held = This match is on hold: its channel is gone. The host can move it.
refused-undo = There is nothing you can take back: only your own latest steps, while nobody else has moved and nothing hidden was shown.
refused-undo-gone = That position is no longer kept, so it cannot be gone back to.
refused-resigned = That seat has resigned already.
refused-no-match = There is no match { $match }.
refused-damaged = The record of match { $match } is damaged, so it is set aside and nothing in it changes. Other matches go on. Whoever runs this bot can look at it with the check command.
refused-game-gone = The game of match { $match } is not installed here any more, so nothing in it changes. Whoever runs this bot can put it back.
refused-many = You are the host of { $most } lobbies here already. Start or cancel one of them first.
refused-twice = That was done already.
refused-which-text = A match is named by its number, as in 12.
refused-which = Several matches fit: { $matches }. Say which with the option match.
refused-none-here = There is no open match here that this fits. Open one with /table new.
refused-no-server = Matches are played in a server's channel, not in private messages.
refused-no-game = There is no such game. There are: { $games }.
refused-other-game = Match { $match } is another game.

## Commands
cmd-table = Open, join, watch and play matches
cmd-table-new = Open a new match in this channel
cmd-table-join = Join a match that is looking for players, or come back to your seat
cmd-table-leave = Leave a match before it starts
cmd-table-start = Start your match
cmd-table-cancel = Close your match before it starts
cmd-table-play = Your turn: see the board and press what is legal
cmd-table-board = See the present board, for you alone
cmd-table-hand = See what only you may see
cmd-table-undo = Take back your last move; the others are asked when they have moved since
cmd-table-export = Get the match as a file, as far as you may know it
opt-game = Which game
opt-seats = How many seats; as many as the game has when left out
opt-match = Which match, by number; left out: the one here that waits for you
opt-as-text = In words instead of a picture

## Log
log-title = { $game } · match { $number } · log { $first } to { $last } of { $all }
log-empty = Nothing has happened yet.
button-older = Older
button-newer = Newer
event-replace = { $role ->
    [holder] { $old } handed the seat over to { $new }
    [host] { $by }, the host, gave the waiting seat of { $old } to { $new }
    [manager] { $by }, who manages this server, gave the waiting seat of { $old } to { $new }
   *[nobody] { $new } now plays the seat of { $old }
}
event-unseat = { $by }, who manages this server, took { $old } off the seat; it waits for another player, and { $old } may come back until somebody sits there
event-back = { $new } is back in the seat
event-waits = { $who } left; the seat waits for another player
event-migrate = The match goes on under version { $version } of the rules
event-own = { $who }: { $move }
event-quiet = { $who } did something hidden
event-gone = { $who } is no longer on this server; the seat waits for another player
event-unseated = { $who } was taken off the seat; it waits for another player

## Lists
mine-title = Your matches
mine-none = You sit in no open match. Open one with /table new.
here-title = Matches on this server
here-none = Nothing is being played on this server. Open a match with /table new.
list-line = **#{ $number } { $game }**: { $names }
list-lobby = Looking for players: { $here } of { $seats } seats taken.
list-held = On hold: its channel is gone. The host can bring it to another with /table move.
list-returning = Your seat waits for you: /table join match: { $match }
list-yours = **Your turn** (last move { $since }).
list-theirs = { $who } to answer (last move { $since }).
list-link = Go to the board
list-more = { $count ->
    [one] and one more
   *[other] and { $count } more
}
trouble-waiting = ⚠ The last message could not be made: { $why } It is tried again { $again }.
trouble-over = ⚠ The last message could not be made ({ $at }): { $why } Use /table board to post it.
trouble = Discord did not take it.
trouble-fault = something went wrong on our side. Whoever runs this bot can see what in its log.
trouble-50013 = the bot may not post there. Give it View Channel, Send Messages, Attach Files and Read Message History in that channel.
trouble-50001 = the bot cannot see that channel. Give it View Channel there.
trouble-50083 = the thread is archived, and the bot may not open it again.
trouble-160005 = the thread is locked.
trouble-10003 = its channel is gone. The host can bring the match to another with /table move.

## Setup
setup-title = Parlour on this server
setup-saved = Saved.
setup-channels = Where matches may be opened
setup-anywhere = Anywhere the bot may post
setup-place = Where a match is played
setup-place-channel = In the channel where it was opened
setup-place-threads = In a thread of its own
setup-opens = Who may open a match
setup-opens-everyone = Everyone
setup-opens-managers = Those who may manage the server
setup-language = Language of public messages
setup-language-en = English

refused-not-admin = Only those who may manage this server can do that.
refused-managers = On this server, only those who may manage it open matches.
refused-channel = Matches are opened in { $channels } on this server.
refused-cannot-post = The bot cannot play here: it lacks { $what } in this channel. Whoever manages the server can give it that.
cmd-table-mine = Your open matches: whose turn, since when, and where
cmd-table-here = All open matches of this channel and server
cmd-table-log = What happened in a match, page by page
cmd-table-setup = For those who manage the server: where, how and by whom matches are played
opt-log-from = The entry to begin with; left out: the latest

## Undo by consent
button-agree = Agree
button-decline = Do not agree
undo-asked = Match { $match }: { $who } would like to take back { $count ->
    [one] the last move
   *[other] the last { $count } moves
}. It is done when all who are called here agree, and lapses when somebody moves.
undo-falls = What would fall: { $moves }.
undo-learned = { $learned ->
    [none] In between, chance has decided something or somebody has learned something hidden; that stays known.
   *[other] In between, chance has decided something or somebody has learned something hidden; that stays known: { $learned }.
}
undo-everybody = So everybody at the table is asked.
undo-given = Agreed: { $who }.
undo-agreed = All who were asked agreed, and it was taken back.
picture-failed = -# The picture could not be drawn; here is the board in words.
undo-over = This request is over.
undo-declined = { $who } does not agree to the undo.
undo-asked-you = The others are asked to agree, in match { $match }.
undo-steps = { $count ->
    [one] 1 move: { $what }
   *[other] { $count } moves, back to before: { $what }
}
refused-lapsed = That request is over: it was settled, or somebody has moved since.
refused-consent = You are not among those asked.
refused-agreed = You agreed already.
refused-undo-where = { $most ->
    [0] Nothing has been done yet that could be taken back.
    [one] There is only 1 move that could be taken back.
   *[other] There are only { $most } moves that could be taken back.
}
refused-undo-leave = A resignation lies in between, and that cannot be taken back.
refused-undo-nobody = There is nobody who could agree to it. Somebody who manages the server and does not play can do it with a reason.
refused-undo-asked = You have asked for that already. It is done when all who were asked agree.
refused-undo-manager = Only somebody who manages the server and does not play in this match can take back with a reason. Leave the reason out to ask the others.
refused-undo-plays = You play in this match, or have played in it, so you can only ask the others: leave the reason out. Somebody who manages the server and does not play can take back with a reason.
refused-undo-reason = Say why: the reason stays in the log.
thread-name = { $game } { $number }
opt-undo-steps = How many moves; left out: back to before your own last move
opt-undo-reason = For a manager of the server who does not play: why; it stays in the log with your name

## People
resign-sure = Resign from match { $match }? That cannot be taken back. To let somebody else go on in your place, use /table replace instead.
button-resign = Resign
resigned = You resigned from match { $match }.
replaced = { $who } now plays that seat in match { $match }.
moved = Match { $match } goes on here.
refused-bot = A bot cannot take a seat.
refused-replace-server = A seat is handed over on the match’s own server, to somebody who is there.
refused-replace = A seat that waits is filled by the host, or by whoever manages the server.
refused-replace-held = Only its holder can hand over that seat. Once it waits for a player, the host or whoever manages the server can fill it; /table unseat is for holders who do not come any more.
refused-held-other = That person has held another seat of this match, and nobody may know two hands.
refused-took-off = Who took a player off a seat does not sit there. Let somebody else have it.
refused-unseat = Only somebody who manages the server and does not play in this match can take a player off a seat.
refused-unseat-waits = That seat waits for a player already. /table replace fills it.
refused-unseat-reason = Say why: the reason is told to everybody and stays in the log.
refused-not-waited-for = No seat of this match waits for you any more.
waits-for-you = Your seat in match { $match } waits for you. Nobody else sits there yet.
button-come-back = Come back
done-back = You are back in your seat in match { $match }.
unseated = The seat of { $who } in match { $match } waits for a player now. { $who } is called, and may come back until somebody sits there.
refused-who = Name the seat by its number, 1 to { $most }, or by its holder's name.
refused-sits = That person sits in this match already.
refused-move-people = Not everybody who sits in this match is on this server, so it cannot be brought here: their seats would be taken for left.
refused-move-server = A match that is being played stays on its server. Only one that is on hold can be brought to another.
refused-move = Only the host, or whoever manages the server, can move a match.
cmd-table-resign = Leave a running match
cmd-table-replace = Hand your seat over to somebody else, or fill one that waits
cmd-table-unseat = For managers who do not play: take an absent player off a seat, with a reason
cmd-table-move = Bring your match to this channel
cmd-table-rules = A short guide to a game, and how to play it here
opt-replace-who = The seat: its number or its holder
opt-replace-by = Who plays it from now on
opt-replace-reason = Why; it is told to everybody and stays in the log
opt-unseat-reason = Why; it is told to everybody and stays in the log
opt-guide-game = Which game

## The host's options
options-seats = Seats
button-number = { $option }: { $value }
number-label = A number from { $low } to { $high }
options-invite = Who may join
options-everybody = Everybody
invite-title = **Who may join match { $number }?** Whom you choose; when you choose nobody, everybody.
invite-places = **Who sits where?** Whom you give a place is invited, and sits down at it by joining.
invite-place = { $place }: whoever chooses it
options-auto = Start when full
options-threads = Own thread
options-help = -# Start when full: it begins by itself once all seats are taken. Own thread: it is played in a thread below this channel.
lobby-invited = Only for: { $who }
lobby-kept = { $who } ({ $place })
lobby-thread = It will be played in a thread of its own.
lobby-auto = It starts by itself when all seats are taken.
guide-title = { $game } in short · { $page } of { $pages }
guide-fair = **What is fair here**
guide-fair-luck = **Luck.** A lobby’s message promises a secret seed by its SHA-256. When the match starts, the number of that message and of each press by which somebody took a seat or started it are mixed with the seed. So nobody who plays knows what chance will bring, and nobody who runs this bot as it is could pick it. Whoever changes its program could, and could look at hands: play where you trust who runs it. After the end the export holds it all, and with the bot’s program anybody can play the match again and check it. What chance has drawn once comes again, whatever is taken back and however it is played anew.
guide-fair-undo = **Taking back.** Your own steps, freely, while nobody else has acted since. Once somebody has, it stays closed, even if that act is taken back. Then you can ask: all who have acted since must agree, and everybody at the table where a draw or something hidden lies between. Somebody who manages the server and does not play can take back with a reason; that is told with the name.
guide-fair-looking = **Looking.** While you make your turn, the others see the table as it stood before it. Steps that you take back before your turn is posted are a number to them, until the match is over.
guide-fair-seats = **Seats.** Only you hand over your seat: the new player sees what it hides, and you no longer do. A seat that waits is filled by the host or a manager of the server. A manager who does not play may take somebody who does not come any more off a seat, with a reason and a call; until somebody else sits there, the way back is open. Nobody sits in a match in which they have held another seat.
