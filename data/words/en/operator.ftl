# What the operator reads: the command line, the settings, the local table's first post.
cli-parlour = Parlour plays board games on Discord. Without a command it starts the bot where PARLOUR_TOKEN is set, else the local table in your browser.
cli-commands = commands
cli-run = start the bot on Discord and stay until stopped
cli-local = start the local table: the same bot in your browser, with no token and no network
cli-sync = send the slash commands to Discord now; a running bot may go on
cli-backup = copy the whole database to a new file; a running bot may go on
cli-backup-to = the new file
cli-check = examine everything that is stored: the file, each match’s log, each position
cli-check-match = only this match, by its number
cli-restore = put a backup in the place of the database, once it has been checked; the bot must be stopped. What was there is kept under another name
cli-restore-from = the backup
cli-database = this database instead of the one the bot would start with
cli-verify = play an exported match again from its seed, and say what the file proves, what does not fit and what no file can prove. Exit status: 0 all of it was played again and fits, 1 something does not fit, 3 what fits was not all played again
cli-verify-file = a file made by /table export after the end
cli-verify-head = the head in the last post of the match, or its first 12 digits or more: compared with the head of the file
cli-verify-commitment = the commitment (SHA-256) in the lobby’s message, or its first 12 digits or more: compared with the one of the file
cli-render = draw a game after some moves played by chance: the public and each private picture, in words too
cli-render-game = a game by its name, for example sarena
cli-render-seed = which chance; the same number gives the same match (1 if not given)
cli-render-ply = how many moves (0 if not given)
cli-render-out = the directory the files are written to
cli-render-seats = how many seats (as many as the game has if not given)
cli-no-home = { $path } begins with ~, but this user has no home folder. Write the whole path.
cli-not-a-number = { $text } is not a whole number from 0 up

# Answers
cli-table = The table is set. Open this in your browser (Ctrl-C here ends it):
    { $url }
cli-table-closed = The table is closed. Its matches are kept.
cli-synced = { $count ->
    [one] One group of commands was
   *[other] { $count } groups of commands were
} sent to Discord.
cli-backed-up = The database was copied to { $path }.
cli-check-good = { $path } is whole: nothing speaks against what is stored in it.
cli-check-bad = { $path } is not whole: { $wrong ->
    [one] one thing is wrong, said above
   *[other] { $wrong } things are wrong, said above
}. Nothing was changed. Matches that cannot be trusted are out of play; all others go on.
cli-check-one = Match #{ $match } in { $path } is whole: nothing speaks against what is stored of it.
cli-check-progress = Examined { $done } of { $of } matches
cli-restored = { $source } was checked and is the database { $path } now. The bot can be started.
cli-restore-kept = What was there before is kept as { $path }; delete it when you no longer need it.
cli-restore-older = An older Parlour wrote that copy, so only the file itself could be checked. The bot brings it up to date at its next start; check examines the matches after that.
cli-restore-bad = { $path } is not whole: { $wrong ->
    [one] one thing is wrong, said above
   *[other] { $wrong } things are wrong, said above
}. Nothing was put in the place of the database.
cli-render-over = The match ended before move { $asked }: the files show its end, after { $ply ->
    [one] one move
   *[other] { $ply } moves
}.

# Faults, one sentence each
cli-no-token = This needs the bot’s token: put PARLOUR_TOKEN=... into the file .env beside bot.py, or into the environment.
cli-token-refused = Discord does not accept the token in PARLOUR_TOKEN. Copy it anew from the Bot page of the Discord developer portal.
cli-intents = Discord does not allow the intents that the bot asked for, though it asks for no privileged one. Check the application in the Discord developer portal.
cli-outdated = Discord no longer speaks this version of its protocol. Update Parlour.
cli-closed = Discord ended the connection for good (code { $code }).
cli-discord-refused = Discord refused to let the bot start (status { $status }, code { $code }).
cli-no-discord = Discord cannot be reached. Check this machine’s connection and try again.
cli-other-world = { $path } belongs to { $world ->
    [local] the local table, not to Discord
   *[other] the bot on Discord, not to the local table
}. Give this one another file in PARLOUR_DATABASE.
cli-no-simcord = The local table needs the package { $package }. Beside bot.py, run: .venv/bin/pip install -e ".[local]"
cli-port = Port { $port } is taken. Choose another in PARLOUR_LOCAL_PORT, or 0 for any that is free.
cli-not-a-hash = A head or a commitment is at least the first 12 of its 64 digits, each 0 to 9 or a to f.
cli-unreadable = { $path } cannot be read: { $why }.
cli-unwritable = Nothing can be written to { $path }: { $why }.
cli-no-game = There is no game { $game }. There are: { $games }.
cli-seats = { $game } is for { $least } to { $most } seats.
cli-fault = Parlour has met a fault it did not expect ({ $what }) and stops; the lines above say where. What was stored is safe.

# Settings
settings-unknown = { $name } is not a setting of Parlour, so it changes nothing.{ $meant ->
    [none] { "" }
   *[other] {" "}Did you mean { $meant }?
}
settings-exposed = Others on this machine can read { $path } and the token in it. Close it to them with: chmod 600 { $path }
settings-no-home = PARLOUR_DATABASE is { $path }, but this user has no home folder. Write the whole path.
settings-unreadable = The settings in { $files } cannot be read. The file must be text (UTF-8) that this user may read.
settings-wrong-token = { $name } is not a bot’s token: a token is one word without spaces. Copy it anew from the Bot page of the Discord developer portal.
settings-wrong-database = { $name } is not the path of a file.
settings-wrong-log-level = { $name } must be debug, info, warning or error.
settings-wrong-local-port = { $name } must be a port from 1 to 65535, or 0 for any that is free.

# The local table’s first post
local-welcome = ## Welcome to the table
    Five people sit here: { $people }. You are { $first } now; **Viewing as** at the top makes you another.
    To begin, press **Open a match** under a game, or write `/table new` below. Then let others join with the buttons under the lobby, and start.
    Matches are kept: after a restart their boards are posted here anew.
