-- +goose Up
-- The secrets, the database of persons' keys and the merchant that belong to this database: every start compares them with its configuration.
-- value: of a secret, a known text sealed under it, in base64; of persons' keys, the id that their database holds as well, or empty while
-- they are in this one; otherwise the value of the setting. number: of a secret, its secretId; otherwise 0. The newest version counts. The
-- first is written by the first start, each later one for an operator, who gives the reason.
CREATE TABLE identities (
    kind          text NOT NULL CONSTRAINT identities_kind CHECK (kind IN ('database', 'secret', 'person_keys', 'merchant', 'environment')),
    number        smallint NOT NULL CONSTRAINT identities_number CHECK (number BETWEEN 0 AND 255),
    version       integer NOT NULL CONSTRAINT identities_version CHECK (version > 0),
    value         text NOT NULL,
    operator_name text NOT NULL CONSTRAINT identities_operator_name CHECK (char_length(operator_name) <= 100),
    reason        text NOT NULL CONSTRAINT identities_reason CHECK (char_length(reason) <= 500),
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (kind, number, version)
);
CREATE TRIGGER identities_append_only BEFORE UPDATE OR DELETE ON identities
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER identities_never_emptied BEFORE TRUNCATE ON identities
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
