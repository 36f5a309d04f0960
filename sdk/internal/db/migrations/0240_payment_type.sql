-- +goose Up
-- The table of payment methods in sdk/gateway says which payment types there are, and every call is checked against it. Here
-- only their form is checked, so that another method needs no migration. Existing rows have passed a narrower check.
ALTER TABLE orders DROP CONSTRAINT orders_payment_type_check;
ALTER TABLE orders ADD CONSTRAINT orders_payment_type_check CHECK (payment_type ~ '^[A-Z][A-Z_]{0,39}$') NOT VALID;
ALTER TABLE payment_methods DROP CONSTRAINT payment_methods_payment_type_check;
ALTER TABLE payment_methods ADD CONSTRAINT payment_methods_payment_type_check CHECK (payment_type ~ '^[A-Z][A-Z_]{0,39}$') NOT VALID;
ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_payment_type_check;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_payment_type_check CHECK (payment_type ~ '^[A-Z][A-Z_]{0,39}$') NOT VALID;

-- +goose Down
ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_payment_type_check;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_payment_type_check
    CHECK (payment_type IN ('CREDIT_CARD', 'PAYPAL', 'VENMO', 'APPLE_PAY'));
ALTER TABLE payment_methods DROP CONSTRAINT payment_methods_payment_type_check;
ALTER TABLE payment_methods ADD CONSTRAINT payment_methods_payment_type_check
    CHECK (payment_type IN ('CREDIT_CARD', 'PAYPAL', 'VENMO', 'APPLE_PAY'));
ALTER TABLE orders DROP CONSTRAINT orders_payment_type_check;
ALTER TABLE orders ADD CONSTRAINT orders_payment_type_check
    CHECK (payment_type IN ('CREDIT_CARD', 'PAYPAL', 'VENMO', 'APPLE_PAY'));
