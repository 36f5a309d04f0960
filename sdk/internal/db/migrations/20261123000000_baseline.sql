-- +goose Up
-- The whole schema, as the first release makes it. Later migrations are numbered by the time at which they were written, and only
-- extend it: see docs/how-to/upgrade.md.
--
-- Rows of tokens, rate_limits, idempotency_records and quotes live for a day or little more. Autovacuum's defaults look at a table when
-- a fifth of it has changed: after a quiet night the statistics would say that they are empty until long after the morning's first calls.
-- Counted from a fixed number of rows, they are analysed within a minute of work. Counts, claimed keys and tokens are updated
-- where they are, so their pages keep room for the next version of a row.

-- Keys are UUIDv7, made in Go.
CREATE TABLE families (
    id         uuid PRIMARY KEY,
    created_at timestamptz NOT NULL
);

-- The key under which what is stored about one person is sealed, itself encrypted under the server's secret. Deleting the row is the
-- erasure of that person. A backup that holds the row can be opened with it until that backup is deleted.
CREATE TABLE person_keys (
    person_id  uuid PRIMARY KEY,
    wrapped    bytea NOT NULL,
    created_at timestamptz NOT NULL
);

-- A human being. What is known of them is sealed under their own key (person_keys): name, e-mail, phone, address, how they heard of us,
-- the security question, what a professional says of a practice. They are found by keyed hashes of the compared form of their e-mail, and
-- of phone number and name together; hash_key says under which server secret both were made.
-- named_by gave us the data of somebody else: a guest of their family, or who they gave a code to. That goes when keep_until has come.
-- One e-mail address may be in several rows: export and erasure work on all of them.
CREATE TABLE persons (
    id              uuid PRIMARY KEY,
    sealed          bytea, -- NULL once erased
    email_hash      bytea CHECK (octet_length(email_hash) = 32),
    phone_name_hash bytea CHECK (octet_length(phone_name_hash) = 32),
    hash_key        smallint NOT NULL,
    country         text CHECK (country ~ '^[A-Z]{2}$'),
    named_by        uuid REFERENCES persons (id),
    keep_until      timestamptz, -- NULL: as long as the account
    erased_at       timestamptz,
    created_at      timestamptz NOT NULL,
    CHECK (erased_at IS NULL OR num_nonnulls(sealed, email_hash, phone_name_hash, country, keep_until) = 0),
    CHECK (erased_at IS NOT NULL OR sealed IS NOT NULL)
);
CREATE INDEX persons_email ON persons (email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX persons_phone_name ON persons (phone_name_hash) WHERE phone_name_hash IS NOT NULL;
CREATE INDEX persons_named_by ON persons (named_by) WHERE named_by IS NOT NULL;
CREATE INDEX persons_keep_until ON persons (keep_until) WHERE keep_until IS NOT NULL;

-- Access of one person, who signed up, joined a family or is a professional. Nobody has an account before. login_email_hash is that of
-- their person. created_by is who invited them.
CREATE TABLE accounts (
    id                 uuid PRIMARY KEY,
    person_id          uuid NOT NULL UNIQUE REFERENCES persons (id),
    kind               text NOT NULL CHECK (kind IN ('parent', 'professional')),
    state              text NOT NULL CHECK (state IN ('created', 'active', 'closed')),
    login_email_hash   bytea CHECK (octet_length(login_email_hash) = 32),
    locale             text NOT NULL DEFAULT 'en',
    agreed_to_terms_at timestamptz,
    marketing_opt_in   boolean NOT NULL DEFAULT false,
    created_by         uuid REFERENCES accounts (id),
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    CHECK (state = 'closed' OR login_email_hash IS NOT NULL)
);
-- One account an e-mail address, whatever its kind.
CREATE UNIQUE INDEX accounts_login_email ON accounts (login_email_hash) WHERE login_email_hash IS NOT NULL;
CREATE INDEX accounts_created_by ON accounts (created_by) WHERE created_by IS NOT NULL;

-- The two places in a family: parent_a is who began it, parent_b the other parent. A family has both rows from its first moment; a place
-- waits for somebody until an account takes it. A closed account keeps it.
CREATE TABLE seats (
    family_id  uuid NOT NULL REFERENCES families (id),
    role       text NOT NULL CHECK (role IN ('parent_a', 'parent_b')),
    account_id uuid UNIQUE REFERENCES accounts (id),
    PRIMARY KEY (family_id, role)
);

-- Names and e-mail addresses of a family's children, sealed under the family's key: person_keys has it by the family's id.
CREATE TABLE children (
    id         uuid PRIMARY KEY,
    family_id  uuid NOT NULL REFERENCES families (id),
    position   smallint NOT NULL CHECK (position >= 0),
    sealed     bytea, -- NULL once erased
    created_at timestamptz NOT NULL,
    UNIQUE (family_id, position)
);

-- What happened to an account: who, when, what; never personal data. account_id is a user id: it begins as that of an invitation, and only
-- who joins has an account by it. As in every table of events, ids are in the order of time: the one index
-- reads what happened to one account in order. A BRIN index, a few bytes for each megabyte, finds what the purge is to delete.
CREATE TABLE account_events (
    id         uuid NOT NULL,
    account_id uuid NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('created', 'invited', 'credentials_set', 'credentials_renewed', 'logged_in', 'verified', 'closed',
        'joined', 'password_asked', 'password_set', 'invitation_renewed', 'invitation_revoked', 'suspended', 'restored')),
    actor      text NOT NULL CHECK (actor IN ('owner', 'registrant', 'professional', 'operator', 'system')),
    at         timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);
CREATE INDEX account_events_at ON account_events USING brin (at) WITH (autosummarize = on);

-- Keeps rows as they are. With an interval as its argument, rows older than that by the database's clock may be deleted: the purge ends what
-- happened long ago, and nothing else can. A test compares the intervals with the table of retention in sdk/operate.
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND TG_NARGS = 1 THEN
        IF OLD.at < now() - TG_ARGV[0]::interval THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER account_events_append_only BEFORE UPDATE OR DELETE ON account_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change('3 years');

-- Where a professional's account stands. What they say of themselves is in their person. Codes and invitations belong to one.
CREATE TABLE professionals (
    id                uuid PRIMARY KEY,
    account_id        uuid NOT NULL UNIQUE REFERENCES accounts (id),
    state             text NOT NULL CHECK (state IN ('pending_verification', 'verified', 'suspended')),
    verified_at       timestamptz,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL,
    CHECK ((state = 'pending_verification') = (verified_at IS NULL) OR state = 'suspended')
);
CREATE INDEX professionals_unverified ON professionals (created_at) WHERE state = 'pending_verification';

-- An invitation to a seat of a family. It names a person, never an account: whom the inviter described, and once it is accepted the one who
-- joined. user_id is the id that their account gets as they join; their link has it. A seat that is offered again gets another invitation with
-- another person and another user id; the one before keeps its own. What an invited parent agrees to before they join is kept here, and goes
-- to their account. Its token is in tokens, hashed; a new one replaces the old. by_mail: there is an address to send the link to. email_taken: the address already belongs to an account, so its
-- owner is told instead of invited, and nobody else learns of it.
CREATE TABLE invitations (
    id                 uuid PRIMARY KEY,
    family_id          uuid NOT NULL,
    role               text NOT NULL CHECK (role IN ('parent_a', 'parent_b')),
    user_id            uuid NOT NULL UNIQUE,
    person_id          uuid NOT NULL REFERENCES persons (id),
    inviter_account_id uuid REFERENCES accounts (id),
    professional_id    uuid REFERENCES professionals (id),
    state              text NOT NULL CHECK (state IN ('open', 'accepted', 'revoked')),
    by_mail            boolean NOT NULL,
    email_taken        boolean NOT NULL DEFAULT false,
    locale             text NOT NULL DEFAULT 'en',
    seat_paid          boolean NOT NULL DEFAULT false,
    package_id         integer,
    agreed_to_terms_at timestamptz,
    marketing_opt_in   boolean NOT NULL DEFAULT false,
    created_at         timestamptz NOT NULL,
    expires_at         timestamptz NOT NULL,
    accepted_at        timestamptz,
    updated_at         timestamptz NOT NULL,
    reminded_at        timestamptz, -- once is enough
    FOREIGN KEY (family_id, role) REFERENCES seats,
    CHECK (inviter_account_id IS NOT NULL OR professional_id IS NOT NULL),
    CHECK (by_mail OR NOT email_taken),
    CHECK ((state = 'accepted') = (accepted_at IS NOT NULL))
);
CREATE UNIQUE INDEX invitations_open_seat ON invitations (family_id, role) WHERE state = 'open';
CREATE INDEX invitations_seat ON invitations (family_id, role);
CREATE INDEX invitations_inviter ON invitations (inviter_account_id) WHERE inviter_account_id IS NOT NULL;
CREATE INDEX invitations_professional ON invitations (professional_id) WHERE professional_id IS NOT NULL;
CREATE INDEX invitations_person ON invitations (person_id);
CREATE INDEX invitations_reminder ON invitations (created_at) WHERE state = 'open' AND reminded_at IS NULL AND by_mail AND NOT email_taken;
CREATE INDEX invitations_open ON invitations (expires_at) WHERE state = 'open';

-- A sign-up. What is entered about people is one document (draft), sealed under the key of person_id, which is the person whose
-- account it becomes; it is found by the keyed hashes of its e-mail addresses. What was chosen isn't about a person and stays.
-- An invited parent's registration has an invitation instead of a key.
-- Ids are UUIDv7s of created_at: a range of ids is a range of time, so created_at needs no index.
CREATE TABLE registrations (
    id                   uuid PRIMARY KEY,
    person_id            uuid NOT NULL,
    key_hash             bytea CHECK (octet_length(key_hash) = 32),
    invitation_id        uuid REFERENCES invitations (id),
    state                text NOT NULL CHECK (state IN ('open', 'paid', 'expired')),
    last_completed_step  smallint NOT NULL CHECK (last_completed_step BETWEEN 0 AND 3),
    version              integer NOT NULL DEFAULT 1, -- raised by every change

    email_hash           bytea CHECK (octet_length(email_hash) = 32),           -- of the parent
    co_parent_email_hash bytea CHECK (octet_length(co_parent_email_hash) = 32), -- of who is named: an erasure of them finds it
    draft                bytea,
    choice               jsonb NOT NULL,

    -- set while a payment's outcome is open: nothing may change what is being paid for
    paying_since         timestamptz,
    paid_at              timestamptz,
    account_id           uuid REFERENCES accounts (id),

    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    expires_at           timestamptz NOT NULL,
    purged_at            timestamptz,

    CHECK ((key_hash IS NULL) = (invitation_id IS NOT NULL)),
    CHECK ((state = 'paid') = (paid_at IS NOT NULL AND account_id IS NOT NULL)),
    CHECK (state = 'open' OR paying_since IS NULL),
    CHECK (purged_at IS NULL OR num_nonnulls(email_hash, co_parent_email_hash, draft) = 0)
)
-- Room on each page for the next versions of the rows on it: a step then writes its row beside the old one and no index.
WITH (fillfactor = 70);
-- An invitation has at most one registration that lives; an expired one makes room for the next.
CREATE UNIQUE INDEX registrations_invitation ON registrations (invitation_id)
    WHERE invitation_id IS NOT NULL AND state IN ('open', 'paid');
CREATE INDEX registrations_invitation_all ON registrations (invitation_id) WHERE invitation_id IS NOT NULL;
-- Whether a key of person_keys is still in use is asked by its id.
CREATE INDEX registrations_person ON registrations (person_id);
CREATE INDEX registrations_account ON registrations (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX registrations_email ON registrations (email_hash) WHERE email_hash IS NOT NULL;
-- Lists of operators, the newest first, and what has run out. By expires_at, which every step moves, each step would insert its row
-- again into every index of the table.
CREATE INDEX registrations_state ON registrations (state, id);
CREATE INDEX registrations_unpurged ON registrations (state, id) WHERE purged_at IS NULL AND state <> 'open';

-- A step writes only what nobody has changed since it was read.
-- +goose StatementBegin
CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.version := OLD.version + 1;
    RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER registrations_version BEFORE UPDATE ON registrations FOR EACH ROW EXECUTE FUNCTION raise_version();

-- Every accepted change: who, when, which sections; never personal data.
CREATE TABLE registration_events (
    id              uuid NOT NULL,
    registration_id uuid NOT NULL REFERENCES registrations (id),
    kind            text NOT NULL CHECK (kind IN ('created', 'updated', 'country_confirmed', 'duplicate_confirmed', 'paid', 'expired', 'purged')),
    actor           text NOT NULL CHECK (actor IN ('registrant', 'invitee', 'operator', 'system')),
    sections        text[] NOT NULL DEFAULT '{}',
    step            smallint NOT NULL CHECK (step BETWEEN 0 AND 3),
    at              timestamptz NOT NULL,
    PRIMARY KEY (registration_id, id)
);
CREATE INDEX registration_events_at ON registration_events USING brin (at) WITH (autosummarize = on);
CREATE TRIGGER registration_events_append_only BEFORE UPDATE OR DELETE ON registration_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change('400 days');

-- Username and password of an account. The username is found by a keyed hash of its case-folded form, made under the server secret hash_key;
-- as it was typed it is sealed under the person's key.
CREATE TABLE credentials (
    account_id          uuid PRIMARY KEY REFERENCES accounts (id),
    username_hash       bytea NOT NULL UNIQUE CHECK (octet_length(username_hash) = 32),
    hash_key            smallint NOT NULL,
    sealed              bytea NOT NULL,
    password_hash       text NOT NULL,
    password_changed_at timestamptz NOT NULL,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL
);

-- Every bearer token, as the SHA-256 of its 256 random bits: credentials (set username and password, one
-- use), account (login), invitation, access (CLI).
CREATE TABLE tokens (
    id            uuid PRIMARY KEY,
    kind          text NOT NULL CHECK (kind IN ('credentials', 'password', 'account', 'invitation', 'access')),
    hash          bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    account_id    uuid REFERENCES accounts (id), -- NULL: of an invitation
    invitation_id uuid REFERENCES invitations (id),
    label         text, -- access: its owner's; credentials: mail, where it is in a mail
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    last_used_at  timestamptz,
    ended_at      timestamptz,
    ended_why     text CHECK (ended_why IN ('used', 'replaced', 'revoked')),
    CHECK ((kind = 'invitation') = (invitation_id IS NOT NULL)),
    CHECK ((kind = 'invitation') = (account_id IS NULL)),
    CHECK ((ended_at IS NULL) = (ended_why IS NULL)),
    CHECK (expires_at > created_at)
) WITH (fillfactor = 80,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
CREATE INDEX tokens_account ON tokens (account_id, kind) WHERE ended_at IS NULL AND account_id IS NOT NULL;
CREATE INDEX tokens_account_all ON tokens (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX tokens_invitation ON tokens (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX tokens_expiry ON tokens (expires_at);

-- How often something happened in the window that its first event opened. subject is a keyed hash: no
-- address and no username stands here. UNLOGGED: a crash forgets the counts, and nothing else.
CREATE UNLOGGED TABLE rate_limits (
    scope   text NOT NULL,
    subject bytea NOT NULL,
    count   integer NOT NULL,
    ends_at timestamptz NOT NULL,
    PRIMARY KEY (scope, subject)
) WITH (fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
CREATE INDEX rate_limits_ends_at ON rate_limits (ends_at);

-- How many payments were decided, and how many of these were declined, by the minute in which they were begun: what tells a wave
-- of stolen cards from a busy day, in constant time. Each minute has several rows, so that payments that are decided at
-- the same moment don't wait for one another. UNLOGGED, as rate_limits is.
CREATE UNLOGGED TABLE decline_counts (
    minute   timestamptz NOT NULL,
    slot     smallint NOT NULL CHECK (slot BETWEEN 0 AND 7),
    decided  integer NOT NULL,
    declined integer NOT NULL,
    PRIMARY KEY (minute, slot)
) WITH (fillfactor = 50);

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
) WITH (fillfactor = 80,
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
CREATE INDEX idempotency_records_expiry ON idempotency_records (expires_at);

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
) WITH (
    autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500);
CREATE INDEX quotes_registration ON quotes (registration_id);
CREATE INDEX quotes_catalog_version ON quotes (catalog_version);
CREATE INDEX quotes_expires_at ON quotes (expires_at);
CREATE TRIGGER quotes_immutable BEFORE UPDATE ON quotes FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Codes bought together by a professional, for one package. A code is worth the package's list price on
-- the day of purchase.
CREATE TABLE code_batches (
    id              uuid PRIMARY KEY,
    professional_id uuid NOT NULL REFERENCES professionals (id),
    package_id      integer NOT NULL,
    package_name    text NOT NULL,
    catalog_version integer NOT NULL REFERENCES catalog_versions (version),
    currency        text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    face_minor      bigint NOT NULL CHECK (face_minor > 0),
    size            smallint NOT NULL CHECK (size BETWEEN 1 AND 500),
    state           text NOT NULL CHECK (state IN ('awaiting_payment', 'active', 'revoked')),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    activated_at    timestamptz,
    revoked_at      timestamptz,
    paid_by         text NOT NULL DEFAULT 'invoice' CHECK (paid_by IN ('card', 'invoice')), -- by card through an order, or by an invoice that an operator records as paid
    expiry_notices  smallint NOT NULL DEFAULT 0 CHECK (expiry_notices BETWEEN 0 AND 2), -- how many notices that unused codes are about to expire its owner has got
    CHECK (expires_at > created_at),
    CHECK (state <> 'active' OR activated_at IS NOT NULL),
    CHECK ((state = 'revoked') = (revoked_at IS NOT NULL))
);
CREATE INDEX code_batches_professional ON code_batches (professional_id, created_at);
CREATE INDEX code_batches_catalog_version ON code_batches (catalog_version);
CREATE INDEX code_batches_awaiting ON code_batches (created_at) WHERE state = 'awaiting_payment';
CREATE INDEX code_batches_to_notice ON code_batches (expires_at) WHERE state = 'active' AND expiry_notices < 2;

-- lookup is a keyed hash of the code, sealed the code under AES-256-GCM bound to the row's id: a copy of
-- the database opens no code. order_id is the order that holds or used the code.
CREATE TABLE subscription_codes (
    id          uuid PRIMARY KEY,
    batch_id    uuid NOT NULL REFERENCES code_batches (id),
    number      smallint NOT NULL CHECK (number > 0),
    lookup      bytea NOT NULL UNIQUE CHECK (octet_length(lookup) = 32),
    sealed      bytea NOT NULL,
    state       text NOT NULL CHECK (state IN ('available', 'reserved', 'redeemed', 'revoked', 'expired')),
    order_id    uuid,
    issued_at   timestamptz,
    recipient_id uuid REFERENCES persons (id), -- whom an issued code was given to, where the professional said so
    reserved_at timestamptz,
    redeemed_at timestamptz,
    ended_at    timestamptz,
    UNIQUE (batch_id, number),
    CHECK ((state IN ('reserved', 'redeemed')) = (order_id IS NOT NULL)),
    CHECK ((state IN ('reserved', 'redeemed')) = (reserved_at IS NOT NULL)),
    CHECK ((state = 'redeemed') = (redeemed_at IS NOT NULL)),
    CHECK ((state IN ('revoked', 'expired')) = (ended_at IS NOT NULL)),
    CHECK (recipient_id IS NULL OR issued_at IS NOT NULL)
);
CREATE INDEX subscription_codes_recipient ON subscription_codes (recipient_id) WHERE recipient_id IS NOT NULL;
CREATE INDEX subscription_codes_order ON subscription_codes (order_id) WHERE order_id IS NOT NULL;

-- What happened to a batch and its codes: who, when, what; never a code and never personal data. attempt_id
-- names the payment that didn't work.
CREATE TABLE code_batch_events (
    id       uuid NOT NULL,
    batch_id uuid NOT NULL REFERENCES code_batches (id),
    code_id  uuid, -- of the batch; codes stay, so nothing needs an index to find their events
    kind     text NOT NULL CHECK (kind IN ('bought', 'activated', 'payment_failed', 'codes_read', 'issued', 'code_revoked', 'revoked', 'expiry_noticed')),
    actor    text NOT NULL CHECK (actor IN ('professional', 'operator', 'system')),
    at       timestamptz NOT NULL,
    PRIMARY KEY (batch_id, id)
);
CREATE INDEX code_batch_events_at ON code_batch_events USING brin (at) WITH (autosummarize = on);
CREATE TRIGGER code_batch_events_append_only BEFORE UPDATE OR DELETE ON code_batch_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change('10 years');

-- The one coupon of an order, held while the order is being paid and used from then on.
CREATE TABLE coupon_uses (
    order_id    uuid PRIMARY KEY,
    coupon_code text NOT NULL,
    limited     boolean NOT NULL, -- counts in coupon_counts
    state       text NOT NULL CHECK (state IN ('reserved', 'redeemed')),
    reserved_at timestamptz NOT NULL,
    redeemed_at timestamptz,
    CHECK ((state = 'redeemed') = (redeemed_at IS NOT NULL))
);
CREATE INDEX coupon_uses_code ON coupon_uses (coupon_code);

-- How many orders hold or used a coupon that has a limit. Coupons without one have no row, so that their
-- orders don't queue for it.
CREATE TABLE coupon_counts (
    coupon_code text PRIMARY KEY,
    taken       integer NOT NULL CHECK (taken >= 0)
);

-- The table of payment methods in sdk/gateway says which payment types there are, and every call is checked against it. Here, as in the
-- tables below, only their form is checked, so that another method needs no migration.
--
-- An accepted price. It is written before anything is sent to the provider and changes only while it is
-- pending; from the moment it is placed its amounts are what was charged. steps keeps every step of the
-- price, so that it can be worked out again from the versions named.
CREATE TABLE orders (
    id                  uuid PRIMARY KEY,
    purpose             text NOT NULL CHECK (purpose IN ('signup', 'invitation', 'renewal', 'code_batch')),
    state               text NOT NULL CHECK (state IN ('pending', 'placed', 'cancelled', 'refunded')),
    registration_id     uuid REFERENCES registrations (id),
    renews_id           uuid, -- the subscription whose next term this buys
    term_starts_at      timestamptz, -- when the term that a renewal buys starts: one order renews a term, however many workers try
    code_batch_id       uuid REFERENCES code_batches (id) DEFERRABLE INITIALLY DEFERRED,
    -- what is paid for, whichever of the three it is
    subject_id          uuid NOT NULL GENERATED ALWAYS AS (coalesce(registration_id, renews_id, code_batch_id)) STORED,
    -- NULL while the order is live; of cancelled ones a subject may have any number
    cancelled_as        uuid GENERATED ALWAYS AS (CASE WHEN state = 'cancelled' THEN id END) STORED,
    account_id          uuid REFERENCES accounts (id), -- who paid; known once the order is placed
    family_id           uuid REFERENCES families (id),

    package_id          integer NOT NULL,
    package_name        text NOT NULL,
    product_id          text,
    services            text[] NOT NULL DEFAULT '{}',
    years               smallint NOT NULL CHECK (years IN (1, 2)),
    seats               smallint NOT NULL CHECK (seats BETWEEN 1 AND 500),
    currency            text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    sub_total_minor     bigint NOT NULL CHECK (sub_total_minor >= 0),
    discount_minor      bigint NOT NULL CHECK (discount_minor BETWEEN 0 AND sub_total_minor),
    code_total_minor    bigint NOT NULL CHECK (code_total_minor BETWEEN 0 AND sub_total_minor - discount_minor),
    tax_minor           bigint NOT NULL CHECK (tax_minor >= 0),
    total_minor         bigint NOT NULL CHECK (total_minor >= 0),
    refunded_minor      bigint NOT NULL DEFAULT 0 CHECK (refunded_minor BETWEEN 0 AND total_minor), -- two refunds at the same time can't pass the total
    renewal_minor       bigint NOT NULL CHECK (renewal_minor >= 0), -- pre-tax price of all seats paid for at the next renewal

    coupon_code         text,
    code_ids            uuid[] NOT NULL DEFAULT '{}', -- subscription codes, by the index that the steps of the price name
    payment_type        text CHECK (payment_type ~ '^[A-Z][A-Z_]{0,39}$'),
    store_payment       boolean NOT NULL DEFAULT false,
    country             text CHECK (country ~ '^[A-Z]{2}$'),
    region              text,
    locale              text NOT NULL,
    terms_accepted_at   timestamptz,
    marketing_opt_in    boolean NOT NULL DEFAULT false,
    anonymous_id        text,
    attempts            smallint NOT NULL DEFAULT 0,

    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL,
    placed_at           timestamptz,

    CHECK (num_nonnulls(registration_id, renews_id, code_batch_id) = 1),
    CHECK ((purpose IN ('signup', 'invitation')) = (registration_id IS NOT NULL)),
    CHECK ((purpose = 'renewal') = (renews_id IS NOT NULL)),
    CONSTRAINT orders_term_starts CHECK ((purpose = 'renewal') = (term_starts_at IS NOT NULL)),
    CHECK (state NOT IN ('placed', 'refunded') OR (placed_at IS NOT NULL AND account_id IS NOT NULL)),
    CHECK (total_minor >= sub_total_minor - discount_minor - code_total_minor)
) WITH (fillfactor = 80);
-- A subject has one live order, and one for each term that renews it.
CREATE UNIQUE INDEX orders_one_live ON orders (subject_id, term_starts_at, cancelled_as) NULLS NOT DISTINCT;
CREATE INDEX orders_account ON orders (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX orders_placed_at ON orders (placed_at) WHERE placed_at IS NOT NULL;
CREATE INDEX orders_pending ON orders (created_at) WHERE state = 'pending';

-- +goose StatementBegin
CREATE FUNCTION refuse_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state <> 'pending' AND
       (NEW.total_minor, NEW.tax_minor, NEW.sub_total_minor, NEW.discount_minor, NEW.code_total_minor, NEW.currency, NEW.package_id, NEW.seats)
       IS DISTINCT FROM
       (OLD.total_minor, OLD.tax_minor, OLD.sub_total_minor, OLD.discount_minor, OLD.code_total_minor, OLD.currency, OLD.package_id, OLD.seats)
    THEN
        RAISE EXCEPTION 'the price of order % is settled', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER orders_price_settled BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_order_change();

-- How the price of an order was worked out, written in the statement that writes the order. It is replaced while the order is pending, and
-- never after. It stands apart because it is most of what an order holds and no step of a payment changes it.
CREATE TABLE order_prices (
    order_id        uuid PRIMARY KEY REFERENCES orders (id),
    quote_id        uuid, -- that the customer saw; quotes are deleted, so it is no reference
    catalog_version integer NOT NULL,
    tax_version     text NOT NULL,
    input           jsonb NOT NULL,
    steps           jsonb NOT NULL,
    shown           jsonb NOT NULL -- the quote as the customer saw it
);

-- The order is locked, so that it can't be placed before this transaction ends.
-- +goose StatementBegin
CREATE FUNCTION refuse_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM orders WHERE id = OLD.order_id AND state = 'pending' FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the price of order % is settled', OLD.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER order_prices_settled BEFORE UPDATE OR DELETE ON order_prices FOR EACH ROW EXECUTE FUNCTION refuse_price_change();
ALTER TABLE subscription_codes ADD FOREIGN KEY (order_id) REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE coupon_uses ADD FOREIGN KEY (order_id) REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED;

-- A payment method that the provider keeps for us. Its token opens somebody's card, so it is encrypted
-- (AES-256-GCM, bound to the row's id) and found by a keyed hash.
CREATE TABLE payment_methods (
    id           uuid PRIMARY KEY,
    account_id   uuid REFERENCES accounts (id),
    token_hash   bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    token_sealed bytea NOT NULL,
    payment_type text NOT NULL CHECK (payment_type ~ '^[A-Z][A-Z_]{0,39}$'),
    last_four    text CHECK (last_four ~ '^[0-9]{4}$'),
    brand        text,
    created_at   timestamptz NOT NULL,
    removed_at   timestamptz
);
CREATE INDEX payment_methods_account ON payment_methods (account_id) WHERE account_id IS NOT NULL;

-- One try at the provider. The states and what follows them are the table in sdk/payment/state.go; a test
-- compares it with the checks and columns below. The provider knows an attempt by its order's id, a dash and its number.
--
-- lease_until and fence: the process that works on an attempt holds it until then, and a process that takes it
-- over increments the fence, so that a late answer changes nothing. check_at is when the
-- reconciler looks at it next; NULL when there is nothing left to find out.
--
-- No index, and no condition of one, names a column that each step of a payment changes: live, watched and unsettled say in a
-- boolean what the indexes need to know of state and check_at, and change once. So all but the last step of a payment write
-- their row beside the old one, and no index.
CREATE TABLE payment_attempts (
    id                  uuid PRIMARY KEY,
    order_id            uuid NOT NULL REFERENCES orders (id),
    number              smallint NOT NULL CHECK (number > 0),
    state               text NOT NULL CONSTRAINT payment_attempts_state CHECK (state IN (
        'created', 'sent', 'authorised', 'capturing', 'captured', 'aborted', 'declined', 'unknown', 'absent',
        'superseded', 'review', 'voided', 'expired', 'capture_failed', 'settlement_declined', 'refunded', 'disputed')),
    -- no other attempt may be made
    live                boolean NOT NULL GENERATED ALWAYS AS (state IN (
        'created', 'sent', 'unknown', 'authorised', 'capturing', 'captured', 'review', 'capture_failed', 'settlement_declined', 'refunded', 'disputed')) STORED,
    -- the reconciler looks at it again
    watched             boolean NOT NULL GENERATED ALWAYS AS (check_at IS NOT NULL) STORED,
    -- the reconciler or a person has work with it
    unsettled           boolean NOT NULL GENERATED ALWAYS AS (check_at IS NOT NULL OR state IN ('review', 'capture_failed')) STORED,
    amount_minor        bigint NOT NULL CHECK (amount_minor > 0),
    currency            text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    merchant_account_id text NOT NULL,
    payment_type        text NOT NULL CHECK (payment_type ~ '^[A-Z][A-Z_]{0,39}$'),
    vault               boolean NOT NULL,
    payment_method_id   uuid REFERENCES payment_methods (id),

    payer_hash          bytea CHECK (octet_length(payer_hash) = 32),                -- of the e-mail of who signs up, keyed; NULL where somebody may pay for several things at a time
    nonce_hash          bytea CHECK (octet_length(nonce_hash) = 32),                -- keyed; NULL for a kept method
    call_hash           bytea CHECK (octet_length(call_hash) = 32),                 -- of the payment call's key and what it pays for; NULL for a renewal

    fence               bigint NOT NULL DEFAULT 1,
    lease_until         timestamptz NOT NULL,
    check_at            timestamptz,
    searches            integer NOT NULL DEFAULT 0, -- in vain
    capture_tries       integer NOT NULL DEFAULT 0,

    transaction_id      text,
    last_four           text CHECK (last_four ~ '^[0-9]{4}$'),
    brand               text,
    card_country        text,
    decline_code        text,
    processor_code      text,

    created_at          timestamptz NOT NULL,
    sent_at             timestamptz,
    decided_at          timestamptz,
    captured_at         timestamptz,
    updated_at          timestamptz NOT NULL,

    UNIQUE (order_id, number),
    CHECK (state IN ('created', 'aborted') = (sent_at IS NULL)),
    CHECK (state NOT IN ('authorised', 'capturing', 'captured', 'capture_failed', 'settlement_declined', 'refunded', 'disputed', 'voided', 'expired') OR transaction_id IS NOT NULL),
    CHECK ((state = 'declined') = (decline_code IS NOT NULL)),
    -- Whatever isn't decided is looked at again, whatever becomes of the process that works on it.
    CONSTRAINT payment_attempts_watched CHECK (state NOT IN ('created', 'sent', 'unknown', 'authorised', 'capturing') OR check_at IS NOT NULL)
) WITH (fillfactor = 70);
-- With orders_one_live it is also one a registration.
CREATE UNIQUE INDEX payment_attempts_live_order ON payment_attempts (order_id) WHERE live;
-- Two sign-ups with the same e-mail can't be paying at the same time; once one is paid, the account's own index takes over. An
-- attempt that was given up no longer has the payer's hash: a new one may be made while the old one is watched.
CREATE UNIQUE INDEX payment_attempts_paying_payer ON payment_attempts (payer_hash) WHERE watched;
-- A nonce is sent once.
CREATE UNIQUE INDEX payment_attempts_nonce ON payment_attempts (nonce_hash) WHERE nonce_hash IS NOT NULL;
-- A call that is sent twice finds its first attempt.
CREATE UNIQUE INDEX payment_attempts_call ON payment_attempts (call_hash) WHERE call_hash IS NOT NULL;
CREATE INDEX payment_attempts_unsettled ON payment_attempts (unsettled, created_at);

-- What happened to an attempt, and by which fence; never personal data. Ids are in the order of time.
CREATE TABLE payment_events (
    attempt_id uuid NOT NULL REFERENCES payment_attempts (id),
    id         uuid NOT NULL,
    event      text NOT NULL,
    from_state text NOT NULL,
    to_state   text NOT NULL,
    fence      bigint NOT NULL,
    detail     text,
    at         timestamptz NOT NULL,
    PRIMARY KEY (attempt_id, id)
);
CREATE INDEX payment_events_at ON payment_events USING brin (at) WITH (autosummarize = on);
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE ON payment_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change('10 years');

-- What the provider says happened to money: one row for each movement, written with the state of the attempt that it belongs to.
-- An authorisation moves none. Amounts are positive; the kind says which way the money went: void is a sale that was taken back, or
-- refused, before it was settled; chargeback is what a dispute took, and chargeback_reversal what came back as it was won. Of these two the
-- provider's id is the dispute's.
CREATE TABLE gateway_transactions (
    provider_id  text NOT NULL,
    attempt_id   uuid NOT NULL REFERENCES payment_attempts (id),
    kind         text NOT NULL CHECK (kind IN ('sale', 'void', 'refund', 'chargeback', 'chargeback_reversal')),
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    currency     text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    status       text NOT NULL, -- in the provider's words, when the row was written
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (provider_id, kind)
);
CREATE INDEX gateway_transactions_attempt ON gateway_transactions (attempt_id);
CREATE TRIGGER gateway_transactions_append_only BEFORE UPDATE OR DELETE ON gateway_transactions
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Money that is given back after a capture. sent is committed before the provider is asked, under the fence of the attempt that the
-- process holds; unknown means that the provider gave no clear answer, and the next try goes on with the same row.
CREATE TABLE refunds (
    id           uuid PRIMARY KEY,
    order_id     uuid NOT NULL REFERENCES orders (id),
    attempt_id   uuid NOT NULL REFERENCES payment_attempts (id),
    number       smallint NOT NULL CHECK (number > 0),
    state        text NOT NULL CHECK (state IN ('sent', 'unknown', 'done', 'failed')),
    amount_minor bigint NOT NULL CHECK (amount_minor > 0),
    tax_minor    bigint NOT NULL CHECK (tax_minor BETWEEN 0 AND amount_minor),
    currency     text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    provider_id  text UNIQUE, -- of the refund; NULL where the sale was voided before it was settled
    fence        bigint NOT NULL,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL,
    UNIQUE (order_id, number),
    CHECK (provider_id IS NULL OR state = 'done')
);
-- One at a time.
CREATE UNIQUE INDEX refunds_open ON refunds (attempt_id) WHERE state IN ('sent', 'unknown');

-- What the payer's bank, or the payer through it, says against a payment: an inquiry asks only, a chargeback takes the money as it is opened, and
-- pre_arbitration is a second round, which takes the money as it ends. One row for each dispute of the provider, written with the state of the
-- attempt. Its state only goes on: see NoteDispute.
CREATE TABLE disputes (
    id              uuid PRIMARY KEY,
    attempt_id      uuid NOT NULL REFERENCES payment_attempts (id),
    provider_id     text NOT NULL UNIQUE,
    kind            text NOT NULL CHECK (kind IN ('inquiry', 'chargeback', 'pre_arbitration')),
    state           text NOT NULL CHECK (state IN ('open', 'evidence_sent', 'accepted', 'won', 'lost', 'expired')),
    amount_minor    bigint NOT NULL CHECK (amount_minor > 0),
    currency        text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    reason_code     text, -- in the provider's words
    opened_at       timestamptz NOT NULL,
    evidence_due_at timestamptz, -- NULL: the provider named no day
    decided_at      timestamptz, -- when this was heard
    updated_at      timestamptz NOT NULL,
    CHECK ((state IN ('accepted', 'won', 'lost', 'expired')) = (decided_at IS NOT NULL))
);
CREATE INDEX disputes_attempt ON disputes (attempt_id);
CREATE TRIGGER disputes_kept BEFORE DELETE ON disputes FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The payer's contract: what charges a term that follows, and when. Seats and terms are rows of their own. ends_at is until when it is paid: the
-- end of the present term. It renews what its seats ask for, as long as it is chargeable.
--
-- No index, and no condition of one, names a column that a notice, a try or another payment method changes: ends_at changes once a term, live once.
CREATE TABLE subscriptions (
    id                uuid PRIMARY KEY,
    family_id         uuid NOT NULL REFERENCES families (id),
    payer_account_id  uuid NOT NULL REFERENCES accounts (id),
    state             text NOT NULL CHECK (state IN ('active', 'suspended', 'cancelled', 'lapsed', 'ended')),
    live              boolean NOT NULL GENERATED ALWAYS AS (state IN ('active', 'suspended')) STORED,
    payment_method_id uuid REFERENCES payment_methods (id), -- of the payer; NULL: none is kept, and nothing renews
    chargeable        boolean NOT NULL GENERATED ALWAYS AS (state = 'active' AND payment_method_id IS NOT NULL) STORED,
    currency          text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    term_starts_at    timestamptz NOT NULL, -- the present term
    ends_at           timestamptz NOT NULL CHECK (ends_at > term_starts_at),
    retry_at          timestamptz, -- the next try to renew after one that was refused; NULL: the end of the term
    tries             smallint NOT NULL DEFAULT 0 CHECK (tries >= 0), -- that were refused
    renewing_since    timestamptz, -- stands while a try is under way
    notices           smallint NOT NULL DEFAULT 0, -- of the term's end that were sent
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX subscriptions_payer ON subscriptions (payer_account_id);
CREATE INDEX subscriptions_ends ON subscriptions (ends_at) WHERE live;
ALTER TABLE orders ADD CONSTRAINT orders_renews_fkey FOREIGN KEY (renews_id) REFERENCES subscriptions (id);

-- Every term that was bought, and the order that bought it: a term can't be bought twice, nor one order buy two. Renewing adds a row, and
-- nothing changes one.
CREATE TABLE subscription_terms (
    subscription_id uuid NOT NULL REFERENCES subscriptions (id),
    starts_at       timestamptz NOT NULL,
    ends_at         timestamptz NOT NULL CHECK (ends_at > starts_at),
    order_id        uuid NOT NULL UNIQUE REFERENCES orders (id),
    package_id      integer NOT NULL,
    package_name    text NOT NULL,
    product_id      text,
    services        text[] NOT NULL DEFAULT '{}',
    years           smallint NOT NULL CHECK (years IN (1, 2)),
    PRIMARY KEY (subscription_id, starts_at)
);
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_term_fkey FOREIGN KEY (id, term_starts_at) REFERENCES subscription_terms DEFERRABLE INITIALLY DEFERRED;
CREATE TRIGGER subscription_terms_append_only BEFORE UPDATE OR DELETE ON subscription_terms
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A place in a family that a subscription pays for, and that stays paid when another person gets it. Callers know a subscription by the id of its seat, as each seat is
-- cancelled on its own. A seat has all terms of its subscription up to the one that starts at term_starts_at: who cancels it leaves after that.
-- Its state is that of its subscription, unless it ended before.
CREATE TABLE subscription_seats (
    id              uuid PRIMARY KEY,
    subscription_id uuid NOT NULL REFERENCES subscriptions (id),
    number          smallint NOT NULL CHECK (number IN (1, 2)), -- 1 is the payer's, 2 the co-parent's
    family_id       uuid NOT NULL,
    family_role     text NOT NULL CHECK (family_role IN ('parent_a', 'parent_b')),
    renewal_minor   bigint NOT NULL CHECK (renewal_minor >= 0), -- its pre-tax price at the next renewal
    term_starts_at  timestamptz NOT NULL, -- the last term that it has
    cancelled_at    timestamptz, -- its renewal
    ended_as        text CHECK (ended_as IN ('cancelled', 'lapsed', 'ended')), -- NULL: it is taken
    renews          boolean NOT NULL GENERATED ALWAYS AS (cancelled_at IS NULL AND ended_as IS NULL) STORED, -- where its subscription is chargeable
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    UNIQUE (subscription_id, number),
    FOREIGN KEY (family_id, family_role) REFERENCES seats,
    FOREIGN KEY (subscription_id, term_starts_at) REFERENCES subscription_terms
) WITH (fillfactor = 80);
-- A place is paid for once at a time.
CREATE UNIQUE INDEX subscription_seats_taken ON subscription_seats (family_id, family_role) WHERE ended_as IS NULL;
CREATE INDEX subscription_seats_place ON subscription_seats (family_id, family_role);

-- The proof of a purchase, as it was given. The co-parent's own shows no price and nothing of the payer; it is of the place that was
-- paid for, and of no account.
CREATE TABLE receipts (
    id         uuid PRIMARY KEY,
    order_id   uuid NOT NULL REFERENCES orders (id),
    account_id uuid REFERENCES accounts (id),
    kind       text NOT NULL CHECK (kind IN ('payer', 'co_parent')),
    locale     text NOT NULL,
    document   jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    mailed_at  timestamptz,
    UNIQUE (order_id, kind),
    CHECK ((kind = 'payer') = (account_id IS NOT NULL))
);
CREATE INDEX receipts_account ON receipts (account_id) WHERE account_id IS NOT NULL;
CREATE TRIGGER receipts_kept BEFORE DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- One use of a coupon or of a subscription code.
CREATE TABLE redemptions (
    id           uuid PRIMARY KEY,
    order_id     uuid NOT NULL REFERENCES orders (id),
    kind         text NOT NULL CHECK (kind IN ('coupon', 'subscription_code')),
    coupon_code  text,
    code_id      uuid,
    amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
    currency     text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    created_at   timestamptz NOT NULL,
    reversed_at  timestamptz,
    CHECK ((kind = 'coupon') = (coupon_code IS NOT NULL)),
    CHECK ((kind = 'subscription_code') = (code_id IS NOT NULL))
);
CREATE UNIQUE INDEX redemptions_code ON redemptions (code_id) WHERE code_id IS NOT NULL AND reversed_at IS NULL;
CREATE UNIQUE INDEX redemptions_coupon ON redemptions (order_id) WHERE coupon_code IS NOT NULL;
CREATE INDEX redemptions_order ON redemptions (order_id);

-- Mail that was handed over already, by the key of its occasion: a job that runs twice mails once.
CREATE TABLE mail_deliveries (
    key     text PRIMARY KEY,
    kind    text NOT NULL,
    sent_at timestamptz NOT NULL
);
CREATE INDEX mail_deliveries_at ON mail_deliveries USING brin (sent_at) WITH (autosummarize = on);

-- Development's outbox: every mail that production would send. Empty in production.
CREATE TABLE outbox_mails (
    id         uuid PRIMARY KEY,
    key        text NOT NULL UNIQUE,
    kind       text NOT NULL,
    to_address text NOT NULL,
    to_name    text NOT NULL,
    lang       text NOT NULL,
    subject    text NOT NULL,
    body_text  text NOT NULL,
    body_html  text NOT NULL,
    link       text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL
);
CREATE INDEX outbox_mails_created ON outbox_mails (created_at);
CREATE INDEX outbox_mails_to ON outbox_mails (lower(to_address), created_at);

-- Who looks at people's sign-ups, at invitations and at professionals leaves a trace: who it was, what was asked for and how much of it
-- came back, never what was searched for.
CREATE TABLE operator_readings (
    id            uuid PRIMARY KEY,
    operator_name text NOT NULL CHECK (char_length(operator_name) BETWEEN 1 AND 100),
    what          text NOT NULL CHECK (what IN ('registrations', 'registration', 'professionals', 'professional', 'invitations', 'invitation', 'code_batches')),
    subject       uuid,
    rows          integer NOT NULL CHECK (rows >= 0),
    at            timestamptz NOT NULL
);
CREATE INDEX operator_readings_at ON operator_readings USING brin (at) WITH (autosummarize = on);
CREATE TRIGGER operator_readings_append_only BEFORE UPDATE OR DELETE ON operator_readings
    FOR EACH ROW EXECUTE FUNCTION refuse_change('400 days');

-- Who asked for a copy of their data, or for its erasure, and when it was done; never the data. account_id is
-- NULL where there was no account, only unfinished sign-ups.
CREATE TABLE privacy_events (
    id            uuid PRIMARY KEY,
    operator_name text NOT NULL CHECK (char_length(operator_name) BETWEEN 1 AND 100),
    account_id    uuid REFERENCES accounts (id),
    kind          text NOT NULL CHECK (kind IN ('exported', 'erased')),
    rows          integer NOT NULL CHECK (rows >= 0),
    at            timestamptz NOT NULL
);
CREATE INDEX privacy_events_account ON privacy_events (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX privacy_events_at ON privacy_events USING brin (at) WITH (autosummarize = on);
CREATE TRIGGER privacy_events_append_only BEFORE UPDATE OR DELETE ON privacy_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change('3 years');

-- Files of the pages whose names change with their content, of this release and the ones before it: a browser
-- that has loaded one release's page finds its files on a server of another release. No personal data.
CREATE TABLE page_files (
    name         text PRIMARY KEY CHECK (name ~ '^assets/[A-Za-z0-9_.-]{1,120}$'),
    content      bytea NOT NULL CHECK (octet_length(content) <= 4194304),
    published_at timestamptz NOT NULL
);
CREATE INDEX page_files_published ON page_files (published_at);

-- What finance and product managers read: orders, movements of money, how far sign-ups come. No column of a person is in it, and the role that
-- `cojoin migrate roles` makes for it can read nothing else: docs/how-to/report.md.
CREATE SCHEMA IF NOT EXISTS report;

CREATE VIEW report.orders WITH (security_barrier) AS
SELECT id AS order_id, purpose, state, package_id, package_name, product_id, years, seats, currency,
    sub_total_minor, discount_minor, code_total_minor, tax_minor, total_minor, renewal_minor, coupon_code, payment_type, locale, created_at, placed_at
FROM orders;

CREATE VIEW report.money WITH (security_barrier) AS
SELECT t.provider_id, t.kind, t.amount_minor, t.currency, t.status, t.created_at, a.order_id, a.merchant_account_id, a.payment_type
FROM gateway_transactions t JOIN payment_attempts a ON a.id = t.attempt_id;

-- The last step that the sign-ups and invitations of a day have reached; arms are those that differ from the shipped ones.
CREATE VIEW report.funnel WITH (security_barrier) AS
SELECT (r.created_at AT TIME ZONE 'UTC')::date AS day, CASE WHEN r.invitation_id IS NULL THEN 'signup' ELSE 'invitation' END AS flow,
    r.choice ->> 'locale' AS locale, COALESCE(r.choice -> 'arms', '{}') AS arms,
    CASE
        WHEN r.state = 'paid' AND EXISTS (SELECT 1 FROM credentials c WHERE c.account_id = r.account_id) THEN 'credentials'
        WHEN r.state = 'paid' THEN 'paid'
        WHEN EXISTS (SELECT 1 FROM orders o WHERE o.registration_id = r.id) THEN 'payment'
        WHEN r.last_completed_step = 3 THEN 'package'
        WHEN r.last_completed_step = 2 THEN 'family'
        ELSE 'parent'
    END AS reached, count(*) AS registrations
FROM registrations r GROUP BY 1, 2, 3, 4, 5;
