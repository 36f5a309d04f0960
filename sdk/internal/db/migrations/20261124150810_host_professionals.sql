-- +goose Up
CREATE TRIGGER professionals_host_created AFTER INSERT ON professionals FOR EACH ROW EXECUTE FUNCTION host_professional_events('professional.created');
CREATE TRIGGER professionals_host_verified AFTER UPDATE OF state ON professionals FOR EACH ROW
    WHEN (NEW.state = 'verified' AND OLD.state = 'pending_verification') EXECUTE FUNCTION host_professional_events('professional.verified');
