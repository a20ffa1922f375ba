-- The first tables: matches with their seats and log, what must still be said, what was posted.
--
-- Times are UTC seconds. `sum` is a check number over the other columns of a row, `seal` a hash
-- over a match and its seats: what was changed from outside is noticed before it is shown.

PRAGMA application_id = 0x5041524C; -- "PARL"

CREATE TABLE match (
    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- buttons carry it: never given out twice
    guild      INTEGER NOT NULL,
    channel    INTEGER NOT NULL,
    thread     INTEGER,
    game       TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('lobby', 'running', 'held', 'over', 'cancelled')),
    host       INTEGER NOT NULL,
    options    TEXT NOT NULL,                     -- JSON
    wanted     INTEGER NOT NULL,
    auto       INTEGER NOT NULL CHECK (auto IN (0, 1)),
    invited    TEXT NOT NULL,                     -- JSON: user ids
    n          INTEGER NOT NULL,
    rev        INTEGER NOT NULL,
    line       TEXT NOT NULL,                     -- JSON: [n, seat] of each ply above the floor
    head       TEXT NOT NULL,
    commitment TEXT NOT NULL,
    created    INTEGER NOT NULL,
    changed    INTEGER NOT NULL,
    threads    INTEGER NOT NULL CHECK (threads IN (0, 1)),
    request    TEXT NOT NULL,                     -- JSON of an undo that waits for consent, or empty
    version    INTEGER,                           -- NULL from here on until it starts
    seats      INTEGER,
    ply        INTEGER,
    floor      INTEGER,
    digest     TEXT,                              -- SHA-256 of the state
    seal       TEXT NOT NULL,
    seed       BLOB,
    state      BLOB,                              -- JSON; last, so that reading the rest is quick
    CHECK ((state IS NULL) = (seed IS NULL) AND (state IS NULL) = (version IS NULL))
) STRICT;

CREATE INDEX match_open ON match (id) WHERE status IN ('lobby', 'running', 'held');
CREATE INDEX match_ended ON match (guild, changed) WHERE status = 'over';

CREATE TABLE seat (
    match  INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    user   INTEGER,
    name   TEXT NOT NULL,
    locale TEXT NOT NULL,
    asked  INTEGER NOT NULL,
    acted  INTEGER NOT NULL,
    out    INTEGER NOT NULL CHECK (out IN (0, 1)),
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE move (
    match   INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    n       INTEGER NOT NULL,
    ply     INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    seat    INTEGER,
    move    TEXT NOT NULL,
    events  TEXT NOT NULL,                        -- JSON: [kind, data, seats or null] each
    at      INTEGER NOT NULL,
    version INTEGER NOT NULL,
    note    TEXT NOT NULL,
    digest  TEXT NOT NULL,                        -- SHA-256 of the state after it
    link    TEXT NOT NULL,                        -- SHA-256 over the link before and this entry
    sum     INTEGER NOT NULL,
    PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot (
    match   INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    n       INTEGER NOT NULL,
    ply     INTEGER NOT NULL,
    floor   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    base    INTEGER NOT NULL CHECK (base IN (0, 1)),
    sum     INTEGER NOT NULL,
    state   BLOB NOT NULL,
    PRIMARY KEY (match, n)
) STRICT;

CREATE TABLE interaction (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX interaction_at ON interaction (at);

CREATE TABLE outbox (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,      -- the nonce: never given out twice
    match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    kind  TEXT NOT NULL,
    body  TEXT NOT NULL,                          -- JSON
    due   INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX outbox_match ON outbox (match, id);

CREATE TABLE post (
    match    INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    message  INTEGER NOT NULL,
    n        INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    live     INTEGER NOT NULL CHECK (live IN (0, 1)),
    retiring INTEGER NOT NULL DEFAULT 0 CHECK (retiring IN (0, 1)),
    PRIMARY KEY (match, message)
) STRICT, WITHOUT ROWID;

CREATE TABLE failed (
    id    INTEGER PRIMARY KEY,
    match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    at    INTEGER NOT NULL,
    kind  TEXT NOT NULL,
    error TEXT NOT NULL
) STRICT;

CREATE INDEX failed_match ON failed (match, id);

CREATE TABLE setting (
    guild INTEGER NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 1;
