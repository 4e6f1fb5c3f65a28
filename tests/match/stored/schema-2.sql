-- A match with notes as the referee stored it before it kept who was at the hidden cards:
-- `iterdump` of its file.
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
INSERT INTO "entries" VALUES('6yjc7-8kavz',0,0,'opened',NULL,'{"rules_version": 2, "slug": "war-of-waves", "names": ["Ann", "Bo"], "options": []}','2026-11-28T08:18:50.705+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',1,1,'played',NULL,'dealt seat=0 build=0 war=0','2026-11-28T08:18:50.711+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',2,2,'played',NULL,'dealt seat=1 build=0 war=0','2026-11-28T08:18:50.712+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',3,3,'played',NULL,'face card=build-1','2026-11-28T08:18:50.712+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',4,4,'played',NULL,'face card=war-2','2026-11-28T08:18:50.713+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',5,5,'played',NULL,'face card=build-3','2026-11-28T08:18:50.713+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',6,6,'played',NULL,'face card=war-4','2026-11-28T08:18:50.714+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',7,7,'noted',NULL,'remember seat=0 at=b1 kind=build card=1 value=2','2026-11-28T08:18:50.714+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',8,8,'noted',NULL,'remember seat=1 at=b1 kind=build card=1 value=4','2026-11-28T08:18:50.715+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',9,9,'noted',NULL,'remember seat=1 at=b1 kind=build card=1 value=3','2026-11-28T08:18:50.715+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',10,10,'played',NULL,'attack side=1 at=b1 kind=build cards=1','2026-11-28T08:18:50.716+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',11,11,'played',NULL,'present card=build-4','2026-11-28T08:18:50.716+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',12,12,'played',NULL,'strike','2026-11-28T08:18:50.717+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',13,12,'played',NULL,'reveal side=1 at=b1 kind=build card=1 value=3','2026-11-28T08:18:50.717+00:00','note','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',14,14,'retracted',13,'','2026-11-28T08:18:50.718+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',15,15,'retracted',14,'','2026-11-28T08:18:50.718+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',16,16,'retracted',13,'','2026-11-28T08:18:50.719+00:00','tap','','');
INSERT INTO "entries" VALUES('6yjc7-8kavz',17,17,'retracted',8,'','2026-11-28T08:18:50.719+00:00','tap','','');
CREATE TABLE holds (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    device TEXT NOT NULL,
    own INTEGER NOT NULL, -- 1 for the device of the one person who sits there
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "holds" VALUES('6yjc7-8kavz',1,'device-of-bo',1);
CREATE TABLE kept (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "kept" VALUES('war-of-waves/back ares','{"6yjc7-8kavz": "war"}');
INSERT INTO "kept" VALUES('war-of-waves/back ceto','{"6yjc7-8kavz": "build"}');
INSERT INTO "kept" VALUES('war-of-waves/back hephaestus','{"6yjc7-8kavz": "build"}');
INSERT INTO "kept" VALUES('war-of-waves/back poseidon','{"6yjc7-8kavz": "war"}');
INSERT INTO "kept" VALUES('war-of-waves/copies build 1','{"6yjc7-8kavz": "8"}');
INSERT INTO "kept" VALUES('war-of-waves/copies build 2','{"6yjc7-8kavz": "8"}');
INSERT INTO "kept" VALUES('war-of-waves/copies build 3','{"6yjc7-8kavz": "8"}');
INSERT INTO "kept" VALUES('war-of-waves/copies build 4','{"6yjc7-8kavz": "8"}');
INSERT INTO "kept" VALUES('war-of-waves/copies build 5','{"6yjc7-8kavz": "0"}');
INSERT INTO "kept" VALUES('war-of-waves/copies build 6','{"6yjc7-8kavz": "0"}');
INSERT INTO "kept" VALUES('war-of-waves/copies war 1','{"6yjc7-8kavz": "6"}');
INSERT INTO "kept" VALUES('war-of-waves/copies war 2','{"6yjc7-8kavz": "6"}');
INSERT INTO "kept" VALUES('war-of-waves/copies war 3','{"6yjc7-8kavz": "6"}');
INSERT INTO "kept" VALUES('war-of-waves/copies war 4','{"6yjc7-8kavz": "6"}');
INSERT INTO "kept" VALUES('war-of-waves/copies war 5','{"6yjc7-8kavz": "0"}');
INSERT INTO "kept" VALUES('war-of-waves/copies war 6','{"6yjc7-8kavz": "0"}');
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE, -- the order in which they were opened
    key TEXT UNIQUE                 -- of the command that opened it, where it had one
) STRICT, WITHOUT ROWID;
INSERT INTO "matches" VALUES('6yjc7-8kavz',1,NULL);
COMMIT;
PRAGMA user_version = 2;
