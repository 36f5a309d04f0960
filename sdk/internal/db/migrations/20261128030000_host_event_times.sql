-- +goose Up
-- Events carry the product's time, not the database's. An account takes its seat in the transaction that creates it.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION host_seat_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE seat uuid;
BEGIN
    PERFORM 1 FROM subscriptions s WHERE s.id = (SELECT x.subscription_id FROM subscription_seats x
        WHERE x.family_id = NEW.family_id AND x.family_role = NEW.role AND x.ended_as IS NULL) FOR UPDATE;
    SELECT x.id INTO seat FROM subscription_seats x WHERE x.family_id = NEW.family_id AND x.family_role = NEW.role AND x.ended_as IS NULL;
    PERFORM host_event('family.joined', NEW.family_id,
        jsonb_build_object('familyId', NEW.family_id, 'familyRole', NEW.role, 'accountId', NEW.account_id, 'subscription', host_subscription(seat)),
        (SELECT a.created_at FROM accounts a WHERE a.id = NEW.account_id));
    RETURN NULL;
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION host_account_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        PERFORM host_event('account.created', NEW.id, jsonb_build_object('accountId', NEW.id, 'accountKind', NEW.kind, 'invitedBy', NEW.created_by), NEW.created_at);
    ELSIF NEW.state = 'active' AND OLD.state = 'created' THEN
        PERFORM host_event('account.activated', NEW.id, jsonb_build_object('accountId', NEW.id, 'accountKind', NEW.kind), NEW.updated_at);
    ELSIF NEW.state = 'closed' AND OLD.state <> 'closed' THEN
        PERFORM host_event('privacy.erased', NEW.id, jsonb_build_object('accountId', NEW.id), NEW.updated_at);
    END IF;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
