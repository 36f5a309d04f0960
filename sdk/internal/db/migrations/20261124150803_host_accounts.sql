-- +goose Up
CREATE TRIGGER accounts_host_created AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION host_account_events();
CREATE TRIGGER accounts_host_state AFTER UPDATE OF state ON accounts FOR EACH ROW
    WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION host_account_events();
