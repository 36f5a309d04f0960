-- +goose Up
CREATE TRIGGER seats_host_begun AFTER INSERT ON seats FOR EACH ROW
    WHEN (NEW.account_id IS NOT NULL) EXECUTE FUNCTION host_seat_events();
CREATE TRIGGER seats_host_joined AFTER UPDATE OF account_id ON seats FOR EACH ROW
    WHEN (NEW.account_id IS NOT NULL AND NEW.account_id IS DISTINCT FROM OLD.account_id) EXECUTE FUNCTION host_seat_events();
