-- +goose Up
-- Files of the pages whose names change with their content, of this release and the ones before it: a browser
-- that has loaded one release's page finds its files on a server of another release. No personal data.
CREATE TABLE page_files (
    name         text PRIMARY KEY CHECK (name ~ '^assets/[A-Za-z0-9_.-]{1,120}$'),
    content      bytea NOT NULL CHECK (octet_length(content) <= 4194304),
    published_at timestamptz NOT NULL
);
CREATE INDEX page_files_published ON page_files (published_at);

-- +goose Down
DROP TABLE page_files;
