package signups

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Life is the life of a sign-up after its last successful change.
const Life = 24 * time.Hour

// BegunLife returns the upper bound of the ids of registrations that began at least one Life ago. Only these can have expired.
func BegunLife(now time.Time) uuid.UUID { return core.FirstIDAt(now.Add(time.Millisecond - Life)) }

// actorOf returns the actor of a registration's events.
func actorOf(row Row) string {
	if row.InvitationID != nil {
		return core.ActorInvitee
	}
	return core.ActorRegistrant
}

// Create implements [signup.Client].
func (c *Engine) Create(ctx context.Context, in signup.Input, meta caller.Meta) (*signup.Answer, error) {
	sections, err := SectionsOf(in)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(sections, signup.SectionParent) {
		return nil, fault.SectionMissing.Without("parent")
	}
	step := &registrationStep{
		sections: sections, in: in, meta: meta,
		call: core.IdempotentCall{Scope: core.ScopeOf(core.CallCreateSignup), Key: meta.IdempotencyKey, Request: in, Chosen: chosenOf(in), Lang: meta.Lang},
	}
	answer, err := c.runStep(ctx, step, func(ctx context.Context, now time.Time) (*signup.Answer, error) {
		return c.createOnce(ctx, step, now)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Debug("registration created", "registration", answer.SignupID, "step", answer.Registration.LastCompletedStep)
	return answer, nil
}

// NewDraft returns an empty registration that begins now. Its person has no key yet; [Engine.SaveParams] makes the key.
func (c *Engine) NewDraft(now time.Time) *Draft {
	return &Draft{
		Row:     Row{ID: c.core.NewIDAt(now), PersonID: pg.NewID(), State: string(signup.Open), CreatedAt: now},
		Entered: Entered{Children: []form.Child{}},
		Choice:  Choice{KnowsCoParentEmail: true},
	}
}

// created returns the answer to the registration's creation, the only answer that contains its key.
func (d *Draft) created(key secret.Secret, decision DecisionContext) *signup.Answer {
	return &signup.Answer{
		SignupID: d.Row.ID.String(), RegistrationKey: secret.Shown(key), ValidationErrors: fault.Violations{},
		Registration: d.wire(d.StepState(decision, false)),
	}
}
