-- A match with phones as the referee stored it before matches had doors: `iterdump` of its file.
BEGIN TRANSACTION;
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
INSERT INTO "entries" VALUES('k254b-m9tpg',0,0,'opened',NULL,'{"rules_version": 1, "slug": "waves", "names": ["Ann", "Bo", "Cy"], "options": [["council", "house"]]}','2026-11-28T10:58:31.348+00:00','tap','','');
INSERT INTO "entries" VALUES('k254b-m9tpg',1,1,'played',NULL,'elder slot=0 card=scholar','2026-11-28T10:58:31.358+00:00','tap','','');
INSERT INTO "entries" VALUES('k254b-m9tpg',2,2,'played',NULL,'elder slot=1 card=scholar','2026-11-28T10:58:31.367+00:00','tap','','');
INSERT INTO "entries" VALUES('k254b-m9tpg',3,3,'played',NULL,'elder slot=2 card=scholar','2026-11-28T10:58:31.371+00:00','tap','','');
CREATE TABLE holds (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    device TEXT NOT NULL,
    own INTEGER NOT NULL, -- 1 for the device of the one person who sits there
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "holds" VALUES('k254b-m9tpg',1,'device-of-bo',1);
INSERT INTO "holds" VALUES('k254b-m9tpg',2,'tablet',0);
CREATE TABLE kept (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE, -- the order in which they were opened
    key TEXT UNIQUE                 -- of the command that opened it, where it had one
) STRICT, WITHOUT ROWID;
INSERT INTO "matches" VALUES('k254b-m9tpg',1,NULL);
CREATE TABLE told (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "told" VALUES('k254b-m9tpg',1,2);
CREATE TABLE visits (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    way TEXT NOT NULL,
    at TEXT NOT NULL,
    device TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "visits" VALUES('k254b-m9tpg',1,1,'owned','2026-11-28T09:00:00.000+00:00','device-of-bo');
COMMIT;
PRAGMA user_version = 4;
