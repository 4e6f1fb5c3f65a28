-- A table's matches as an earlier 0.1.0 (commit ba6df55) kept them: `iterdump` of its file.
BEGIN TRANSACTION;
CREATE TABLE doors (
    match TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    code TEXT NOT NULL UNIQUE,
    host TEXT NOT NULL,  -- empty without one
    since TEXT NOT NULL, -- when and how it became the host
    way TEXT NOT NULL,
    locked INTEGER NOT NULL,
    guarded INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
INSERT INTO "entries" VALUES('9s98f-8br7h',0,0,'opened',NULL,'{"rules_version": 1, "slug": "waves", "names": ["Ann", "Bo", "Cy", "Di"], "options": [["mode", "all-vs-all"], ["tablets", "followers-three-rebels-six,keepers-per-shell,elders-right,counterclockwise,no-copies"], ["council", "house"], ["token", "3"]]}','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',1,1,'played',NULL,'elder slot=0 card=keeper','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',2,1,'played',NULL,'elder slot=1 card=noble','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',3,1,'played',NULL,'elder slot=2 card=scholar','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',4,1,'played',NULL,'elder slot=3 card=knight','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',5,1,'played',NULL,'follow slot=3','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',6,1,'played',NULL,'rebel slot=0 count=2','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',7,1,'played',NULL,'rebel slot=1 count=2','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',8,1,'played',NULL,'rebel slot=2 count=2','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',9,1,'played',NULL,'reveal slot=0 card=noble','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',10,1,'played',NULL,'reveal slot=2 card=noble','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',11,1,'played',NULL,'reveal slot=1 card=noble','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',12,1,'played',NULL,'reveal slot=3 card=seer','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',13,1,'played',NULL,'follow slot=0','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',14,1,'played',NULL,'follow slot=1','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',15,1,'played',NULL,'follow slot=2','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',16,1,'played',NULL,'rebel slot=3 count=3','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',17,1,'played',NULL,'reveal slot=3 card=seer','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',18,1,'played',NULL,'reveal slot=0 card=scholar','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',19,1,'played',NULL,'reveal slot=2 card=scholar','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',20,1,'played',NULL,'reveal slot=1 card=scholar','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',21,1,'played',NULL,'follow slot=1','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',22,1,'played',NULL,'follow slot=2','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',23,1,'played',NULL,'follow slot=3','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',24,1,'played',NULL,'follow slot=0','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',25,1,'played',NULL,'reveal slot=1 card=knight','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',26,1,'played',NULL,'reveal slot=2 card=keeper','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',27,1,'played',NULL,'reveal slot=3 card=noble','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',28,1,'played',NULL,'reveal slot=0 card=knight','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',29,1,'played',NULL,'rebel slot=2 count=2','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('9s98f-8br7h',30,1,'played',NULL,'follow slot=3','2026-11-28T18:30:22.586+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',0,0,'opened',NULL,'{"rules_version": 1, "slug": "rolling", "names": ["Ann", "Bo"], "options": []}','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',1,1,'played',NULL,'roll colour=yellow face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',2,1,'played',NULL,'roll colour=clear face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',3,1,'played',NULL,'roll colour=yellow face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',4,1,'played',NULL,'roll colour=red face=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',5,1,'played',NULL,'roll colour=red face=3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',6,1,'played',NULL,'roll colour=clear face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',7,1,'played',NULL,'draft seat=0 colour=red face=3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',8,1,'played',NULL,'draft seat=1 colour=clear face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',9,1,'played',NULL,'draft seat=0 colour=clear face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',10,1,'played',NULL,'draft seat=1 colour=yellow face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',11,1,'played',NULL,'draft seat=0 colour=red face=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',12,1,'played',NULL,'draft seat=1 colour=yellow face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',13,1,'played',NULL,'allocate seat=0 value=5 to=large','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',14,1,'played',NULL,'allocate seat=0 value=3 to=chest-1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',15,1,'played',NULL,'allocate seat=0 value=1 to=small','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',16,1,'played',NULL,'allocate seat=1 value=4 to=ports','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',17,1,'played',NULL,'allocate seat=1 value=4 to=crew','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',18,1,'played',NULL,'allocate seat=1 value=6 to=small','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',19,1,'played',NULL,'roll colour=red face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',20,1,'played',NULL,'roll colour=red face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',21,1,'played',NULL,'roll colour=clear face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',22,1,'played',NULL,'roll colour=yellow face=3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',23,1,'played',NULL,'roll colour=clear face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',24,1,'played',NULL,'roll colour=clear face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',25,1,'played',NULL,'draft seat=1 colour=clear face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',26,1,'played',NULL,'draft seat=0 colour=red face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',27,1,'played',NULL,'draft seat=1 colour=yellow face=3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',28,1,'played',NULL,'draft seat=0 colour=clear face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',29,1,'played',NULL,'draft seat=1 colour=clear face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',30,1,'played',NULL,'draft seat=0 colour=red face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',31,1,'played',NULL,'ready seat=0','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',32,1,'played',NULL,'ready seat=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',33,1,'played',NULL,'allocate seat=1 value=3 to=small','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',34,1,'played',NULL,'allocate seat=1 value=5 to=chest-1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',35,1,'played',NULL,'allocate seat=1 value=6 to=hull','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',36,1,'played',NULL,'allocate seat=0 value=6 to=crew','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',37,1,'played',NULL,'allocate seat=0 value=2 to=small','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',38,1,'played',NULL,'allocate seat=0 value=4 to=raise','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',39,1,'played',NULL,'fire seat=1 guns=small target=0 chest=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',40,1,'played',NULL,'roll colour=red face=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',41,1,'played',NULL,'roll colour=red face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',42,1,'played',NULL,'roll colour=yellow face=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',43,1,'played',NULL,'roll colour=red face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',44,1,'played',NULL,'roll colour=yellow face=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',45,1,'played',NULL,'roll colour=clear face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',46,1,'played',NULL,'draft seat=0 colour=red face=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',47,1,'played',NULL,'draft seat=1 colour=clear face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',48,1,'played',NULL,'draft seat=0 colour=red face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',49,1,'played',NULL,'draft seat=1 colour=yellow face=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',50,1,'played',NULL,'draft seat=0 colour=yellow face=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',51,1,'played',NULL,'draft seat=1 colour=red face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',52,1,'played',NULL,'ready seat=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',53,1,'played',NULL,'ready seat=0','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',54,1,'played',NULL,'allocate seat=0 value=1 to=large','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',55,1,'played',NULL,'allocate seat=0 value=5 to=small','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',56,1,'played',NULL,'allocate seat=0 value=1 to=raise','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',57,1,'played',NULL,'allocate all seat=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',58,1,'played',NULL,'write seat=0 raised=no','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',59,1,'played',NULL,'write seat=0 raised=no','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',60,1,'played',NULL,'roll colour=clear face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',61,1,'played',NULL,'roll colour=yellow face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',62,1,'played',NULL,'roll colour=red face=3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',63,1,'played',NULL,'roll colour=red face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',64,1,'played',NULL,'roll colour=yellow face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',65,1,'played',NULL,'roll colour=red face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',66,1,'played',NULL,'draft seat=1 colour=clear face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',67,1,'played',NULL,'draft seat=0 colour=red face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',68,1,'played',NULL,'draft seat=1 colour=red face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',69,1,'played',NULL,'draft seat=0 colour=red face=3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',70,1,'played',NULL,'draft seat=1 colour=yellow face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',71,1,'played',NULL,'sailor seat=0 colour=yellow face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',72,1,'played',NULL,'ready seat=0','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',73,1,'played',NULL,'ready seat=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',74,1,'played',NULL,'allocate seat=1 value=5 to=chest-3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',75,1,'played',NULL,'allocate seat=1 value=6 to=ports','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',76,1,'played',NULL,'allocate seat=1 value=2 to=chest-2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',77,1,'played',NULL,'allocate seat=0 value=3 to=small','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',78,1,'played',NULL,'allocate seat=0 value=2 to=large','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',79,1,'played',NULL,'allocate seat=0 value=1 to=crew','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',80,1,'played',NULL,'write seat=0 raised=yes','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',81,1,'played',NULL,'fire seat=0 guns=both target=1 chest=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',82,1,'played',NULL,'stow seat=0 chest=3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',83,1,'played',NULL,'roll colour=clear face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',84,1,'played',NULL,'roll colour=clear face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',85,1,'played',NULL,'roll colour=clear face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',86,1,'played',NULL,'roll colour=yellow face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',87,1,'played',NULL,'roll colour=yellow face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',88,1,'played',NULL,'roll colour=red face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',89,1,'played',NULL,'draft seat=0 colour=clear face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',90,1,'played',NULL,'draft seat=1 colour=clear face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',91,1,'played',NULL,'draft seat=0 colour=yellow face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',92,1,'played',NULL,'draft seat=1 colour=yellow face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',93,1,'played',NULL,'draft seat=0 colour=red face=4','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',94,1,'played',NULL,'draft seat=1 colour=clear face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',95,1,'played',NULL,'ready seat=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',96,1,'played',NULL,'ready seat=0','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',97,1,'played',NULL,'allocate seat=0 value=2 to=crew','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',98,1,'played',NULL,'allocate seat=0 value=5 to=raise','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',99,1,'played',NULL,'allocate seat=0 value=4 to=large','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',100,1,'played',NULL,'allocate all seat=1','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',101,1,'played',NULL,'roll colour=clear face=3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',102,1,'played',NULL,'roll colour=red face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',103,1,'played',NULL,'roll colour=red face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',104,1,'played',NULL,'roll colour=clear face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',105,1,'played',NULL,'roll colour=yellow face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',106,1,'played',NULL,'roll colour=yellow face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',107,1,'played',NULL,'draft seat=1 colour=yellow face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',108,1,'played',NULL,'draft seat=0 colour=red face=2','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',109,1,'played',NULL,'draft seat=1 colour=yellow face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',110,1,'played',NULL,'draft seat=0 colour=red face=6','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',111,1,'played',NULL,'draft seat=1 colour=clear face=3','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',112,1,'played',NULL,'draft seat=0 colour=clear face=5','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('g7rug-38djt',113,1,'played',NULL,'allocate seat=1 value=5 to=small','2026-11-28T18:30:22.643+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',0,0,'opened',NULL,'{"rules_version": 2, "slug": "war-of-waves", "names": ["Ann", "Bo"], "options": []}','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',1,1,'played',NULL,'dealt seat=0 build=0 war=1','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',2,1,'played',NULL,'dealt seat=1 build=1 war=0','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',3,1,'played',NULL,'face card=hephaestus','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',4,1,'played',NULL,'face card=war-3','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',5,1,'played',NULL,'face card=build-4','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',6,1,'played',NULL,'face card=build-2','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',7,1,'played',NULL,'build at=b2','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',8,1,'played',NULL,'fortify at=b1 kind=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',9,1,'played',NULL,'done','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',10,1,'played',NULL,'draw back=build','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',11,1,'played',NULL,'draw back=war leader=yes','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',12,1,'played',NULL,'draw back=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',13,1,'played',NULL,'build at=b2','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',14,1,'played',NULL,'fortify at=b1 kind=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',15,1,'played',NULL,'done','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',16,1,'played',NULL,'draw back=build','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',17,1,'played',NULL,'draw back=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',18,1,'played',NULL,'leader name=ares','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',19,1,'played',NULL,'draw back=build','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',20,1,'played',NULL,'move at=b1 cards=1 to=b2','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',21,1,'played',NULL,'build at=b3','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',22,1,'played',NULL,'fortify at=b1 kind=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',23,1,'played',NULL,'done','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',24,1,'played',NULL,'draw back=build','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',25,1,'played',NULL,'draw back=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',26,1,'played',NULL,'build at=b3','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',27,1,'played',NULL,'build at=b4','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',28,1,'played',NULL,'fortify at=b3 kind=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',29,1,'played',NULL,'done','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',30,1,'played',NULL,'draw back=build','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',31,1,'played',NULL,'draw back=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',32,1,'played',NULL,'leader name=ceto','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',33,1,'played',NULL,'draw back=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',34,1,'played',NULL,'fortify at=b4 kind=war','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',35,1,'played',NULL,'build at=g1','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',36,1,'played',NULL,'done','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('pgk9t-k4y25',37,1,'played',NULL,'draw back=build','2026-11-28T18:30:22.631+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',0,0,'opened',NULL,'{"rules_version": 1, "slug": "breakers", "names": ["Ann", "Bo", "Cy", "Di"], "options": [["mode", "teams"], ["tablets", "scholars-six,equal-or-lower,rebels-first,rotate-elders,first-returned"], ["council", "house"], ["token", "1"]]}','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',1,1,'played',NULL,'elder slot=0 card=scholar','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',2,1,'played',NULL,'elder slot=1 card=scholar','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',3,1,'played',NULL,'elder slot=2 card=scholar','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',4,1,'played',NULL,'elder slot=3 card=noble','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',5,1,'played',NULL,'rebel slot=1 count=2','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',6,1,'played',NULL,'rebel slot=2 count=3','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',7,1,'played',NULL,'rebel slot=3 count=2','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',8,1,'played',NULL,'follow slot=0','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',9,1,'played',NULL,'reveal slot=1 card=keeper','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',10,1,'played',NULL,'reveal slot=2 card=keeper','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',11,1,'played',NULL,'reveal slot=3 card=keeper','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',12,1,'played',NULL,'reveal slot=0 card=noble','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',13,1,'played',NULL,'rebel slot=2 count=3','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',14,1,'played',NULL,'rebel slot=3 count=2','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',15,1,'played',NULL,'follow slot=0','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',16,1,'played',NULL,'rebel slot=1 count=2','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',17,1,'played',NULL,'reveal slot=1 card=scholar','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',18,1,'played',NULL,'reveal slot=2 card=scholar','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',19,1,'played',NULL,'reveal slot=3 card=knight','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',20,1,'played',NULL,'reveal slot=0 card=seer','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',21,1,'played',NULL,'follow slot=3','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',22,1,'played',NULL,'follow slot=0','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',23,1,'played',NULL,'rebel slot=1 count=2','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',24,1,'played',NULL,'rebel slot=2 count=1','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',25,1,'played',NULL,'reveal slot=1 card=seer','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('r84b8-9a7v6',26,1,'played',NULL,'reveal slot=2 card=knight','2026-11-28T18:30:22.604+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',0,0,'opened',NULL,'{"rules_version": 2, "slug": "wave", "names": ["Ann", "Bo", "Cy"], "options": [["first", "1"]]}','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',1,1,'played',NULL,'start card=blue-2','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',2,1,'played',NULL,'play card=white-4 facing=self','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',3,1,'played',NULL,'play card=orange-1 facing=self','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',4,1,'played',NULL,'play card=yellow-3 facing=self','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',5,1,'played',NULL,'play card=orange-2 facing=team','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',6,1,'played',NULL,'play card=orange-3 facing=self','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',7,1,'played',NULL,'play card=red-2 facing=self','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',8,1,'played',NULL,'play card=turquoise-2 facing=team','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',9,1,'played',NULL,'play card=orange-4 facing=team','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',10,1,'played',NULL,'play card=blue-3 facing=team','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',11,1,'played',NULL,'play card=turquoise-4 facing=self','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',12,1,'played',NULL,'play card=yellow-5 facing=team','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',13,1,'played',NULL,'play card=turquoise-0 facing=self','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',14,1,'played',NULL,'play card=white-1 facing=team','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',15,1,'played',NULL,'play card=white-3 facing=team','2026-11-28T18:30:22.616+00:00','transcript','','');
INSERT INTO "entries" VALUES('y7hu2-ruymd',16,1,'played',NULL,'play card=yellow-0 facing=self','2026-11-28T18:30:22.616+00:00','transcript','','');
CREATE TABLE guests (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    device TEXT NOT NULL,
    part TEXT NOT NULL,
    since TEXT NOT NULL,
    seen TEXT NOT NULL,
    word TEXT NOT NULL, -- what it must still be told
    PRIMARY KEY (match, device)
) STRICT, WITHOUT ROWID;
INSERT INTO "guests" VALUES('pgk9t-k4y25','dDgY6pZxfqRNn2bMhaJLPA','seat','2026-11-28T18:30:22.664+00:00','2026-11-28T18:30:22.669+00:00','');
CREATE TABLE holds (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    device TEXT NOT NULL,
    own INTEGER NOT NULL, -- 1 for the device of the one person who sits there
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "holds" VALUES('pgk9t-k4y25',1,'dDgY6pZxfqRNn2bMhaJLPA',1);
CREATE TABLE kept (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "kept" VALUES('signing key','kfcD54rFDs1J0w3XfmSx2ljhPrDnJ51X3F1I7tiBlxE');
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE, -- the order in which they were opened
    key TEXT UNIQUE                 -- of the command that opened it, where it had one
) STRICT, WITHOUT ROWID;
INSERT INTO "matches" VALUES('9s98f-8br7h',1,NULL);
INSERT INTO "matches" VALUES('g7rug-38djt',5,NULL);
INSERT INTO "matches" VALUES('pgk9t-k4y25',4,NULL);
INSERT INTO "matches" VALUES('r84b8-9a7v6',2,NULL);
INSERT INTO "matches" VALUES('y7hu2-ruymd',3,NULL);
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
INSERT INTO "visits" VALUES('pgk9t-k4y25',1,1,'owned','2026-11-28T18:30:22.663+00:00','dDgY6pZxfqRNn2bMhaJLPA');
PRAGMA user_version = 5;
COMMIT;
