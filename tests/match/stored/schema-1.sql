-- A match as version 0.1.0 of the referee stored it: `iterdump` of its file.
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
INSERT INTO "entries" VALUES('7mmaq-g89kr',0,0,'opened',NULL,'{"rules_version": 1, "slug": "waves", "names": ["Ann", "Bo", "Cy", "Di"], "options": [["mode", "teams"], ["tablets", "scholars-six,equal-or-lower,rebels-first,rotate-elders,first-returned"], ["council", "house"], ["token", "2"]]}','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',1,1,'played',NULL,'elder slot=0 card=keeper','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',2,1,'played',NULL,'elder slot=1 card=noble','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',3,1,'played',NULL,'elder slot=2 card=scholar','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',4,1,'played',NULL,'elder slot=3 card=knight','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',5,1,'played',NULL,'rebel slot=2 count=3','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',6,1,'played',NULL,'rebel slot=3 count=2','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',7,1,'played',NULL,'follow slot=0','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',8,1,'played',NULL,'rebel slot=1 count=2','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',9,1,'played',NULL,'reveal slot=2 card=knight','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',10,1,'played',NULL,'reveal slot=1 card=noble','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',11,1,'played',NULL,'reveal slot=3 card=seer','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',12,1,'played',NULL,'reveal slot=0 card=knight','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',13,1,'played',NULL,'follow slot=3','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',14,1,'played',NULL,'rebel slot=0 count=2','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',15,1,'played',NULL,'rebel slot=1 count=2','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',16,1,'played',NULL,'follow slot=2','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',17,1,'played',NULL,'reveal slot=0 card=keeper','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',18,1,'played',NULL,'reveal slot=1 card=keeper','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',19,1,'played',NULL,'reveal slot=3 card=noble','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',20,1,'played',NULL,'reveal slot=2 card=seer','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',21,1,'played',NULL,'follow slot=0','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',22,1,'played',NULL,'follow slot=1','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',23,1,'played',NULL,'follow slot=2','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',24,1,'played',NULL,'follow slot=3','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',25,1,'played',NULL,'reveal slot=0 card=seer','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',26,1,'played',NULL,'reveal slot=1 card=knight','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',27,1,'played',NULL,'reveal slot=2 card=scholar','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',28,1,'played',NULL,'reveal slot=3 card=keeper','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',29,1,'played',NULL,'follow slot=1','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',30,1,'played',NULL,'rebel slot=2 count=2','2026-11-28T00:18:34.603+00:00','transcript','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',31,31,'played',NULL,'rebel slot=3 count=3','2026-11-28T00:18:34.621+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',32,32,'played',NULL,'rebel slot=0 count=2','2026-11-28T00:18:34.635+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',33,33,'played',NULL,'reveal slot=3 card=seer','2026-11-28T00:18:34.640+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',34,34,'played',NULL,'reveal slot=0 card=keeper','2026-11-28T00:18:34.643+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',35,35,'played',NULL,'reveal slot=2 card=knight','2026-11-28T00:18:34.650+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',36,36,'played',NULL,'reveal slot=1 card=seer','2026-11-28T00:18:34.682+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',37,37,'played',NULL,'rebel slot=2 count=3','2026-11-28T00:18:34.700+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',38,38,'played',NULL,'follow slot=3','2026-11-28T00:18:34.707+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',39,39,'played',NULL,'follow slot=0','2026-11-28T00:18:34.715+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',40,40,'played',NULL,'follow slot=1','2026-11-28T00:18:34.722+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',41,41,'retracted',40,'','2026-11-28T00:18:34.726+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',42,42,'retracted',41,'','2026-11-28T00:18:34.730+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',43,43,'retracted',40,'','2026-11-28T00:18:34.734+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',44,44,'replaced',1,'elder slot=0 card=knight','2026-11-28T00:18:34.774+00:00','tap','','');
INSERT INTO "entries" VALUES('7mmaq-g89kr',45,45,'overruled',NULL,'overrule shells count=0 why="one had rolled under the table"','2026-11-28T00:18:34.784+00:00','tap','','');
CREATE TABLE kept (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE, -- the order in which they were opened
    key TEXT UNIQUE                 -- of the command that opened it, where it had one
) STRICT, WITHOUT ROWID;
INSERT INTO "matches" VALUES('7mmaq-g89kr',1,NULL);
PRAGMA user_version = 1;
COMMIT;
