BEGIN TRANSACTION;
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE budgets (
    "key" VARCHAR NOT NULL,
    epsilon VARCHAR NOT NULL,
    runs JSON NOT NULL,
    CONSTRAINT pk_budgets PRIMARY KEY ("key")
);
CREATE TABLE catalog_sources (
    name VARCHAR NOT NULL,
    version VARCHAR NOT NULL,
    imported VARCHAR(32) NOT NULL,
    movies INTEGER NOT NULL,
    ratings INTEGER NOT NULL,
    users INTEGER NOT NULL,
    mean_profile_size DOUBLE,
    series JSON NOT NULL,
    CONSTRAINT pk_catalog_sources PRIMARY KEY (name)
);
CREATE TABLE categories (
    id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    CONSTRAINT pk_categories PRIMARY KEY (id),
    CONSTRAINT uq_categories_name UNIQUE (name)
);
CREATE TABLE checksums (
    name VARCHAR NOT NULL,
    value INTEGER NOT NULL,
    CONSTRAINT pk_checksums PRIMARY KEY (name)
);
CREATE TABLE contacts (
    id INTEGER NOT NULL,
    time VARCHAR(32) NOT NULL,
    name VARCHAR NOT NULL,
    address VARCHAR,
    kind VARCHAR NOT NULL,
    asked BOOLEAN NOT NULL,
    outcome VARCHAR NOT NULL,
    error VARCHAR,
    CONSTRAINT pk_contacts PRIMARY KEY (id)
);
CREATE TABLE contributed_movies (
    wire_id VARCHAR NOT NULL,
    period VARCHAR NOT NULL,
    also_in JSON NOT NULL,
    CONSTRAINT pk_contributed_movies PRIMARY KEY (wire_id)
);
CREATE TABLE contribution_sends (
    id INTEGER NOT NULL,
    period VARCHAR NOT NULL,
    receiver VARCHAR NOT NULL,
    provider VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    time VARCHAR(32) NOT NULL,
    error VARCHAR,
    "left" BOOLEAN,
    wait_until VARCHAR(32),
    CONSTRAINT pk_contribution_sends PRIMARY KEY (id)
);
CREATE TABLE contributions (
    name VARCHAR NOT NULL,
    sampled VARCHAR(32) NOT NULL,
    document JSON NOT NULL,
    CONSTRAINT pk_contributions PRIMARY KEY (name)
);
CREATE TABLE corrected_pages (
    page VARCHAR NOT NULL,
    movie_id INTEGER NOT NULL,
    CONSTRAINT pk_corrected_pages PRIMARY KEY (page),
    CONSTRAINT fk_corrected_pages_movie_id FOREIGN KEY(movie_id) REFERENCES movies (id) ON DELETE CASCADE
);
CREATE TABLE history_profiles (
    id INTEGER NOT NULL,
    "key" VARCHAR NOT NULL,
    browser VARCHAR NOT NULL,
    family VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    packaging VARCHAR NOT NULL,
    "database" VARCHAR NOT NULL,
    consent BOOLEAN NOT NULL,
    watermark_visit INTEGER,
    watermark_fingerprint VARCHAR,
    catalog_version VARCHAR,
    last_scan VARCHAR(32),
    CONSTRAINT pk_history_profiles PRIMARY KEY (id),
    CONSTRAINT uq_history_profiles_key UNIQUE ("key")
);
CREATE TABLE imports (
    movie_id INTEGER NOT NULL,
    source VARCHAR NOT NULL,
    seen VARCHAR(10),
    rating DOUBLE,
    again BOOLEAN NOT NULL,
    CONSTRAINT pk_imports PRIMARY KEY (movie_id, source),
    CONSTRAINT fk_imports_movie_id FOREIGN KEY(movie_id) REFERENCES movies (id) ON DELETE CASCADE
);
CREATE TABLE library (
    movie_id INTEGER NOT NULL,
    status VARCHAR NOT NULL,
    answered BOOLEAN NOT NULL,
    by_hand BOOLEAN NOT NULL,
    in_library BOOLEAN NOT NULL,
    weight DOUBLE NOT NULL,
    release_period VARCHAR,
    also_in JSON NOT NULL,
    changed VARCHAR(32) NOT NULL,
    CONSTRAINT pk_library PRIMARY KEY (movie_id),
    CONSTRAINT fk_library_movie_id FOREIGN KEY(movie_id) REFERENCES movies (id) ON DELETE CASCADE
);
CREATE TABLE movie_categories (
    movie_id INTEGER NOT NULL,
    category_id INTEGER NOT NULL,
    CONSTRAINT pk_movie_categories PRIMARY KEY (movie_id, category_id),
    CONSTRAINT fk_movie_categories_category_id FOREIGN KEY(category_id) REFERENCES categories (id),
    CONSTRAINT fk_movie_categories_movie_id FOREIGN KEY(movie_id) REFERENCES movies (id) ON DELETE CASCADE
);
CREATE TABLE movies (
    id INTEGER NOT NULL,
    title VARCHAR NOT NULL,
    year INTEGER,
    imdb_id VARCHAR,
    wikidata_id VARCHAR,
    movielens_id INTEGER,
    starter_id VARCHAR,
    tmdb_id INTEGER,
    alternative_titles JSON NOT NULL,
    raters DOUBLE,
    fame DOUBLE,
    sources VARCHAR NOT NULL,
    site_ids JSON NOT NULL,
    figures JSON NOT NULL,
    named_by VARCHAR,
    CONSTRAINT pk_movies PRIMARY KEY (id),
    CONSTRAINT uq_movies_imdb_id UNIQUE (imdb_id),
    CONSTRAINT uq_movies_movielens_id UNIQUE (movielens_id),
    CONSTRAINT uq_movies_starter_id UNIQUE (starter_id),
    CONSTRAINT uq_movies_wikidata_id UNIQUE (wikidata_id)
);
CREATE TABLE privacy_choices (
    scope VARCHAR NOT NULL,
    level VARCHAR NOT NULL,
    CONSTRAINT pk_privacy_choices PRIMARY KEY (scope)
);
CREATE TABLE providers (
    name VARCHAR NOT NULL,
    address VARCHAR NOT NULL,
    certificate VARCHAR,
    trust VARCHAR NOT NULL,
    trust_before VARCHAR,
    trust_from VARCHAR,
    CONSTRAINT pk_providers PRIMARY KEY (name)
);
CREATE TABLE recommendations (
    id INTEGER NOT NULL,
    created VARCHAR(32) NOT NULL,
    document JSON NOT NULL,
    CONSTRAINT pk_recommendations PRIMARY KEY (id)
);
CREATE TABLE release_periods (
    name VARCHAR NOT NULL,
    sampled VARCHAR(32) NOT NULL,
    document JSON NOT NULL,
    CONSTRAINT pk_release_periods PRIMARY KEY (name)
);
CREATE TABLE release_sends (
    id INTEGER NOT NULL,
    release_id INTEGER NOT NULL,
    time VARCHAR(32) NOT NULL,
    error VARCHAR,
    "left" BOOLEAN,
    CONSTRAINT pk_release_sends PRIMARY KEY (id),
    CONSTRAINT fk_release_sends_release_id FOREIGN KEY(release_id) REFERENCES releases (id) ON DELETE CASCADE
);
CREATE TABLE releases (
    id INTEGER NOT NULL,
    created VARCHAR(32) NOT NULL,
    provider VARCHAR NOT NULL,
    receiver VARCHAR NOT NULL,
    level VARCHAR NOT NULL,
    mechanism VARCHAR NOT NULL,
    epsilon VARCHAR,
    joint VARCHAR,
    period VARCHAR,
    fingerprint VARCHAR NOT NULL,
    items JSON NOT NULL,
    open_items JSON NOT NULL,
    payload BLOB NOT NULL,
    sha256 VARCHAR NOT NULL,
    CONSTRAINT pk_releases PRIMARY KEY (id)
);
CREATE TABLE sightings (
    id INTEGER NOT NULL,
    movie_id INTEGER NOT NULL,
    profile_id INTEGER NOT NULL,
    first_seen VARCHAR(32) NOT NULL,
    last_seen VARCHAR(32) NOT NULL,
    count INTEGER NOT NULL,
    evidence VARCHAR NOT NULL,
    rule VARCHAR NOT NULL,
    decision VARCHAR NOT NULL,
    confidence DOUBLE NOT NULL,
    rule_evidence JSON NOT NULL,
    pages JSON NOT NULL,
    CONSTRAINT pk_sightings PRIMARY KEY (id),
    CONSTRAINT fk_sightings_movie_id FOREIGN KEY(movie_id) REFERENCES movies (id) ON DELETE CASCADE,
    CONSTRAINT fk_sightings_profile_id FOREIGN KEY(profile_id) REFERENCES history_profiles (id) ON DELETE CASCADE,
    CONSTRAINT uq_sightings_movie_id UNIQUE (movie_id, profile_id)
);
CREATE TABLE state (
    "key" VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    CONSTRAINT pk_state PRIMARY KEY ("key")
);
CREATE TABLE unplaced (
    movie_id INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    CONSTRAINT pk_unplaced PRIMARY KEY (movie_id),
    CONSTRAINT fk_unplaced_movie_id FOREIGN KEY(movie_id) REFERENCES movies (id) ON DELETE CASCADE
);
CREATE TABLE watchlist (
    movie_id INTEGER NOT NULL,
    added VARCHAR(32) NOT NULL,
    CONSTRAINT pk_watchlist PRIMARY KEY (movie_id),
    CONSTRAINT fk_watchlist_movie_id FOREIGN KEY(movie_id) REFERENCES movies (id) ON DELETE CASCADE
);
CREATE INDEX ix_movies_named_by ON movies (named_by);
CREATE INDEX ix_movies_sources ON movies (sources);
CREATE INDEX ix_movies_tmdb_id ON movies (tmdb_id);
CREATE INDEX ix_sightings_profile_id ON sightings (profile_id);
CREATE INDEX ix_library_status ON library (status);
CREATE INDEX ix_corrected_pages_movie_id ON corrected_pages (movie_id);
CREATE INDEX ix_releases_fingerprint ON releases (fingerprint);
CREATE INDEX ix_releases_provider ON releases (provider);
COMMIT;
