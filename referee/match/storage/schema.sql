-- The newest version of the schema; `PRAGMA user_version` says which version a file has. A change
-- here also adds to `_MIGRATIONS` in sqlite.py the script that brings older files along.

CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE, -- the order in which they were opened
    key TEXT UNIQUE                 -- of the command that opened it, where it had one
) STRICT, WITHOUT ROWID;

-- The rows of a match lie side by side, so that an append touches one page.
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    act INTEGER NOT NULL,
    kind TEXT NOT NULL,
    target INTEGER,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    source TEXT NOT NULL,
    device TEXT NOT NULL,
    key TEXT NOT NULL,
    checksum INTEGER, -- of all columns before it; entries of versions before 7 have none
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

-- Which device holds a seat: the seat's secrets are shown there and nowhere else.
CREATE TABLE holds (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    device TEXT NOT NULL,
    own INTEGER NOT NULL, -- 1 for the device of the one person who sits there
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
-- A phone is the own one of one seat at most, whatever several processes do at once.
CREATE UNIQUE INDEX holds_own ON holds (match, device) WHERE own;

-- Who was at the hidden cards of a seat, so that its owner is told.
CREATE TABLE visits (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    way TEXT NOT NULL,
    at TEXT NOT NULL,
    device TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;

-- The last row at the table of which a seat knows that it showed a hidden card.
CREATE TABLE told (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

-- How a match is entered: by which code, and which device is its host.
CREATE TABLE doors (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    code TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL,  -- empty without one
    since TEXT NOT NULL, -- when and how it became the host
    way TEXT NOT NULL,
    locked INTEGER NOT NULL,
    guarded INTEGER NOT NULL,
    token TEXT NOT NULL DEFAULT '' -- what stands in symbols and links instead of the code
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX doors_linked ON doors (token) WHERE token <> '';

-- Which devices are at a match, and as what.
CREATE TABLE guests (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    device TEXT NOT NULL,
    part TEXT NOT NULL,
    since TEXT NOT NULL,
    seen TEXT NOT NULL,
    word TEXT NOT NULL, -- what it must still be told
    PRIMARY KEY (match, device)
) STRICT, WITHOUT ROWID;

CREATE TABLE kept (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
