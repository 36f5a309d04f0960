package core

import (
	"encoding/base64"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

const purposeRefusal = "invitation-refusal"

// RefusalToken returns the token of the link by which an invitee reports that they don't know the inviter. The token opens nothing, so it is
// signed instead of stored. Each mail has the same one, and it stays valid when the invitation gets a new link.
func (c *Core) RefusalToken(invitationID uuid.UUID) secret.Secret {
	return secret.Secret(base64.RawURLEncoding.EncodeToString(append(invitationID[:], c.Keys.Mac(purposeRefusal, invitationID.String())...)))
}

// RefusedInvitation returns the invitation of a token of [Core.RefusalToken], under any server secret. Fault: [fault.TokenInvalid].
func (c *Core) RefusedInvitation(token secret.Secret) (uuid.UUID, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token.Reveal())
	var id uuid.UUID
	if err != nil || len(raw) <= len(id) {
		return uuid.Nil, fault.TokenInvalid
	}
	signature := raw[copy(id[:], raw):]
	for _, good := range c.Keys.UnderAll(purposeRefusal, id.String()) {
		if secret.SameHash(good, signature) {
			return id, nil
		}
	}
	return uuid.Nil, fault.TokenInvalid
}
