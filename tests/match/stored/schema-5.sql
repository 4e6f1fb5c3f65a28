-- A match whose one phone holds two seats: `iterdump` of its file, as it was before a device had one own seat.
BEGIN TRANSACTION;
PRAGMA user_version = 5;
CREATE TABLE doors (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    code TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL,  -- empty without one
    since TEXT NOT NULL, -- when and how it became the host
    way TEXT NOT NULL,
    locked INTEGER NOT NULL,
    guarded INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "doors" VALUES('h2kam-4unc9','K7M4RX','tablet','2026-11-28T10:00:00.000+00:00','opened',0,1);
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
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES('h2kam-4unc9',0,0,'opened',NULL,'{"rules_version": 1, "slug": "waves", "names": ["Ann", "Bo", "Cy"], "options": []}','2026-11-28T14:30:00.732+00:00','tap','','');
CREATE TABLE guests (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    device TEXT NOT NULL,
    part TEXT NOT NULL,
    since TEXT NOT NULL,
    seen TEXT NOT NULL,
    word TEXT NOT NULL, -- what it must still be told
    PRIMARY KEY (match, device)
) STRICT, WITHOUT ROWID;
INSERT INTO "guests" VALUES('h2kam-4unc9','tablet','table','2026-11-28T10:00:00.000+00:00','','');
CREATE TABLE holds (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    device TEXT NOT NULL,
    own INTEGER NOT NULL, -- 1 for the device of the one person who sits there
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "holds" VALUES('h2kam-4unc9',0,'phone',1);
INSERT INTO "holds" VALUES('h2kam-4unc9',1,'tablet',0);
INSERT INTO "holds" VALUES('h2kam-4unc9',2,'phone',1);
CREATE TABLE kept (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE, -- the order in which they were opened
    key TEXT UNIQUE                 -- of the command that opened it, where it had one
) STRICT, WITHOUT ROWID;
INSERT INTO "matches" VALUES('h2kam-4unc9',1,NULL);
CREATE TABLE told (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE visits (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    way TEXT NOT NULL,
    at TEXT NOT NULL,
    device TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "visits" VALUES('h2kam-4unc9',1,2,'owned','2026-11-28T10:00:00.000+00:00','phone');
INSERT INTO "visits" VALUES('h2kam-4unc9',2,0,'owned','2026-11-28T10:01:00.000+00:00','phone');
INSERT INTO "visits" VALUES('h2kam-4unc9',3,1,'opened','2026-11-28T10:02:00.000+00:00','tablet');
COMMIT;
