package core

import (
	"encoding/base64"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

const purposeRefusal = "invitation-refusal"

// RefusalToken returns the token of the link by which the reader of an invitation's mail says that they don't know who invited them. It opens
// nothing, so it is signed, not stored: each mail has the same one, and a new link of the invitation ends none.
func (c *Core) RefusalToken(invitationID uuid.UUID) secret.Secret {
	return secret.Secret(base64.RawURLEncoding.EncodeToString(append(invitationID[:], c.Keys.Mac(purposeRefusal, invitationID.String())...)))
}

// RefusedInvitation returns the invitation that a token of [Core.RefusalToken] is of, under any server secret. Fault: [fault.TokenInvalid].
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
