-- +goose Up
-- What helps after the last refused try to renew: time (the next try is at retry_at), another payment method (nothing is tried until there is
-- one), or that the payer confirms the charge with their bank. declined_as is the provider's code, for operators.
ALTER TABLE subscriptions
    ADD COLUMN recourse    text CONSTRAINT subscriptions_recourse CHECK (recourse IN ('wait', 'replace', 'authenticate')),
    ADD COLUMN declined_as text;
