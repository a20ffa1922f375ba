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
store-failed = { $path } cannot be opened ({ $code }). Nothing was changed.

# A copy. $path is the copy.
store-backup-exists = { $path } exists already. Choose another name: a backup takes no other file's place.
store-backup-failed = The copy { $path } cannot be written ({ $code }).

# While the bot runs: told to whoever pressed.
store-now-full = The bot's disk is full, so that was not stored and nothing has changed. Please tell whoever runs the bot, and try again later.
store-now-read-only = The bot cannot write to its database just now, so nothing has changed. Please tell whoever runs the bot, and try again later.
store-now-corrupt = The bot's database is damaged, so that was not stored. Please tell whoever runs the bot.
store-now-failed = That could not be stored just now, so nothing has changed. Please try again in a moment.
store-now-closed = The bot is just stopping, so that was not stored. Please try again in a moment.

store-conflict = Something else happened in this match at the same moment, so yours was not stored. Look at the board and choose again.
store-seen = That was dealt with already.
store-gone = That earlier position can no longer be reached.
store-damaged = What is stored of match #{ $match } is damaged, so it is out of play. All other matches go on. Please tell whoever runs the bot.

# What check and verify found. $n is the number of a log entry.
audit-integrity = SQLite reports: { $what }
audit-orphan = A row of the table { $table } (row { $row }) belongs to nothing in { $parent }.
audit-counter = The counter of the table { $table } stands too low: an id could be given out twice.
audit-unreadable = Part of it cannot be read ({ $code }).
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
   *[kind] nothing of its kind can stand there
}.
audit-crash = Match #{ $match }: The rules cannot play entry { $n } ({ $error }).
audit-version = Match #{ $match }: Entries { $from } to { $to } were written by version { $there } of the rules; { $here ->
    [0] this Parlour does not have the game
   *[other] this Parlour has version { $here }
}, so they cannot be played again.
audit-mixed = Match #{ $match }: Entry { $n } was written by other rules than those around it, though the match was not carried over there.
audit-carried = Match #{ $match }: At entry { $n } the match was carried over to newer rules; the position it brought was taken as it is.
audit-undone = Match #{ $match }: Entry { $n } is marked wrongly as undone or as standing.
audit-result = Match #{ $match }: The result is not the one the rules give.

verify-not-a-match = This is not a match exported by Parlour.
verify-not-over = This match had not ended when it was exported, so its seed is not in the file and nothing can be verified yet.
verify-match = Match #{ $match } of { $game }, { $entries } entries. Committed to at the start: { $commitment }. Compare that with what was posted.
verify-good = Everything fits: the seed is the one committed to, the log is unbroken, and played again from the seed it gives every position and the result.
verify-part = What can be played again fits, and the log is unbroken; the rest is said above.
verify-bad = Something does not fit; see above.
