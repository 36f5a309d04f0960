-- +goose Up
CREATE TRIGGER subscription_codes_host_issued AFTER UPDATE OF issued_at ON subscription_codes FOR EACH ROW
    WHEN (NEW.issued_at IS NOT NULL AND OLD.issued_at IS NULL) EXECUTE FUNCTION host_code_events('codes.issued');
CREATE TRIGGER subscription_codes_host_redeemed AFTER UPDATE OF state ON subscription_codes FOR EACH ROW
    WHEN (NEW.state = 'redeemed' AND OLD.state <> 'redeemed') EXECUTE FUNCTION host_code_events('codes.redeemed');
