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
]
