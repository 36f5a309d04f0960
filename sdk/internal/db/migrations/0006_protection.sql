-- +goose Up
-- How often something happened in the window that its first event opened. subject is a keyed hash: no
-- address and no username stands here. UNLOGGED: a crash forgets the counts, and nothing else.
CREATE UNLOGGED TABLE rate_limits (
    scope   text NOT NULL,
    subject bytea NOT NULL,
    count   integer NOT NULL,
    ends_at timestamptz NOT NULL,
    PRIMARY KEY (scope, subject)
);
CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at);

-- Calls that were sent with an idempotency key, for 24 hours. The key and the request are keyed hashes;
-- the answer is encrypted under a key that also needs the raw idempotency key.
CREATE TABLE idempotency_records (
    scope        text NOT NULL,
    key_hash     bytea NOT NULL CHECK (octet_length(key_hash) = 32),
    request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
    fence        bigint NOT NULL DEFAULT 1,
    lease_until  timestamptz,
    outcome      text CHECK (outcome IN ('answer', 'invalid')),
    answer       bytea,
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    PRIMARY KEY (scope, key_hash),
    CHECK ((outcome IS NULL) = (answer IS NULL)),
    CHECK ((outcome IS NULL) = (lease_until IS NOT NULL))
);
CREATE INDEX idempotency_records_expiry ON idempotency_records (expires_at);

-- +goose Down
DROP TABLE idempotency_records;
DROP TABLE rate_limits;
