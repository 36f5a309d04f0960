-- +goose Up
CREATE TRIGGER orders_host_placed AFTER UPDATE OF state ON orders FOR EACH ROW
    WHEN (NEW.state = 'placed' AND OLD.state <> 'placed') EXECUTE FUNCTION host_order_events();
