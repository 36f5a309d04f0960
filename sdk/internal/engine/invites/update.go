package invites

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/checkouts"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// inviteFinder finds the registration of an invitation. Some finders lock it.
type inviteFinder = func(ctx context.Context, invitationID uuid.UUID) (signups.Row, error)

// Update implements [invite.Client].
func (c *Engine) Update(ctx context.Context, userID string, token secret.Secret, in signup.Input, meta caller.Meta) (*invite.Answer, error) {
	sections, err := inviteSectionsOf(in)
	if err != nil {
		return nil, err
	}
	if in.Parent != nil && in.Parent.UserID != "" {
		if userID != "" && userID != in.Parent.UserID {
			return nil, fault.AccountForbidden
		}
		userID = in.Parent.UserID
	}
	if _, err := c.account.Invitee(ctx, c.core.Q, userID, token); err != nil { // before returning a stored answer
		return nil, err
	}
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallUpdateInvitation, core.Holder(token)), Key: meta.IdempotencyKey, Request: in, Chosen: []secret.Secret{in.SecurityAnswer, in.SecurityCode}, Lang: meta.Lang}
	return core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*invite.Answer, error) {
		return c.updateInvitation(ctx, userID, token, inviteChange{sections: sections, in: in, meta: meta}, claim)
	})
}

// inviteSectionsOf returns the input's sections in the order of the form. An invited parent can't change the family or name sections.
func inviteSectionsOf(in signup.Input) ([]signup.Section, error) {
	sections, err := signups.SectionsOf(in)
	if err != nil {
		return nil, err
	}
	if slices.Contains(sections, signup.SectionFamily) || slices.Contains(sections, signup.SectionName) {
		return nil, fault.SectionUnknown
	}
	return sections, nil
}

func (c *Engine) updateInvitation(ctx context.Context, userID string, token secret.Secret, change inviteChange, claim *core.IdempotencyClaim) (*invite.Answer, error) {
	var err error
	if change.decision, err = c.signup.DecisionContext(ctx, change.meta); err != nil {
		return nil, err
	}
	if err := c.signup.PeekDuplicateLimit(ctx, change.sections, change.meta); err != nil {
		return nil, err
	}
	change.arms = c.signup.ArmsOf(ctx, change.meta)
	if err := c.hashInviteSecurity(ctx, userID, token, &change); err != nil {
		return nil, err
	}
	var answer *invite.Answer
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		invitee, err := c.account.LockInvitee(ctx, tx.Queries, userID, token)
		if err != nil {
			return err
		}
		if err := c.saveInvitation(ctx, tx, invitee, change); err != nil {
			return err
		}
		if invitee.Invitation, err = tx.GetInvitation(ctx, invitee.Invitation.ID); err != nil {
			return fmt.Errorf("invitation: %w", err)
		}
		if invitee, err = c.account.InviteeOf(ctx, tx.Queries, invitee.Invitation); err != nil {
			return err
		}
		current, err := c.invitationContext(ctx, tx, invitee, change.decision, change.meta)
		if err != nil {
			return err
		}
		answer = &invite.Answer{ValidationErrors: fault.Violations{}, Invitation: current}
		return claim.Store(ctx, tx, answer)
	})
	if err != nil {
		return nil, c.core.CountDuplicate(ctx, err, change.meta)
	}
	c.core.Log.Info("invitation updated", "account", answer.Invitation.UserID, "sections", change.sections)
	return answer, nil
}

// inviteChange is a call's change of an invited parent's registration.
type inviteChange struct {
	sections []signup.Section
	in       signup.Input
	decision signups.DecisionContext
	arms     map[string]flag.Arm // of the visitor at the first change
	meta     caller.Meta
	hashes   signups.SecurityHashes
}

// hashInviteSecurity computes the hashes of the security sections, if any. It runs before the transaction and only for a valid input, because hashing
// costs memory and time.
func (c *Engine) hashInviteSecurity(ctx context.Context, userID string, token secret.Secret, change *inviteChange) error {
	if !slices.Contains(change.sections, signup.SectionSecurityQuestion) && !slices.Contains(change.sections, signup.SectionSecurityCode) {
		return nil
	}
	invitee, err := c.account.Invitee(ctx, c.core.Q, userID, token)
	if err != nil {
		return err
	}
	d, err := c.inviteDraft(ctx, c.core.Q, c.core.Q.FindInvitationRegistration, invitee, change.decision)
	if err != nil {
		return err
	}
	if err := c.applyInviteChange(ctx, c.core.Q, d, invitee, *change); err != nil {
		return err
	}
	change.hashes, err = c.signup.HashSecurity(ctx, change.sections, change.in)
	return err
}

// applyInviteChange applies a change to the draft, if the registration is open to changes.
func (c *Engine) applyInviteChange(ctx context.Context, q *db.Queries, d *signups.Draft, invitee accounts.Invitee, change inviteChange) error {
	if invitee.Account != nil {
		return fault.RegistrationIsPaid
	}
	if err := signups.OpenFault(d.Row); err != nil {
		return err
	}
	seat, err := c.account.Seat(ctx, q, accounts.PlaceOf(invitee.Invitation))
	if err != nil {
		return err
	}
	return applyInvite(d, invitee, seat, change)
}

// notHashedYet stands for the hash of an answer or code until the whole input is valid.
const notHashedYet = "-"

// applyInvite is apply for an invited parent: other steps, the same sections and rules.
func applyInvite(d *signups.Draft, invitee accounts.Invitee, s accounts.Seat, change inviteChange) error {
	lang := text.Language(change.meta.Lang)
	d.ApplyMeta(change.in, change.meta, lang)
	var broken fault.Violations
	for _, section := range change.sections {
		facts := inviteFactsOf(d, invitee, s, change.decision)
		if !slices.Contains(signups.GuardOf(inviteGuards, stepOf(facts)).Sections, section) {
			if len(broken) > 0 {
				break // the rejected earlier section blocks this one's step
			}
			return fault.StepOutOfOrder
		}
		wrong := d.ApplySection(section, change.in, change.decision, lang)
		broken = append(broken, wrong...)
		if len(wrong) == 0 { // hashed after full validation, but set from here on
			switch section {
			case signup.SectionSecurityQuestion:
				d.SecurityAnswerHash = notHashedYet
			case signup.SectionSecurityCode:
				d.SecurityCodeHash = notHashedYet
			}
		}
	}
	if len(broken) > 0 {
		return &fault.ValidationError{Violations: broken}
	}
	if d.Order != nil { // an invited parent pays only for their own seat
		d.Order = &signup.Order{OrderChoice: d.Order.OrderChoice}
	}
	d.Row.LastCompletedStep = inviteFactsOf(d, invitee, s, change.decision).lastStep()
	return nil
}

// saveInvitation applies a change to the locked invitation's registration. Once the data is complete it takes up a paid seat.
func (c *Engine) saveInvitation(ctx context.Context, tx *pg.Tx, invitee accounts.Invitee, change inviteChange) error {
	d, err := c.inviteDraft(ctx, tx.Queries, tx.LockInvitationRegistration, invitee, change.decision)
	if err != nil {
		return err
	}
	before := *d
	if err := c.applyInviteChange(ctx, tx.Queries, d, invitee, change); err != nil {
		return err
	}
	change.hashes.Into(d)
	if d.Fresh() {
		d.Arms = change.arms
	}
	if slices.Contains(change.sections, signup.SectionParent) {
		if err := c.refuseOthersEmail(ctx, tx.Queries, d, invitee, change.meta.Lang); err != nil {
			return err
		}
	}
	if err := c.writeInvitationRow(ctx, tx.Queries, d, signups.EventKind(&before, d), change.sections, invitee); err != nil {
		return err
	}
	seat, err := c.account.Seat(ctx, tx.Queries, accounts.PlaceOf(invitee.Invitation))
	if err != nil {
		return err
	}
	facts := inviteFactsOf(d, invitee, seat, change.decision)
	if !facts.StepOne || !facts.Current || !facts.BillingComplete {
		return nil
	}
	return c.takeUpSeat(ctx, tx, d)
}

// refuseOthersEmail rejects an email that belongs to another account.
func (c *Engine) refuseOthersEmail(ctx context.Context, q *db.Queries, d *signups.Draft, invitee accounts.Invitee, lang string) error {
	taken, err := q.EmailOfAnother(ctx, c.core.People.EmailHashes(d.EmailKey()), invitee.UserID())
	if err != nil {
		return fmt.Errorf("invitation: e-mail: %w", err)
	}
	if taken {
		return checkouts.DuplicateAtPayment(c.checkout, d, text.Language(lang))
	}
	return nil
}

func (c *Engine) writeInvitationRow(ctx context.Context, q *db.Queries, d *signups.Draft, kind string, sections []signup.Section, invitee accounts.Invitee) error {
	d.Row.UpdatedAt, d.Row.ExpiresAt = c.core.Now(), invitee.Invitation.ExpiresAt.Add(core.KeepEndedToken)
	fresh := d.Fresh()
	if fresh {
		if err := c.endStaleRegistration(ctx, q, invitee.Invitation.ID); err != nil {
			return err
		}
		kind = "created"
	}
	p, err := c.signup.SaveParams(ctx, d, kind, sections)
	if err != nil {
		return err
	}
	n, err := q.SaveRegistration(ctx, p)
	if err == nil && n == 0 {
		err = errors.New("it was changed meanwhile")
	}
	if err != nil {
		return fmt.Errorf("invitation: save registration: %w", err)
	}
	return nil
}

// endStaleRegistration marks a registration that ended with its link as expired, so that the next one can replace it.
func (c *Engine) endStaleRegistration(ctx context.Context, q *db.Queries, invitationID uuid.UUID) error {
	stale, err := q.FindInvitationRegistration(ctx, invitationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = q.ExpireRegistrations(ctx, pg.NewIDs(1), []uuid.UUID{stale.ID}, c.core.Now())
	}
	if err != nil {
		return fmt.Errorf("invitation: end registration: %w", err)
	}
	return nil
}
