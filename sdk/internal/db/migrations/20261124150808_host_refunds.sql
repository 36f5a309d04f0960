-- +goose Up
CREATE TRIGGER refunds_host_done AFTER UPDATE OF state ON refunds FOR EACH ROW
    WHEN (NEW.state = 'done' AND OLD.state <> 'done') EXECUTE FUNCTION host_refund_events();
-- One that was made in the provider's control panel is done as it is written down.
CREATE TRIGGER refunds_host_taken_over AFTER INSERT ON refunds FOR EACH ROW
    WHEN (NEW.state = 'done') EXECUTE FUNCTION host_refund_events();
