-- +goose Up
CREATE TRIGGER refunds_host_done AFTER UPDATE OF state ON refunds FOR EACH ROW
    WHEN (NEW.state = 'done' AND OLD.state <> 'done') EXECUTE FUNCTION host_refund_events();
