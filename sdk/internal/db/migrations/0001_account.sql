-- +goose Up
-- A person with access, or about to get it. Keys are UUIDv7, made in Go.
-- email_key is the compared form of the e-mail (trimmed, case-folded); NULL where the account doesn't
-- hold the e-mail (an invitee whose address already belongs to somebody else's account).
-- phone_key is E.164, or country code and digits where the number can't be parsed; name_key is the
-- compared form of first and last name.
CREATE TABLE families (
    id         uuid PRIMARY KEY,
    created_at timestamptz NOT NULL
);

CREATE TABLE accounts (
    id                   uuid PRIMARY KEY,
    kind                 text NOT NULL CHECK (kind IN ('parent', 'professional')),
    state                text NOT NULL CHECK (state IN ('invited', 'created', 'active', 'closed')),
    family_id            uuid REFERENCES families (id),
    family_role          text CHECK (family_role IN ('parent_a', 'parent_b')),
    first_name           text NOT NULL,
    last_name            text NOT NULL,
    name_key             text NOT NULL,
    email                text,
    email_key            text,
    phone_country_code   text,
    phone_number         text,
    phone_key            text,
    time_zone            text,
    address              jsonb,
    country              text CHECK (country ~ '^[A-Z]{2}$'),
    referral_selection   text,
    referral_other       text,
    security_question    text,
    security_answer_hash text,
    security_code_hash   text,
    locale               text NOT NULL DEFAULT 'en',
    agreed_to_terms_at   timestamptz,
    marketing_opt_in     boolean NOT NULL DEFAULT false,
    created_by           uuid REFERENCES accounts (id),
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    CHECK ((kind = 'parent') = (family_id IS NOT NULL)),
    CHECK ((kind = 'parent') = (family_role IS NOT NULL)),
    CHECK (state IN ('invited', 'closed') OR email_key IS NOT NULL)
);
-- One account an e-mail address, whatever its kind.
CREATE UNIQUE INDEX accounts_email_key ON accounts (email_key) WHERE email_key IS NOT NULL;
CREATE UNIQUE INDEX accounts_family_role ON accounts (family_id, family_role) WHERE family_id IS NOT NULL;
CREATE INDEX accounts_phone_name ON accounts (phone_key, name_key) WHERE phone_key IS NOT NULL;
CREATE INDEX accounts_created_by ON accounts (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE children (
    id         uuid PRIMARY KEY,
    family_id  uuid NOT NULL REFERENCES families (id),
    position   smallint NOT NULL CHECK (position >= 0),
    first_name text NOT NULL,
    last_name  text NOT NULL,
    email      text,
    email_key  text,
    created_at timestamptz NOT NULL,
    UNIQUE (family_id, position)
);
CREATE INDEX children_email_key ON children (email_key) WHERE email_key IS NOT NULL;

-- What happened to an account: who, when, what; never personal data.
CREATE TABLE account_events (
    id         uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts (id),
    kind       text NOT NULL CHECK (kind IN ('created', 'invited', 'credentials_set', 'credentials_renewed', 'logged_in', 'verified', 'closed')),
    actor      text NOT NULL CHECK (actor IN ('owner', 'registrant', 'professional', 'operator', 'system')),
    at         timestamptz NOT NULL
);
CREATE INDEX account_events_account ON account_events (account_id, at);

-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER account_events_append_only BEFORE UPDATE OR DELETE ON account_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- +goose Down
DROP TABLE account_events;
DROP FUNCTION refuse_change();
DROP TABLE children;
DROP TABLE accounts;
DROP TABLE families;
