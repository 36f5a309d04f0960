package sdk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// inviteFinder finds the registration of an invitation, locked or not.
type inviteFinder = func(ctx context.Context, invitationID uuid.UUID) (registrationRow, error)

// fresh reports whether the draft has no row yet.
func (d *draft) fresh() bool { return d.row.ID == uuid.Nil }

// UpdateInvitation changes the sections named in the input (PARENT, REFERRAL, SECURITY_QUESTION,
// SECURITY_CODE, ADDRESS, ORDER) of an invited parent's registration, and leaves the others. Nothing is
// changed when any rule is broken. What was entered lives as long as the link can be renewed.
//
// With a paid seat, the billing address is the last that is asked: then the account takes up the seat, and
// the answer carries the credentials token.
//
// Errors: [ValidationError] (every broken rule at once; field duplicate where the e-mail is another
// account's). Faults: [InvitationTokenInvalid]; [AccountForbidden] for a good token and another user's id,
// in userID or in parent.userId; [RegistrationIsPaid], [RegistrationBusy], [StepOutOfOrder],
// [SectionMissing], [SectionUnknown], [TooManyTries], [Saturated], and those of idempotency as for
// [Client.CreateRegistration].
func (c *Client) UpdateInvitation(ctx context.Context, userID string, token Secret, in RegistrationInput, meta CallMeta) (*InvitationAnswer, error) {
	sections, err := inviteSectionsOf(in)
	if err != nil {
		return nil, err
	}
	if in.Parent != nil && in.Parent.UserID != "" {
		if userID != "" && userID != in.Parent.UserID {
			return nil, AccountForbidden
		}
		userID = in.Parent.UserID
	}
	if _, err := c.invitee(ctx, c.q, userID, token); err != nil { // before a stored answer is given again
		return nil, err
	}
	call := idempotentCall{Scope: fmt.Sprintf("invitation_update/%x", tokenHash(token)), Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return idempotent(ctx, c, call, func(claim *idempotencyClaim) (*InvitationAnswer, error) {
		return c.updateInvitation(ctx, userID, token, sections, in, meta, claim)
	})
}

// inviteSectionsOf gives the input's sections in the order of the form. An invited parent has no family to
// name.
func inviteSectionsOf(in RegistrationInput) ([]Section, error) {
	sections, err := sectionsOf(in)
	if err != nil {
		return nil, err
	}
	if slices.Contains(sections, SectionFamily) || slices.Contains(sections, SectionName) {
		return nil, SectionUnknown
	}
	return sections, nil
}

func (c *Client) updateInvitation(ctx context.Context, userID string, token Secret, sections []Section, in RegistrationInput, meta CallMeta, claim *idempotencyClaim) (*InvitationAnswer, error) {
	world, err := c.registrationWorld(ctx, meta)
	if err != nil {
		return nil, err
	}
	if err := c.peekDuplicateLimit(ctx, sections, meta); err != nil {
		return nil, err
	}
	arms, err := c.armsOf(ctx, meta)
	if err != nil {
		return nil, err
	}
	change := inviteChange{sections: sections, in: in, world: world, arms: arms, meta: meta}
	if err := c.hashInviteSecurity(ctx, userID, token, &change); err != nil {
		return nil, err
	}
	var answer *InvitationAnswer
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		who, err := c.lockInvitee(ctx, q, userID, token)
		if err != nil {
			return err
		}
		if err := c.saveInvitation(ctx, q, tx, who, change); err != nil {
			return err
		}
		if who.account, err = q.GetAccount(ctx, who.account.ID); err != nil {
			return fmt.Errorf("invitation: account: %w", err)
		}
		told, err := c.invitationContext(ctx, q, tx, who, world, meta)
		if err != nil {
			return err
		}
		answer = &InvitationAnswer{ValidationErrors: Violations{}, Invitation: told}
		return claim.store(ctx, q, answer)
	})
	if err != nil {
		return nil, c.countDuplicate(ctx, err, meta)
	}
	c.cfg.Log.Info("invitation updated", "account", answer.Invitation.UserID, "sections", sections)
	return answer, nil
}

// inviteChange is one call's change of an invited parent's registration.
type inviteChange struct {
	sections []Section
	in       RegistrationInput
	world    registrationWorld
	arms     []byte // of the visitor who begins
	meta     CallMeta
	hashes   securityHashes
}

// hashInviteSecurity hashes for the security sections, if there are any, before the transaction and only
// for a valid input: hashing costs memory and time.
func (c *Client) hashInviteSecurity(ctx context.Context, userID string, token Secret, change *inviteChange) error {
	if !slices.Contains(change.sections, SectionSecurityQuestion) && !slices.Contains(change.sections, SectionSecurityCode) {
		return nil
	}
	who, err := c.invitee(ctx, c.q, userID, token)
	if err != nil {
		return err
	}
	d, err := c.inviteDraft(ctx, c.q.FindInvitationRegistration, who, change.world)
	if err != nil {
		return err
	}
	if err := c.applyInviteChange(ctx, c.q, d, who, *change); err != nil {
		return err
	}
	change.hashes, err = c.hashSecurity(ctx, change.sections, change.in)
	return err
}

// applyInviteChange decides what a change makes of the draft, if it may be changed.
func (c *Client) applyInviteChange(ctx context.Context, q *db.Queries, d *draft, who invitee, change inviteChange) error {
	if who.invitation.State == invitationAccepted || who.account.State != accountInvited {
		return RegistrationIsPaid
	}
	if err := openFault(d.row); err != nil {
		return err
	}
	seat, err := c.seat(ctx, q, who.account)
	if err != nil {
		return err
	}
	return applyInvite(d, who.account, seat, change)
}

// applyInvite is apply for an invited parent: other steps, the same sections and rules.
func applyInvite(d *draft, account db.Account, s seat, change inviteChange) error {
	lang := text.Language(change.meta.Lang)
	d.applyMeta(change.in, change.meta, lang)
	var broken Violations
	for _, section := range change.sections {
		facts := inviteFactsOf(d, account, s, change.world)
		if !slices.Contains(guardOf(inviteGuards, inviteState(facts)).Sections, section) {
			if len(broken) > 0 {
				break // the earlier section's fault is why this one's step isn't reached
			}
			return StepOutOfOrder
		}
		wrong := d.applySection(section, change.in, change.world, lang)
		broken = append(broken, wrong...)
		if len(wrong) == 0 { // hashed after everything is known to be good, and counts from now on
			switch section {
			case SectionSecurityQuestion:
				d.row.SecurityAnswerHash = ptr("")
			case SectionSecurityCode:
				d.row.SecurityCodeHash = ptr("")
			}
		}
	}
	if len(broken) > 0 {
		return &ValidationError{Violations: broken}
	}
	d.row.PayForCoparent = false // nobody pays for another here
	d.row.LastCompletedStep = inviteFactsOf(d, account, s, change.world).lastStep()
	return nil
}

// saveInvitation applies a change to the locked invitation's registration and takes up a paid seat when
// nothing is missing any more.
func (c *Client) saveInvitation(ctx context.Context, q *db.Queries, tx pgx.Tx, who invitee, change inviteChange) error {
	d, err := c.inviteDraft(ctx, q.LockInvitationRegistration, who, change.world)
	if err != nil {
		return err
	}
	before := *d
	if err := c.applyInviteChange(ctx, q, d, who, change); err != nil {
		return err
	}
	change.hashes.into(&d.row)
	if d.fresh() {
		d.row.Arms = change.arms
	}
	if slices.Contains(change.sections, SectionParent) {
		if err := c.refuseOthersEmail(ctx, q, d, who, change.meta.Lang); err != nil {
			return err
		}
	}
	if err := c.writeInvitationRow(ctx, q, d, eventKind(&before, d), change.sections, who); err != nil {
		return err
	}
	seat, err := c.seat(ctx, q, who.account)
	if err != nil {
		return err
	}
	facts := inviteFactsOf(d, who.account, seat, change.world)
	if !facts.StepOne || !facts.Current || !facts.BillingComplete {
		return nil
	}
	return c.takeUpSeat(ctx, q, tx, d)
}

// refuseOthersEmail reports an e-mail that is another account's.
func (c *Client) refuseOthersEmail(ctx context.Context, q *db.Queries, d *draft, who invitee, lang string) error {
	taken, err := q.EmailOfAnother(ctx, orEmpty(d.row.ParentEmailKey), who.account.ID)
	if err != nil {
		return fmt.Errorf("invitation: e-mail: %w", err)
	}
	if taken {
		return duplicateAtPayment(c, d, text.Language(lang))
	}
	return nil
}

func (c *Client) writeInvitationRow(ctx context.Context, q *db.Queries, d *draft, kind string, sections []Section, who invitee) error {
	d.row.UpdatedAt, d.row.ExpiresAt = c.now(), who.invitation.ExpiresAt.Add(keepEndedToken)
	fresh := d.fresh()
	if fresh {
		if err := c.endStaleRegistration(ctx, q, who.invitation.ID); err != nil {
			return err
		}
		d.row.ID = newID()
	}
	row, err := d.columns()
	if err != nil {
		return err
	}
	if fresh {
		kind = "created"
	}
	if _, err = q.SaveRegistration(ctx, saveParams(row, kind, sections)); err != nil {
		return fmt.Errorf("invitation: save registration: %w", err)
	}
	return nil
}

// endStaleRegistration marks a registration that ended with its link, so that the next can take its place.
func (c *Client) endStaleRegistration(ctx context.Context, q *db.Queries, invitationID uuid.UUID) error {
	stale, err := q.FindInvitationRegistration(ctx, invitationID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = q.ExpireRegistrations(ctx, newIDs(1), []uuid.UUID{stale.ID}, c.now())
	}
	if err != nil {
		return fmt.Errorf("invitation: end registration: %w", err)
	}
	return nil
}
