-- +goose Up
CREATE TRIGGER subscription_seats_host_started AFTER INSERT ON subscription_seats FOR EACH ROW EXECUTE FUNCTION host_subscription_seat_events();
CREATE TRIGGER subscription_seats_host_changed AFTER UPDATE OF ended_as, term_starts_at, cancelled_at ON subscription_seats
    FOR EACH ROW EXECUTE FUNCTION host_subscription_seat_events();
