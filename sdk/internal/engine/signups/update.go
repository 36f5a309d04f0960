package signups

import (
	"context"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Update implements [signup.Client].
func (c *Engine) Update(ctx context.Context, signupID string, key secret.Secret, in signup.Input, meta caller.Meta) (*signup.Answer, error) {
	sections, err := SectionsOf(in)
	if err != nil {
		return nil, err
	}
	// The registration key is part of the scope: a stored answer is only for the key's holder.
	scope := core.ScopeOf(core.CallUpdateSignup, signupID, core.Holder(key))
	id, err := registrationID(signupID)
	if err != nil {
		return nil, err
	}
	step := &registrationStep{
		sections: sections, in: in, meta: meta, key: key,
		call: core.IdempotentCall{Scope: scope, Key: meta.IdempotencyKey, Request: in, Chosen: chosenOf(in), Lang: meta.Lang},
	}
	answer, err := c.runStep(ctx, step, func(ctx context.Context, now time.Time) (*signup.Answer, error) {
		return c.updateOnce(ctx, step, id, now)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Debug("registration updated", "registration", signupID, "sections", sections)
	return answer, nil
}

// EventKind returns the event kind that fits a change best.
func EventKind(before, after *Draft) string {
	switch {
	case before.ConfirmedCountry != after.ConfirmedCountry:
		return "country_confirmed"
	case !before.ParentDuplicateConfirmed && after.ParentDuplicateConfirmed,
		!before.CoParentDuplicateConfirmed && after.CoParentDuplicateConfirmed:
		return "duplicate_confirmed"
	}
	return "updated"
}

// afterChange sets the fields that every successful change sets.
func (d *Draft) afterChange(decision DecisionContext, now time.Time) {
	d.Row.UpdatedAt = now
	d.Row.ExpiresAt = now.Add(Life)
	d.preselect(decision)
	// A parent with an unresolved duplicate has no package to pay for.
	if d.StepState(decision, false) == StepDuplicate {
		d.Row.LastCompletedStep = min(d.Row.LastCompletedStep, 2)
	}
}
