-- +goose Up
-- Every catalogue that was ever applied, as it was written. The highest version is the one in force;
-- quotes and orders name the version that they were priced with, so none is changed or deleted.
CREATE TABLE catalog_versions (
    version    integer PRIMARY KEY CHECK (version > 0),
    body       text NOT NULL,
    sha256     bytea NOT NULL CHECK (octet_length(sha256) = 32),
    note       text NOT NULL DEFAULT '',
    applied_at timestamptz NOT NULL
);
CREATE TRIGGER catalog_versions_append_only BEFORE UPDATE OR DELETE ON catalog_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- +goose Down
DROP TABLE catalog_versions;
