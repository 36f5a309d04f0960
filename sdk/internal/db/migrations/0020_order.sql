-- +goose Up
-- An accepted price. It is written before anything is sent to the provider and changes only while it is
-- pending; from the moment it is placed its amounts are what was charged. steps keeps every step of the
-- price, so that it can be worked out again from the versions named.
CREATE TABLE orders (
    id                  uuid PRIMARY KEY,
    purpose             text NOT NULL CHECK (purpose IN ('signup', 'invitation', 'renewal', 'code_batch')),
    state               text NOT NULL CHECK (state IN ('pending', 'placed', 'cancelled', 'refunded')),
    registration_id     uuid REFERENCES registrations (id),
    renews_id           uuid, -- the subscription whose next term this buys
    code_batch_id       uuid,
    account_id          uuid REFERENCES accounts (id), -- who paid; known once the order is placed
    family_id           uuid REFERENCES families (id),

    quote_id            uuid,
    catalog_version     integer NOT NULL,
    tax_version         text NOT NULL,
    price_input         jsonb NOT NULL,
    steps               jsonb NOT NULL,
    pricing             jsonb NOT NULL, -- the quote as the customer saw it

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
    renewal_minor       bigint NOT NULL CHECK (renewal_minor >= 0), -- pre-tax price of all seats paid for at the next renewal

    coupon_code         text,
    code_ids            uuid[] NOT NULL DEFAULT '{}', -- subscription codes, by the index that steps name
    payment_type        text CHECK (payment_type IN ('CREDIT_CARD', 'PAYPAL', 'VENMO', 'APPLE_PAY')),
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
    CHECK (state NOT IN ('placed', 'refunded') OR (placed_at IS NOT NULL AND account_id IS NOT NULL)),
    CHECK (total_minor >= sub_total_minor - discount_minor - code_total_minor)
);
CREATE UNIQUE INDEX orders_one_registration ON orders (registration_id)
    WHERE registration_id IS NOT NULL AND state IN ('pending', 'placed', 'refunded');
CREATE UNIQUE INDEX orders_one_code_batch ON orders (code_batch_id)
    WHERE code_batch_id IS NOT NULL AND state IN ('pending', 'placed', 'refunded');
CREATE INDEX orders_registration ON orders (registration_id) WHERE registration_id IS NOT NULL;
CREATE INDEX orders_renews ON orders (renews_id) WHERE renews_id IS NOT NULL;
CREATE INDEX orders_code_batch ON orders (code_batch_id) WHERE code_batch_id IS NOT NULL;
CREATE INDEX orders_account ON orders (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX orders_family ON orders (family_id) WHERE family_id IS NOT NULL;
CREATE INDEX orders_placed_at ON orders (placed_at) WHERE placed_at IS NOT NULL;
CREATE INDEX orders_pending ON orders (updated_at) WHERE state = 'pending';

-- +goose StatementBegin
CREATE FUNCTION refuse_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.state <> 'pending' AND
       (NEW.total_minor, NEW.tax_minor, NEW.sub_total_minor, NEW.discount_minor, NEW.code_total_minor, NEW.currency, NEW.steps, NEW.catalog_version, NEW.tax_version, NEW.package_id, NEW.seats)
       IS DISTINCT FROM
       (OLD.total_minor, OLD.tax_minor, OLD.sub_total_minor, OLD.discount_minor, OLD.code_total_minor, OLD.currency, OLD.steps, OLD.catalog_version, OLD.tax_version, OLD.package_id, OLD.seats)
    THEN
        RAISE EXCEPTION 'the price of order % is settled', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER orders_price_settled BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_order_change();

-- +goose Down
DROP TABLE orders;
DROP FUNCTION refuse_order_change();
