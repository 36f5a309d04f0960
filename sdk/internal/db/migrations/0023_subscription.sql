-- +goose Up
-- A term bought for one person. It renews only where renews is true, which needs a kept payment method
-- of the payer. renewal_minor is the seat's pre-tax price then.
CREATE TABLE subscriptions (
    id                uuid PRIMARY KEY,
    family_id         uuid NOT NULL REFERENCES families (id),
    account_id        uuid NOT NULL REFERENCES accounts (id), -- who uses it
    payer_account_id  uuid NOT NULL REFERENCES accounts (id),
    order_id          uuid NOT NULL REFERENCES orders (id),   -- that bought the current term
    seat              smallint NOT NULL CHECK (seat IN (1, 2)),
    state             text NOT NULL CHECK (state IN ('active', 'suspended', 'cancelled', 'lapsed', 'ended')),
    package_id        integer NOT NULL,
    package_name      text NOT NULL,
    product_id        text,
    services          text[] NOT NULL DEFAULT '{}',
    years             smallint NOT NULL CHECK (years IN (1, 2)),
    currency          text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    renewal_minor     bigint NOT NULL CHECK (renewal_minor >= 0),
    renews            boolean NOT NULL,
    payment_method_id uuid REFERENCES payment_methods (id),
    starts_at         timestamptz NOT NULL,
    ends_at           timestamptz NOT NULL CHECK (ends_at > starts_at),
    cancelled_at      timestamptz,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL,
    CHECK (NOT renews OR payment_method_id IS NOT NULL)
);
CREATE UNIQUE INDEX subscriptions_current ON subscriptions (account_id) WHERE state IN ('active', 'suspended');
CREATE UNIQUE INDEX subscriptions_order_seat ON subscriptions (order_id, seat);
CREATE INDEX subscriptions_account ON subscriptions (account_id);
CREATE INDEX subscriptions_payer ON subscriptions (payer_account_id);
CREATE INDEX subscriptions_family ON subscriptions (family_id);
CREATE INDEX subscriptions_payment_method ON subscriptions (payment_method_id) WHERE payment_method_id IS NOT NULL;
CREATE INDEX subscriptions_renewal ON subscriptions (ends_at) WHERE state = 'active';
ALTER TABLE orders ADD CONSTRAINT orders_renews_fkey FOREIGN KEY (renews_id) REFERENCES subscriptions (id);

-- +goose Down
ALTER TABLE orders DROP CONSTRAINT orders_renews_fkey;
DROP TABLE subscriptions;
