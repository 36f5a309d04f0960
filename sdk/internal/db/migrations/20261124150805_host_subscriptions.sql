-- +goose Up
CREATE TRIGGER subscriptions_host_state AFTER UPDATE OF state ON subscriptions FOR EACH ROW
    WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION host_subscription_events();
