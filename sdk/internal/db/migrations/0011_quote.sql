-- +goose Up
-- A price that was shown: its input, every step, and the evidence of where it is supplied. It never
-- changes, and goes once it is long expired. Codes stand as ids, never in clear.
CREATE TABLE quotes (
    tax_id          uuid PRIMARY KEY,
    registration_id uuid NOT NULL REFERENCES registrations (id),
    catalog_version integer NOT NULL REFERENCES catalog_versions (version),
    tax_version     text NOT NULL,
    input           jsonb NOT NULL,
    steps           jsonb NOT NULL,
    evidence        jsonb NOT NULL,
    code_ids        uuid[] NOT NULL DEFAULT '{}',
    currency        text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    tax_minor       bigint NOT NULL CHECK (tax_minor >= 0),
    total_minor     bigint NOT NULL CHECK (total_minor >= 0),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    CHECK (expires_at > created_at)
);
CREATE INDEX quotes_registration ON quotes (registration_id);
CREATE INDEX quotes_catalog_version ON quotes (catalog_version);
CREATE INDEX quotes_expires_at ON quotes (expires_at);
CREATE TRIGGER quotes_immutable BEFORE UPDATE ON quotes FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- +goose Down
DROP TABLE quotes;
