-- The facts store (SPEC 12.1): the tables of seed 002 with all their columns, and what we need beside them.
--
-- A `files` row is a path in the tree that was last indexed in one worktree; what hangs on it (symbols, imports,
-- occurrences, edges) is replaced with its content. What parsing a blob yielded is kept once in `contents`, whatever
-- paths, branches and worktrees have it, so that nothing unchanged is parsed again.
--
-- Hashes and object ids are hexadecimal text; times are seconds since 1970.

-- Which tree the facts of a worktree are of. One row for each worktree.
CREATE TABLE repo_state (
    id INTEGER PRIMARY KEY,
    -- The name of the linked worktree; empty for the main one.
    worktree TEXT NOT NULL UNIQUE,
    -- The commit and the tree whose facts these are.
    last_seen_head TEXT,
    tree TEXT,
    -- What read the files; facts of another engine are written anew.
    engine TEXT,
    -- The seed's: of git's own index. Nobody needs it here, since trees are compared.
    last_seen_index_mtime REAL,
    checked_at REAL
);

-- What parsing a blob yielded. A cache: any row may be removed at any time.
CREATE TABLE contents (
    id INTEGER PRIMARY KEY,
    blob TEXT NOT NULL,
    language TEXT NOT NULL,
    -- Which parser and rules read it; other ones may read it differently.
    engine TEXT NOT NULL,
    -- The outline and the mentions, encoded, with a checksum before them.
    outline BLOB NOT NULL,
    mentions BLOB NOT NULL,
    used_at REAL NOT NULL,
    UNIQUE (blob, language, engine)
);

CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    repo_state_id INTEGER NOT NULL REFERENCES repo_state(id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    -- NULL where codesub does not know it: such a file can only be searched.
    language TEXT,
    -- The id of its blob.
    content_hash TEXT NOT NULL,
    -- Changes when anything does that others can use of the file.
    syntactic_interface_hash TEXT,
    indexed_at REAL,
    -- Why it was not examined, if it was not.
    skipped TEXT,
    UNIQUE (repo_state_id, path)
);
CREATE INDEX files_by_content ON files (content_hash);

-- A semantic context: what one indexer said, in one configuration.
CREATE TABLE contexts (
    id INTEGER PRIMARY KEY,
    name TEXT,
    language TEXT,
    -- The folder below the repository's root that it covers; empty for all of it.
    root TEXT NOT NULL DEFAULT '',
    config_hash TEXT,
    tool_version TEXT,
    enabled BOOLEAN DEFAULT TRUE,
    refreshed_at REAL
);
CREATE UNIQUE INDEX contexts_by_identity ON contexts (language, root, config_hash, tool_version);

CREATE TABLE file_semantic_facts (
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
    context_id INTEGER NOT NULL REFERENCES contexts(id) ON DELETE CASCADE,
    semantic_interface_hash TEXT,
    content_hash_at_index TEXT,
    -- JSON: the sorted list of flags; NULL or [] where nothing is ambiguous.
    ambiguity_flags TEXT,
    refreshed_at REAL,
    PRIMARY KEY (file_id, context_id)
) WITHOUT ROWID;

CREATE TABLE refresh_jobs (
    id INTEGER PRIMARY KEY,
    context_id INTEGER REFERENCES contexts(id) ON DELETE CASCADE,
    -- queued, running, completed, superseded, failed
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'superseded', 'failed')),
    -- JSON: a RefreshScope; NULL is everything.
    scope TEXT,
    trigger_reason TEXT,
    head_at_enqueue TEXT NOT NULL,
    created_at REAL,
    started_at REAL,
    finished_at REAL,
    superseded_reason TEXT,
    error TEXT,
    -- Whose process runs it; the lock file of that name is held while it lives.
    worker TEXT,
    -- Where the files are that it looks at, as in `repo_state`: each worktree has a HEAD of its own.
    worktree TEXT NOT NULL DEFAULT ''
);
CREATE INDEX jobs_by_status ON refresh_jobs (status, context_id);
-- SPEC 12.4: one job that runs and one that waits, whatever the code does.
CREATE UNIQUE INDEX jobs_one_waits ON refresh_jobs (context_id, worktree) WHERE status = 'queued';
CREATE UNIQUE INDEX jobs_one_runs ON refresh_jobs (context_id, worktree) WHERE status = 'running';

-- Names are kept once.
CREATE TABLE names (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);

CREATE TABLE symbols (
    id INTEGER PRIMARY KEY,
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
    -- NULL in the syntactic layer.
    context_id INTEGER REFERENCES contexts(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    qualified_name TEXT,
    kind TEXT NOT NULL,
    line INTEGER NOT NULL,
    -- Bytes from the start of the line.
    "column" INTEGER,
    signature TEXT,
    layer TEXT NOT NULL CHECK (layer IN ('syntactic', 'semantic')),
    end_line INTEGER,
    role TEXT,
    -- The place in the outline, and that of the container; NULL in the semantic layer.
    position INTEGER,
    parent INTEGER,
    interface_hash TEXT,
    body_hash TEXT,
    -- How many tokens the body has.
    body_weight INTEGER,
    is_private BOOLEAN,
    -- `scip:…` in the semantic layer, NULL where only the heuristic id is known (SPEC §10).
    symbol_id TEXT,
    symbol_key TEXT,
    entity_key TEXT,
    scoped_id TEXT
);
CREATE INDEX symbols_by_file ON symbols (file_id, layer, position);
CREATE INDEX symbols_by_name ON symbols (name);
CREATE INDEX symbols_by_body ON symbols (body_hash) WHERE body_hash IS NOT NULL;
CREATE INDEX symbols_by_symbol_id ON symbols (symbol_id) WHERE symbol_id IS NOT NULL;

-- The interface of a symbol as its context last saw it. In the syntactic layer it stands in `symbols` itself.
CREATE TABLE symbol_interface_hashes (
    symbol_id INTEGER NOT NULL REFERENCES symbols(id) ON DELETE CASCADE,
    context_id INTEGER NOT NULL REFERENCES contexts(id) ON DELETE CASCADE,
    interface_hash TEXT NOT NULL,
    PRIMARY KEY (symbol_id, context_id)
) WITHOUT ROWID;

-- What others can use of a file: constructs that are not private.
CREATE TABLE exports (
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    symbol_id INTEGER NOT NULL REFERENCES symbols(id) ON DELETE CASCADE,
    PRIMARY KEY (file_id, name, symbol_id)
) WITHOUT ROWID;

CREATE INDEX exports_by_symbol ON exports (symbol_id);

CREATE TABLE imports (
    id INTEGER PRIMARY KEY,
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
    module TEXT NOT NULL,
    level INTEGER NOT NULL,
    name TEXT,
    alias TEXT,
    line INTEGER NOT NULL
);
CREATE INDEX imports_by_file ON imports (file_id);
CREATE INDEX imports_by_name ON imports (name) WHERE alias IS NOT NULL;

-- What the paths end with that an import of a file may mean, whether or not they are there: when such a path appears or
-- vanishes, the edges of the file are looked at again. Those of folders end with `/`.
CREATE TABLE import_stems (
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
    stem TEXT NOT NULL,
    PRIMARY KEY (file_id, stem)
) WITHOUT ROWID;
CREATE INDEX import_stems_by_stem ON import_stems (stem);

CREATE TABLE occurrences (
    id INTEGER PRIMARY KEY,
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
    -- What is meant, where that is known; NULL in the syntactic layer but for definitions. The fact outlives the
    -- definition: code that still uses what is gone is worth knowing.
    symbol_id INTEGER REFERENCES symbols(id) ON DELETE SET NULL,
    context_id INTEGER REFERENCES contexts(id) ON DELETE CASCADE,
    -- Lines from 1, columns in bytes from 0, the end exclusive.
    start_line INTEGER,
    start_col INTEGER,
    end_line INTEGER,
    end_col INTEGER,
    -- definition, import, call, base, type, write, reference
    role TEXT,
    layer TEXT NOT NULL CHECK (layer IN ('syntactic', 'semantic')),
    -- The text of the line before and after it, for verification; semantic layer.
    anchor_before TEXT,
    anchor_after TEXT,
    -- The simple name, and what stands before it.
    name_id INTEGER REFERENCES names(id),
    qualifier TEXT,
    -- The construct around it, by its position in the outline.
    within INTEGER,
    -- `scip:…` of what is meant, which may be defined outside of the repository; semantic layer.
    scip_id TEXT
);
CREATE INDEX occurrences_by_file ON occurrences (file_id, layer);
CREATE INDEX occurrences_by_name ON occurrences (name_id) WHERE layer = 'syntactic';
CREATE INDEX occurrences_by_symbol ON occurrences (symbol_id) WHERE symbol_id IS NOT NULL;
CREATE INDEX occurrences_by_scip ON occurrences (scip_id) WHERE scip_id IS NOT NULL;

CREATE TABLE edges (
    id INTEGER PRIMARY KEY,
    source_file INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
    -- NULL only in the semantic layer, while the target is gone: see the triggers below.
    target_file INTEGER REFERENCES files(id) ON DELETE CASCADE,
    -- import: of that file; package: of its folder, with a mention of what the file defines; neighbour: such a mention
    -- within one package; reference in the semantic layer
    dependency_type TEXT NOT NULL,
    context_id INTEGER REFERENCES contexts(id) ON DELETE CASCADE,
    layer TEXT NOT NULL CHECK (layer IN ('syntactic', 'semantic')),
    -- The target's syntactic interface hash when the edge was recorded; semantic layer.
    interface_hash_at_index TEXT,
    -- Where the target was, while it is gone.
    gone_path TEXT
);
CREATE INDEX edges_by_source ON edges (source_file, layer);
CREATE INDEX edges_by_target ON edges (target_file, layer);
CREATE INDEX edges_by_gone_path ON edges (gone_path) WHERE gone_path IS NOT NULL;

-- What an indexer saw a file depend on is not forgotten when that is gone: the file is stale then (SPEC 12.3). When it
-- comes back, as on the way through another branch, so does the edge.
CREATE TRIGGER edges_to_a_file_that_goes BEFORE DELETE ON files BEGIN
    UPDATE edges SET gone_path = OLD.path, target_file = NULL WHERE target_file = OLD.id AND layer = 'semantic';
END;
CREATE TRIGGER edges_to_a_file_that_comes AFTER INSERT ON files BEGIN
    UPDATE edges SET gone_path = NULL, target_file = NEW.id
    WHERE gone_path = NEW.path AND (SELECT repo_state_id FROM files WHERE id = source_file) = NEW.repo_state_id;
END;

CREATE TABLE decision_cache (
    id INTEGER PRIMARY KEY,
    ambiguity_signature TEXT NOT NULL,
    repo_head TEXT NOT NULL,
    -- JSON: {path: hash}
    file_hashes TEXT NOT NULL,
    -- JSON: the selected candidates
    decision TEXT NOT NULL,
    proof_payload TEXT NOT NULL,
    created_at REAL,
    UNIQUE (ambiguity_signature, repo_head)
);

-- Finished builds and refreshes, for `build:ID` and `latest` (SPEC 11.1).
CREATE TABLE builds (
    id INTEGER PRIMARY KEY,
    repo_state_id INTEGER NOT NULL REFERENCES repo_state(id) ON DELETE CASCADE,
    commit_id TEXT,
    tree TEXT NOT NULL,
    built_at REAL NOT NULL,
    files INTEGER NOT NULL,
    parsed INTEGER NOT NULL
);

-- Single values: `lexical` is the payload of the lexical index's commit that belongs to these facts.
CREATE TABLE watermarks (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
