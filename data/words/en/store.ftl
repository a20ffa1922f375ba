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
