package sdk

import (
	"context"
	"slices"
	"time"
)

// registrationLife is how long a sign-up lives after its last successful change.
const registrationLife = 24 * time.Hour

// Who changed a registration, for its events.
const (
	actorRegistrant = "registrant"
	actorInvitee    = "invitee"
	actorOperator   = "operator"
)

// actorOf is whose registration it is.
func actorOf(row registrationRow) string {
	if row.InvitationID != nil {
		return actorInvitee
	}
	return actorRegistrant
}

// CreateRegistration starts a sign-up with section PARENT, and whatever other sections come with it. The
// answer holds the registration key, which is shown this once. With an idempotency key a second call of
// the same content gives the same answer, key included.
//
// Errors: [ValidationError] (every broken rule at once; field duplicate or duplicateWarning where the
// person seems to have an account). Faults: [SectionMissing], [SectionUnknown], [StepOutOfOrder],
// [TooManyTries], [IdempotencyKeyInvalid], [IdempotencyMismatch], [InProgress], [Saturated].
func (c *Client) CreateRegistration(ctx context.Context, in RegistrationInput, meta CallMeta) (*RegistrationAnswer, error) {
	sections, err := sectionsOf(in)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(sections, SectionParent) {
		return nil, SectionMissing
	}
	step := &registrationStep{
		sections: sections, in: in, meta: meta,
		call: idempotentCall{Scope: "registration_create", Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang},
	}
	answer, err := c.runStep(ctx, step, func(ctx context.Context, now time.Time) (*RegistrationAnswer, error) {
		return c.createOnce(ctx, step, now)
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Debug("registration created", "registration", answer.SignupID, "step", answer.Registration.LastCompletedStep)
	return answer, nil
}

// newDraft is a registration that nothing was entered into yet, of a visitor with these arms.
func newDraft(keyHash, arms []byte, now time.Time) *draft {
	return &draft{children: []Child{}, row: registrationRow{
		ID: newID(), KeyHash: keyHash, State: string(RegistrationOpen), KnowsCoParentEmail: true,
		Services: []string{}, Arms: arms, CreatedAt: now,
	}}
}

// created is the answer to who made the registration, and alone gets its key.
func (d *draft) created(key Secret, world registrationWorld) *RegistrationAnswer {
	return &RegistrationAnswer{
		SignupID: d.row.ID.String(), RegistrationKey: key.Reveal(), ValidationErrors: Violations{},
		Registration: d.wire(d.stepState(world, false)),
	}
}
