package sdk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
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
	call := idempotentCall{Scope: scope, Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return inOneStep(ctx, call, func(ctx context.Context) (*RegistrationAnswer, error) {
		return c.updateInOneStep(ctx, signupID, key, sections, in, meta, call)
	}, func(ctx context.Context) (*RegistrationAnswer, error) {
		return idempotent(ctx, c, call, func(claim *idempotencyClaim) (*RegistrationAnswer, error) {
			return c.updateRegistration(ctx, signupID, key, sections, in, meta, claim)
		})
	})
}

func (c *Client) updateRegistration(ctx context.Context, signupID string, key Secret, sections []Section, in RegistrationInput, meta CallMeta, claim *idempotencyClaim) (*RegistrationAnswer, error) {
	world, err := c.registrationWorld(ctx, meta)
	if err != nil {
		return nil, err
	}
	if err := c.peekDuplicateLimit(ctx, sections, meta); err != nil {
		return nil, err
	}
	hashes, err := c.hashBeforeUpdate(ctx, signupID, key, sections, in, world, meta)
	if err != nil {
		return nil, err
	}
	var answer *RegistrationAnswer
	err = c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		row, err := c.lockOpenRegistration(ctx, q, signupID, key)
		if err != nil {
			return err
		}
		d, err := draftOf(row)
		if err != nil {
			return err
		}
		before := *d
		if err := d.apply(sections, in, world, meta); err != nil {
			return err
		}
		hashes.into(&d.row)
		if err := c.checkDuplicates(ctx, q, &before, d, sections, in, meta.Lang); err != nil {
			return err
		}
		d.afterChange(world, c.now())
		changed, err := d.columns()
		if err != nil {
			return err
		}
		if err := q.SaveRegistration(ctx, saveParams(changed, eventKind(&before, d), sections)); err != nil {
			return fmt.Errorf("save registration: %w", err)
		}
		answer = &RegistrationAnswer{
			SignupID: signupID, ValidationErrors: Violations{}, Registration: d.wire(d.stepState(world, false)),
		}
		return claim.store(ctx, q, answer)
	})
	if err != nil {
		return nil, c.countDuplicate(ctx, err, meta)
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

// securityHashes are what is kept of a security answer and code; empty where the section isn't changed.
type securityHashes struct{ answer, code *string }

func (h securityHashes) into(row *registrationRow) {
	if h.answer != nil {
		row.SecurityAnswerHash = h.answer
	}
	if h.code != nil {
		row.SecurityCodeHash = h.code
	}
}

// hashBeforeUpdate hashes for the security sections, if there are any, before the transaction and only
// for the session's owner with a valid input: hashing costs 19 MiB and tens of milliseconds.
func (c *Client) hashBeforeUpdate(ctx context.Context, signupID string, key Secret, sections []Section, in RegistrationInput, world registrationWorld, meta CallMeta) (securityHashes, error) {
	if !slices.Contains(sections, SectionSecurityQuestion) && !slices.Contains(sections, SectionSecurityCode) {
		return securityHashes{}, nil
	}
	row, err := c.loadRegistration(ctx, c.q, signupID, key)
	if err != nil {
		return securityHashes{}, err
	}
	if err := openFault(row); err != nil {
		return securityHashes{}, err
	}
	d, err := draftOf(row)
	if err != nil {
		return securityHashes{}, err
	}
	if err := d.apply(sections, in, world, meta); err != nil {
		return securityHashes{}, err
	}
	d.row.SecurityAnswerHash, d.row.SecurityCodeHash = nil, nil // only what this call brings is passed on
	err = c.hashSecurity(ctx, d, sections, in)
	return securityHashes{answer: d.row.SecurityAnswerHash, code: d.row.SecurityCodeHash}, err
}

// hashSecurity hashes what the security sections hold into the draft. The input has been validated.
func (c *Client) hashSecurity(ctx context.Context, d *draft, sections []Section, in RegistrationInput) error {
	if slices.Contains(sections, SectionSecurityQuestion) {
		hash, err := c.hasher.hash(ctx, []byte(FoldSecurityAnswer(in.SecurityAnswer).Reveal()))
		if err != nil {
			return err
		}
		d.row.SecurityAnswerHash = &hash
	}
	if slices.Contains(sections, SectionSecurityCode) {
		hash, err := c.hashSecurityCode(ctx, in.SecurityCode)
		if err != nil {
			return err
		}
		d.row.SecurityCodeHash = &hash
	}
	return nil
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
