package sdk

import (
	"context"
	"fmt"
	"time"
)

// UpdateRegistration changes the sections named in the input and leaves the others. It extends the
// session to 24 hours from now. Nothing is changed when any rule is broken.
//
// Errors: [ValidationError] (every broken rule at once; fields duplicate and duplicateWarning as for
// [Client.CreateRegistration]). Faults: [RegistrationNotFound], [RegistrationKeyWrong],
// [RegistrationGone], [RegistrationIsPaid], [RegistrationBusy] while a payment is being confirmed,
// [StepOutOfOrder] for a section whose step isn't reached yet, [SectionMissing], [SectionUnknown],
// [TooManyTries], [IdempotencyKeyInvalid], [IdempotencyMismatch], [InProgress], [Saturated].
func (c *Client) UpdateRegistration(ctx context.Context, signupID string, key Secret, in RegistrationInput, meta CallMeta) (*RegistrationAnswer, error) {
	sections, err := sectionsOf(in)
	if err != nil {
		return nil, err
	}
	// The registration key is part of the scope: a stored answer is for its holder only.
	scope := fmt.Sprintf("registration_update/%s/%x", signupID, tokenHash(key))
	id, err := registrationID(signupID)
	if err != nil {
		return nil, err
	}
	step := &registrationStep{
		sections: sections, in: in, meta: meta,
		call: idempotentCall{Scope: scope, Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang},
	}
	answer, err := c.runStep(ctx, step, func(ctx context.Context, now time.Time) (*RegistrationAnswer, error) {
		return c.updateOnce(ctx, step, id, signupID, key, now)
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Debug("registration updated", "registration", signupID, "sections", sections)
	return answer, nil
}

// eventKind names the most telling thing about a change.
func eventKind(before, after *draft) string {
	switch {
	case orEmpty(before.row.ConfirmedCountry) != orEmpty(after.row.ConfirmedCountry):
		return "country_confirmed"
	case !before.row.ParentDuplicateConfirmed && after.row.ParentDuplicateConfirmed,
		!before.row.CoParentDuplicateConfirmed && after.row.CoParentDuplicateConfirmed:
		return "duplicate_confirmed"
	}
	return "updated"
}

// afterChange sets what every successful change sets.
func (d *draft) afterChange(world registrationWorld, now time.Time) {
	d.row.UpdatedAt = now
	d.row.ExpiresAt = now.Add(registrationLife)
	d.preselect(world)
	// Whoever has to settle a duplicate with support first has no package to pay for.
	if d.stepState(world, false) == StepDuplicate {
		d.row.LastCompletedStep = min(d.row.LastCompletedStep, 2)
	}
}
