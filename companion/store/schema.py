"""The database's shape, as the list of migrations that make it.

MIGRATIONS[n] leads from format n to format n + 1; `user_version` holds the format. A published migration is
never edited: a change is a new one at the end.
"""

APPLICATION_ID = 0x54535452  # "TSTR"

MIGRATIONS = [
    """
    CREATE TABLE shootout (
        id          INTEGER PRIMARY KEY AUTOINCREMENT,      -- a number is never used twice
        started_at  TEXT NOT NULL,                          -- ISO 8601, UTC
        finished_at TEXT
    ) STRICT;

    CREATE TABLE evidence (                                 -- the trace, line by line; line 1 is its header
        shootout    INTEGER NOT NULL REFERENCES shootout (id),
        n           INTEGER NOT NULL,
        line        TEXT NOT NULL,
        PRIMARY KEY (shootout, n)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE call (                                     -- what the screen said, and when
        id          INTEGER PRIMARY KEY,
        shootout    INTEGER NOT NULL REFERENCES shootout (id),
        shown_at    TEXT NOT NULL,                          -- ISO 8601, UTC
        call        TEXT NOT NULL
    ) STRICT;
    CREATE INDEX call_of_shootout ON call (shootout, id);

    -- Evidence and calls are only ever added. The first trigger stops INSERT OR REPLACE too.
    CREATE TRIGGER evidence_in_order BEFORE INSERT ON evidence
        WHEN NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM evidence WHERE shootout = NEW.shootout)
        BEGIN SELECT raise(ABORT, 'evidence is numbered without gaps'); END;
    CREATE TRIGGER evidence_stays BEFORE UPDATE ON evidence
        BEGIN SELECT raise(ABORT, 'evidence is never changed'); END;
    CREATE TRIGGER evidence_is_kept BEFORE DELETE ON evidence
        BEGIN SELECT raise(ABORT, 'evidence is never deleted'); END;
    CREATE TRIGGER call_stays BEFORE UPDATE ON call
        BEGIN SELECT raise(ABORT, 'a call that was shown is never changed'); END;
    CREATE TRIGGER call_is_kept BEFORE DELETE ON call
        BEGIN SELECT raise(ABORT, 'a call that was shown is never deleted'); END;
    """,
    """
    CREATE TABLE match (
        id          INTEGER PRIMARY KEY AUTOINCREMENT,      -- a number is never used twice
        rulebook    TEXT NOT NULL,
        setup       TEXT NOT NULL,                          -- JSON: rulebook, version, players, options, box
        seats       TEXT NOT NULL,                          -- JSON: name, brand, side and pad of each
        started_at  TEXT NOT NULL,                          -- ISO 8601, UTC
        changed_at  TEXT NOT NULL,
        taken       INTEGER NOT NULL,                       -- entries that count; the others are for redo
        result      TEXT                                    -- JSON, as shown; NULL: it is not over
    ) STRICT;

    CREATE TABLE entry (                                    -- n counts from 0, without gaps; so below
        match       INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
        n           INTEGER NOT NULL,
        text        TEXT NOT NULL,
        PRIMARY KEY (match, n)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE chance (                                   -- chance that was decided is not decided anew
        match       INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
        n           INTEGER NOT NULL,
        text        TEXT NOT NULL,
        PRIMARY KEY (match, n)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE line (                                     -- the log as everybody saw it
        match       INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
        n           INTEGER NOT NULL,
        text        TEXT NOT NULL,
        PRIMARY KEY (match, n)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE person (                                   -- who sat at this table, and when last
        name        TEXT PRIMARY KEY,
        brand       INTEGER NOT NULL,
        seen_at     TEXT NOT NULL                           -- ISO 8601, UTC
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE box (                                      -- what is printed on this group's copy
        rulebook    TEXT NOT NULL,
        fact        TEXT NOT NULL,
        value       INTEGER NOT NULL,
        PRIMARY KEY (rulebook, fact)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    ALTER TABLE shootout ADD COLUMN                         -- whose it is; evidence outlives its match
        match INTEGER REFERENCES match (id) ON DELETE SET NULL;
    CREATE INDEX shootout_of_match ON shootout (match, id);

    ALTER TABLE match ADD COLUMN                            -- who decides its shootouts: pad, table, judge
        shootouts TEXT NOT NULL DEFAULT 'judge';
    """,
]
