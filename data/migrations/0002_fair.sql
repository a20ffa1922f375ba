-- Fair play: a seed that is promised when the lobby opens, the presses that go into the key, who
-- held a seat before, what was told and what is closed. Columns get names that no database reserves.
--
-- All new columns may be NULL, as they are in rows of 0.1.0: seals and sums pass over them there.

CREATE TABLE match_new (
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
    version    INTEGER,                           -- NULL from here to digest until it starts
    seats      INTEGER,
    ply        INTEGER,
    floor      INTEGER,
    digest     TEXT,                              -- SHA-256 of the state
    message    INTEGER,                           -- of the lobby, the first with the commitment
    presses    TEXT,                              -- JSON: what goes into the key; NULL: its seed is it
    draws      INTEGER,                           -- NULL: chance is keyed by ply
    told       INTEGER,
    closed     INTEGER,
    former     TEXT,                              -- JSON: [seat, user id, until, how] each
    seal       TEXT NOT NULL,
    seed       BLOB,
    state      BLOB,                              -- JSON; last, so that reading the rest is quick
    CHECK ((state IS NULL) = (version IS NULL)),
    CHECK (state IS NULL OR seed IS NOT NULL)
) STRICT;

INSERT INTO match_new (id, guild, channel, thread, game, status, host, options, wanted, auto,
    invited, n, rev, line, head, commitment, created, changed, threads, request, version, seats, ply,
    floor, digest, seal, seed, state)
SELECT id, guild, channel, thread, game, status, host, options, wanted, auto, invited, n, rev, line,
    head, commitment, created, changed, threads, request, version, seats, ply, floor, digest, seal,
    seed, state FROM match;

-- The counter outlives the table: ids of rows that are gone are not given out again either.
DELETE FROM sqlite_sequence WHERE name = 'match_new';
INSERT INTO sqlite_sequence (name, seq)
    SELECT 'match_new', seq FROM sqlite_sequence WHERE name = 'match';

DROP TABLE match;

ALTER TABLE match_new RENAME TO match;

CREATE INDEX match_open ON match (id) WHERE status IN ('lobby', 'running', 'held');
CREATE INDEX match_ended ON match (guild, changed) WHERE status = 'over';

ALTER TABLE seat RENAME COLUMN user TO holder;
ALTER TABLE seat RENAME COLUMN out TO resigned;
ALTER TABLE seat ADD COLUMN press INTEGER;
ALTER TABLE seat ADD COLUMN since INTEGER;

ALTER TABLE move ADD COLUMN told INTEGER;

ALTER TABLE snapshot RENAME TO snapshot_old;

CREATE TABLE snapshot (
    match   INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    n       INTEGER NOT NULL,
    ply     INTEGER NOT NULL,
    floor   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    base    INTEGER NOT NULL CHECK (base IN (0, 1)),
    draws   INTEGER,
    sum     INTEGER NOT NULL,
    state   BLOB NOT NULL,
    PRIMARY KEY (match, n)
) STRICT;

INSERT INTO snapshot (match, n, ply, floor, version, base, sum, state)
SELECT match, n, ply, floor, version, base, sum, state FROM snapshot_old;

DROP TABLE snapshot_old;

PRAGMA user_version = 2;
