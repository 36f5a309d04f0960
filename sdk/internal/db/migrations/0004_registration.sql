-- +goose Up
-- An unfinished sign-up. What is looked up or locked on is in columns; what is only read back is
-- in JSON. An invited parent's registration has an invitation instead of a key.
CREATE TABLE registrations (
    id                            uuid PRIMARY KEY,
    key_hash                      bytea CHECK (octet_length(key_hash) = 32),
    invitation_id                 uuid REFERENCES invitations (id),
    state                         text NOT NULL CHECK (state IN ('open', 'paid', 'expired')),
    last_completed_step           smallint NOT NULL CHECK (last_completed_step BETWEEN 0 AND 3),
    -- a custom package is chosen but not built yet: /alacarte comes next
    custom_pending                boolean NOT NULL DEFAULT false,

    parent_first_name             text,
    parent_last_name              text,
    parent_email                  text,
    parent_email_key              text,
    parent_phone_country_code     text,
    parent_phone_number           text,
    parent_phone_key              text,
    parent_time_zone              text,
    parent_duplicate_confirmed    boolean NOT NULL DEFAULT false,

    co_parent                     jsonb,
    knows_co_parent_email         boolean NOT NULL DEFAULT true,
    co_parent_duplicate_confirmed boolean NOT NULL DEFAULT false,
    children                      jsonb NOT NULL DEFAULT '[]',

    package_id                    integer,
    product_id                    text,
    services                      text[] NOT NULL DEFAULT '{}',
    pay_for_coparent              boolean NOT NULL DEFAULT false,

    address                       jsonb,
    confirmed_country             text CHECK (confirmed_country ~ '^[A-Z]{2}$'),
    pricing_group                 text NOT NULL,
    referral                      jsonb,
    security_question             text,
    security_answer_hash          text,
    security_code_hash            text,

    referrer_key                  text,
    selection_code                text,
    anonymous_id                  text,
    analytics_identify            boolean NOT NULL DEFAULT false,
    locale                        text NOT NULL DEFAULT 'en',

    -- set while a payment's outcome is open: nothing may change what is being paid for
    paying_since                  timestamptz,
    paid_at                       timestamptz,
    account_id                    uuid REFERENCES accounts (id),

    created_at                    timestamptz NOT NULL,
    updated_at                    timestamptz NOT NULL,
    expires_at                    timestamptz NOT NULL,
    purged_at                     timestamptz,

    CHECK ((key_hash IS NULL) = (invitation_id IS NOT NULL)),
    CHECK ((state = 'paid') = (paid_at IS NOT NULL AND account_id IS NOT NULL)),
    CHECK (state = 'open' OR paying_since IS NULL),
    CHECK (NOT custom_pending OR package_id IS NOT NULL),
    CHECK (purged_at IS NULL OR (parent_first_name IS NULL AND parent_last_name IS NULL AND parent_email IS NULL
        AND parent_email_key IS NULL AND parent_phone_number IS NULL AND parent_phone_key IS NULL AND co_parent IS NULL
        AND children = '[]' AND address IS NULL AND referral IS NULL AND security_question IS NULL
        AND security_answer_hash IS NULL AND security_code_hash IS NULL AND anonymous_id IS NULL))
);
CREATE UNIQUE INDEX registrations_invitation ON registrations (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX registrations_account ON registrations (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX registrations_parent_email_key ON registrations (parent_email_key) WHERE parent_email_key IS NOT NULL;
CREATE INDEX registrations_parent_phone_key ON registrations (parent_phone_key) WHERE parent_phone_key IS NOT NULL;
-- The expiry and purge jobs walk these and nothing else.
CREATE INDEX registrations_open_expiry ON registrations (expires_at) WHERE state = 'open';
CREATE INDEX registrations_unpurged ON registrations (expires_at) WHERE purged_at IS NULL AND state = 'expired';
CREATE INDEX registrations_unpurged_paid ON registrations (paid_at) WHERE purged_at IS NULL AND state = 'paid';

-- Every accepted change: who, when, which sections; never personal data.
CREATE TABLE registration_events (
    id              uuid PRIMARY KEY,
    registration_id uuid NOT NULL REFERENCES registrations (id),
    kind            text NOT NULL CHECK (kind IN ('created', 'updated', 'country_confirmed', 'duplicate_confirmed', 'paid', 'expired', 'purged')),
    actor           text NOT NULL CHECK (actor IN ('registrant', 'invitee', 'operator', 'system')),
    sections        text[] NOT NULL DEFAULT '{}',
    step            smallint NOT NULL CHECK (step BETWEEN 0 AND 3),
    at              timestamptz NOT NULL
);
CREATE INDEX registration_events_registration ON registration_events (registration_id, at);
CREATE TRIGGER registration_events_append_only BEFORE UPDATE OR DELETE ON registration_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- +goose Down
DROP TABLE registration_events;
DROP TABLE registrations;
