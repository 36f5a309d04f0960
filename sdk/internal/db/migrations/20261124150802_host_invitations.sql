-- +goose Up
-- When the host was last told that the link has run out: later than expires_at, as a new link moves that.
ALTER TABLE invitations ADD COLUMN expired_at timestamptz;
CREATE TRIGGER invitations_host_sent AFTER UPDATE OF expires_at ON invitations FOR EACH ROW
    WHEN (NEW.state = 'open') EXECUTE FUNCTION host_invitation_events('invitation.sent');
CREATE TRIGGER invitations_host_accepted AFTER UPDATE OF state ON invitations FOR EACH ROW
    WHEN (NEW.state = 'accepted' AND OLD.state <> 'accepted') EXECUTE FUNCTION host_invitation_events('invitation.accepted');
CREATE TRIGGER invitations_host_revoked AFTER UPDATE OF state ON invitations FOR EACH ROW
    WHEN (NEW.state = 'revoked' AND OLD.state <> 'revoked') EXECUTE FUNCTION host_invitation_events('invitation.expired');
CREATE TRIGGER invitations_host_expired AFTER UPDATE OF expired_at ON invitations FOR EACH ROW
    WHEN (NEW.state = 'open') EXECUTE FUNCTION host_invitation_events('invitation.expired');
