# The store: why a database cannot be opened (for the operator), why something was not stored (for
# whoever pressed), what check and verify found.

# Opening. $path is the database file, $code the system's own name of the error.
store-locked = { $path } is in use by another Parlour. Stop that one first, or give this one a database of its own.
store-newer = { $path } was written by a newer Parlour (its tables are version { $there }, this one knows { $here }). Update this one, or start it with the database of before.
store-older = { $path } was written by an older Parlour (its tables are version { $there }, this one knows { $here }). Start the bot once: it brings the database up to date and keeps a copy.
store-not-parlour = { $path } is not a Parlour database, or its first page is damaged. Check the path, or restore a backup.
store-not-there = There is no database at { $path }.
store-corrupt = { $path } is damaged ({ $code }). Nothing was changed. Restore the latest backup; python bot.py check says what is wrong.
store-read-only = { $path } cannot be written by this user. Make the file and its directory writable for the bot.
store-no-directory = The directory { $directory } does not exist. Create it, or choose another path for the database.
store-full = There is no room left on the disk for { $path }. Free some and start again.
store-no-wal = The file system of { $path } cannot hold a database with a write-ahead log. Put it on a local disk.
store-old-sqlite = This Python comes with SQLite { $here }; Parlour needs { $least } or newer.
store-strange = { $path } holds { $what }, which Parlour does not make there, so nothing in it is used. Restore a backup.
store-foreign-wal = Beside { $path } lies { $path }-wal, which another database has left: together they would be unsound, so neither was touched. If a copy was put there by hand, restore it with: python bot.py restore COPY (move it elsewhere first, if it lies only there).
store-restore-itself = { $path } is the database itself. Name a copy of it that lies elsewhere.
store-failed = { $path } cannot be opened ({ $code }). Nothing was changed.

# A copy. $path is the copy.
store-backup-exists = { $path } exists already. Choose another name: a backup takes no other file's place.
store-backup-failed = The copy { $path } cannot be written ({ $code }).

# While the bot runs: told to whoever pressed.
store-now-full = The bot's disk is full, so that was not stored and nothing has changed. Please tell whoever runs the bot, and try again later.
store-now-read-only = The bot cannot write to its database just now, so nothing has changed. Please tell whoever runs the bot, and try again later.
store-now-corrupt = The bot's database is damaged, so that was not stored. Please tell whoever runs the bot.
store-now-lost = The bot's database file has been deleted or replaced, so nothing more is stored: what you did here was not. Please tell whoever runs the bot.
store-now-failed = That could not be stored just now, so nothing has changed. Please try again in a moment.
store-now-closed = The bot is just stopping, so that was not stored. Please try again in a moment.

# What a server has set, in its panel.
store-setting-damaged = ⚠️ What was set here for { $what } is damaged, so it counts as not set. Please choose it anew.

store-conflict = Something else happened in this match at the same moment, so yours was not stored. Look at the board and choose again.
store-seen = That was dealt with already.
store-gone = That earlier position can no longer be reached.
store-damaged = What is stored of match #{ $match } is damaged, so it is out of play. All other matches go on. Please tell whoever runs the bot.

# What check and verify found. $n is the number of a log entry.
audit-strange = { $what } is not as Parlour makes it, so nothing else was examined.
audit-integrity = SQLite reports: { $what }
audit-orphan = A row of the table { $table } (row { $row }) belongs to nothing in { $parent }.
audit-counter = The counter of the table { $table } stands too low: an id could be given out twice.
audit-unreadable = Part of it cannot be read ({ $code }).
audit-no-match = There is no match #{ $match }.
audit-damaged = Match #{ $match } cannot be read.
audit-letter = Match #{ $match }: A message waiting to be sent cannot be read.
audit-seal = Match #{ $match }: The match or its seats were changed from outside.
audit-state = Match #{ $match }: The stored position is damaged or is no position of this game.
audit-retired = Match #{ $match }: The position was written by version { $there } of the rules and can no longer be brought up to date.
audit-line = Match #{ $match }: What may be undone does not fit the position.
audit-snapshot = Match #{ $match }: { $n ->
    [0] A kept earlier position is damaged.
   *[other] The position kept after entry { $n } is not the one the log tells of.
}
audit-commitment = Match #{ $match }: The seed is not the one that was committed to at the start.
audit-numbers = Match #{ $match }: Entry { $n } of the log is missing.
audit-origin = Match #{ $match }: The log does not begin as the log of this match: its number, game, seats, commitment or ids, or entry 1, were changed after it was written.
audit-chain = Match #{ $match }: Entry { $n } of the log, or the one before it, was changed after it was written.
audit-head = Match #{ $match }: The log does not end where the match says it does.
audit-start = Match #{ $match }: The first position does not follow from the seed.
audit-base = Match #{ $match }: The position that entry { $n } brings is damaged.
audit-base-missing = Match #{ $match }: The position that entry { $n } brings is missing.
audit-position = Match #{ $match }: The position after entry { $n } is not the one the rules give.
audit-events = Match #{ $match }: What entry { $n } tells is not what the rules give.
audit-differs = Match #{ $match }: Entry { $n } does not fit: { $why ->
    [illegal] that move was not legal
    [ply] it leads to another ply
    [undo] it goes back to where there is nothing
    [version] another version of the rules wrote it
    [over] the match had ended before
    [form] Parlour writes no such entry there
   *[kind] nothing of its kind can stand there
}.
audit-crash = Match #{ $match }: The rules cannot play entry { $n } ({ $error }).
audit-version = Match #{ $match }: Entries { $from } to { $to } were written by version { $there } of the rules; { $here ->
    [0] this Parlour has no game { $game }
   *[other] this Parlour has version { $here }
}, so they cannot be played again.
audit-mixed = Match #{ $match }: Entry { $n } was written by other rules than those around it, though the match was not carried over there.
audit-carried = Match #{ $match }: At entry { $n } the match was carried over to newer rules; the position it brought, and how far chance had come, were taken as they are.
audit-undone = Match #{ $match }: Entry { $n } is marked wrongly as undone or as standing.
audit-result = Match #{ $match }: The result is not the one the rules give.
audit-seat = Match #{ $match }: Entry { $n } names a seat that cannot have made it.
audit-note = Match #{ $match }: Entry { $n } carries a reason, though nobody is asked for one there.
audit-told = Match #{ $match }: What entry { $n } tells of people is not what Parlour writes there.
audit-out = Match #{ $match }: Whether seat { $seat } resigned is not what the log says.
audit-message = Match #{ $match }: The id of the lobby's message is missing, though there are presses.
audit-presses = Match #{ $match }: { $presses } presses do not go with { $seats } seats: there must be one for each seat, and one more at most.
audit-presses-twice = Match #{ $match }: The id of one press stands there twice.
audit-presses-early = Match #{ $match }: No press has a later id than the lobby's message, so all may have been known before the commitment was posted.

# Verify. Seats are counted from 1; text that stands in the file is cleaned.
verify-not-a-file = { $path } is not a file. Verify reads files only: no folder, device, pipe or socket.
verify-too-large = { $path } is too large for an exported match (more than 64 MiB), so it was not read.
verify-not-a-match = This is not a match exported by Parlour, or it was changed so that it is none any more.
verify-not-over = This match had not ended when it was exported, so its seed is not in the file and nothing can be verified yet.
verify-match = By its own words the file is match #{ $match } of { $game }, with { $entries } entries in its log.

verify-proved = What it proves:
verify-seed = - The seed is the one whose SHA-256 is { $commitment }.
verify-same-commitment = - That is the commitment you gave.
verify-key = - The key is made from the seed, the id of the lobby's message and the { $presses ->
    [one] id of one press
   *[other] ids of { $presses } presses
}, and the first position follows from it.{ $unknown ->
    [0] { "" }
    [one] {" "}One seat was taken under version 0.1.0, which kept no id of the press.
   *[other] {" "}{ $unknown } seats were taken under version 0.1.0, which kept no ids of the presses.
}
verify-chain = - The log is unbroken: each of its { $entries } entries is chained to the one before, and the first to the match's number, game, number of seats, commitment and ids.
verify-chain-old = - The log is unbroken: each of its { $entries } entries is chained to the one before, and the first to the commitment.
verify-head = - The log ends with the head { $head }.
verify-same-head = - That is the head you gave.
verify-replayed = - { $count } of { $entries } entries were played again by the rules of today: they give the positions whose hashes the log holds, and what each move made happen.
verify-result = - So played, the match ends like this: { $count ->
    [0] no seat wins
    [one] seat { $winners } wins
   *[other] seats { $winners } win
} (scores by seat: { $scores }).

verify-wrong = What does not fit:
verify-other-head = - The log ends with the head { $here }, not with { $there }, the one you gave: this is not the match in whose last post that stands, or the file was changed.
verify-other-commitment = - The commitment is { $here }, not { $there }, the one you gave: this is not the match in whose lobby that stands, or the file was changed.
verify-more = - and { $count } more.

verify-limits = What could not be played again:

verify-compare = What you have to compare yourself:
verify-compare-head = - The head { $head } with the one in the match's last post (or give that one with --head). Only so you know that this is the match that was played: a whole other match under the same seed has another head.
verify-compare-head-old = - The head { $head } with the one in the match's last post, if there is one (or give that one with --head): version 0.1.0 posted none. Without it nothing tells this match from a whole other one under the same seed.
verify-compare-commitment = - The commitment { $commitment } with the one in the lobby's message (or give that one with --commitment). Only so you know that this seed was promised there.
verify-compare-commitment-old = - The commitment { $commitment } with the one that was posted when the match began (or give that one with --commitment). Only so you know that this seed was fixed then.

verify-unproved = What no file can prove:
verify-seat = - that seat { $seat } was { $name }, as the file says.
verify-no-people = - who made the moves of a seat, who handed it over or took it, and the other names that the file tells.
verify-no-times = - when the match was made and when each entry was.
verify-no-reasons = - the reasons that were given, who agreed to an undo, and who decided one.
verify-no-options = - how an option was set that made no difference to what was played.
verify-no-ids = - that the ids of message and presses are Discord's, and that no press was dropped: the program as it is takes them as they come, but whoever changes it can make ids up, as they can read every hand.
verify-old = - that the seed was not picked among many: this match was begun under version 0.1.0, and its luck is keyed by the seed alone. The commitment only shows that the seed was fixed when the match began.
verify-old-number = - the number of the match, which version 0.1.0 did not chain to its log.
verify-no-result = - the result that the file gives, as the end could not be played again.

verify-good = Nothing speaks against this match, and all of it was played again. What has to be compared and what no file can prove is said above.
verify-part = Nothing speaks against this match, but not all of it was played again, so it is not proved whole.
verify-bad = Something does not fit; it is said above. This file proves no fair match.
