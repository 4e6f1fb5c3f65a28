-- The newest version of the schema in PostgreSQL; `schema_version` says which one a database has.
-- A change here also adds to `_MIGRATIONS` in postgres_connection.py what brings older databases along.

CREATE TABLE schema_version (version integer NOT NULL);

CREATE TABLE matches (
    id text COLLATE "C" PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE, -- the order in which they were opened
    key text COLLATE "C" UNIQUE                        -- of the command that opened it, if any
);

CREATE TABLE entries (
    match text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq integer NOT NULL,
    act integer NOT NULL,
    kind text NOT NULL,
    target integer,
    body text NOT NULL,
    at text NOT NULL,
    source text NOT NULL,
    device text NOT NULL,
    key text NOT NULL,
    PRIMARY KEY (match, seq)
);

-- How a match is entered: by which code, and which device is its host.
CREATE TABLE doors (
    match text COLLATE "C" PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    code text COLLATE "C" NOT NULL UNIQUE,
    host text NOT NULL,  -- empty without one
    since text NOT NULL, -- when and how it became the host
    way text NOT NULL,
    locked boolean NOT NULL,
    guarded boolean NOT NULL,
    token text COLLATE "C" NOT NULL DEFAULT '' -- what stands in symbols and links instead of the code
);
CREATE UNIQUE INDEX doors_linked ON doors (token) WHERE token <> '';

-- Which devices are at a match, and as what.
CREATE TABLE guests (
    match text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    device text COLLATE "C" NOT NULL,
    part text NOT NULL,
    since text COLLATE "C" NOT NULL,
    seen text NOT NULL,
    word text NOT NULL, -- what it must still be told
    PRIMARY KEY (match, device)
);

-- Which device holds a seat: the seat's secrets are shown there and nowhere else.
CREATE TABLE holds (
    match text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat integer NOT NULL,
    device text NOT NULL,
    own boolean NOT NULL, -- the device of the one person who sits there
    PRIMARY KEY (match, seat)
);
-- A phone is the own one of one seat at most, whatever several processes do at once.
CREATE UNIQUE INDEX holds_own ON holds (match, device) WHERE own;

-- Who was at the hidden cards of a seat, so that its owner is told.
CREATE TABLE visits (
    match text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number bigint GENERATED ALWAYS AS IDENTITY,
    seat integer NOT NULL,
    way text NOT NULL,
    at text NOT NULL,
    device text NOT NULL,
    PRIMARY KEY (match, number)
);

-- The last row at the table of which a seat knows that it showed a hidden card.
CREATE TABLE told (
    match text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat integer NOT NULL,
    number integer NOT NULL,
    PRIMARY KEY (match, seat)
);

CREATE TABLE kept (
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
);

-- Slips that let somebody in once. They are worth nothing after a day, so a crash may take them.
CREATE UNLOGGED TABLE slips (
    slip text COLLATE "C" PRIMARY KEY,
    place text NOT NULL,
    laid timestamptz NOT NULL DEFAULT now()
);
