package invite

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/text"
)

// The faults of making an invitation.
var (
	// InviterNotFound answers an inviter who is no parent of a family.
	InviterNotFound = fault.New(fault.NotFound, "inviter_not_found", nil)
	// SeatTaken answers an invitation to a family whose co-parent has joined, is invited already, or has closed their account.
	SeatTaken = fault.New(fault.Conflict, "seat_taken", nil)
)

// Input is a family that a professional invites.
type Input struct {
	Parent   form.InvitedPerson  `json:"parent"`
	CoParent *form.InvitedPerson `json:"coParent,omitempty" doc:"Gets an invitation, too"`
	Children []form.Child        `json:"children,omitempty"`
	Locale   string              `json:"locale,omitempty" doc:"Of mail and welcome page: en, es or es_MX; default that of the call"`
}

// Create lets a professional create a family and invite its parents: each gets an account that
// waits for them, and a mail with the link. The caller has made sure that it is the professional who
// calls. It answers the invitations, the parent's first. An e-mail that has an account already is no
// error: nobody learns of it but its owner, who gets a mail.
//
// Errors: [fault.ValidationError] (parent.…, coParent.…, children[0].…, locale). Faults:
// [fault.ProfessionalNotFound], also for one that is suspended; [fault.TooManyTries] for more than Limits.Invitations;
// those of idempotency as for [signup.Client.Create].
func (c *Client) Create(ctx context.Context, professionalID string, in Input, meta caller.Meta) ([]Info, error) {
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallInviteFamily, professionalID), Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	made, err := core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*[]Info, error) {
		return c.createInvitation(ctx, professionalID, in, meta, claim)
	})
	if err != nil {
		return nil, err
	}
	return *made, nil
}

func (c *Client) createInvitation(ctx context.Context, professionalID string, in Input, meta caller.Meta, claim *core.IdempotencyClaim) (*[]Info, error) {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return nil, fault.ProfessionalNotFound
	}
	guests, children, err := in.validate(text.Language(meta.Lang))
	if err != nil {
		return nil, err
	}
	// Anyone may sign up as a professional: mail to strangers has a bound from the first day.
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitInvitations, c.core.Limits.Invitations, professionalID); err != nil {
		return nil, err
	}
	var made []Info
	err = c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		pro, err := q.GetProfessional(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && pro.State == string(professional.Suspended) {
			return fault.ProfessionalNotFound
		}
		if err != nil {
			return fmt.Errorf("invite: professional: %w", err)
		}
		family := pg.NewID()
		if err := q.InsertFamily(ctx, family, c.core.Now()); err != nil {
			return fmt.Errorf("invite: family: %w", err)
		}
		if err := c.core.People.SealChildren(ctx, q, family, children, c.core.Now()); err != nil {
			return err
		}
		by, err := q.PersonOfProfessional(ctx, id)
		if err != nil {
			return fmt.Errorf("invite: professional's person: %w", err)
		}
		from := inviter{professionalID: &id, accountID: pro.AccountID, personID: by, actor: "professional"}
		emails := make([]*string, len(guests))
		for i, guest := range guests {
			emails[i] = pg.Optional(form.NormalizeEmail(guest.Email))
		}
		if err := pg.LockEmails(ctx, q, emails...); err != nil {
			return err
		}
		made = make([]Info, 0, len(guests))
		for i, guest := range guests {
			info, err := c.invite(ctx, q, tx, from, seatOffer{family: family, role: []string{checkout.FamilyParentA, checkout.FamilyParentB}[i], guest: guest, locale: in.locale(meta.Lang)})
			if err != nil {
				return err
			}
			made = append(made, info)
		}
		return claim.Store(ctx, q, made)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("family invited", "professional", professionalID, "invitations", len(made))
	return &made, nil
}

// InviteCoParent is the operator's way to invite the other parent of a family that is there, on behalf of
// one who has joined: where they named nobody who could be reached, or the invitation was revoked.
//
// Errors: [fault.ValidationError] (firstName, lastName, email, phoneNumber …). Faults: [InviterNotFound],
// [SeatTaken].
func (c *Client) InviteCoParent(ctx context.Context, inviterUserID string, guest form.InvitedPerson, locale string, meta caller.Meta) (*Info, error) {
	id, err := uuid.Parse(inviterUserID)
	if err != nil {
		return nil, InviterNotFound
	}
	v := form.Violator{Lang: text.Language(meta.Lang)}
	guest = v.Guest("", guest)
	v.Locale(locale)
	if len(v.Found) > 0 {
		return nil, &fault.ValidationError{Violations: v.Found}
	}
	var made Info
	err = c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		owner, err := q.GetAccount(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && (owner.FamilyID == nil || owner.State == account.Invited || owner.State == account.Closed) {
			return InviterNotFound
		}
		if err != nil {
			return fmt.Errorf("invite: inviter: %w", err)
		}
		role := checkout.FamilyParentB
		if *owner.FamilyRole == checkout.FamilyParentB {
			role = checkout.FamilyParentA
		}
		from := inviter{parentID: &id, accountID: id, personID: owner.PersonID, actor: core.ActorOperator}
		if err := pg.LockEmails(ctx, q, pg.Optional(form.NormalizeEmail(guest.Email))); err != nil {
			return err
		}
		offer := seatOffer{family: *owner.FamilyID, role: role, guest: guest, locale: orDefaultLocale(locale, owner.Locale)}
		made, err = c.invite(ctx, q, tx, from, offer)
		return err
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("co-parent invited", "invitation", made.ID)
	return &made, nil
}

// inviter is who an invitation comes from: a professional, or the other parent.
type inviter struct {
	professionalID, parentID *uuid.UUID
	accountID, personID      uuid.UUID // of either
	actor                    string    // who made it, for the account's events
}

// seatOffer is a seat of a family and who may take it.
type seatOffer struct {
	family uuid.UUID
	role   string
	guest  form.InvitedPerson
	locale string
}

// invite makes person, account and invitation, and leaves the mail's job. A seat whose invitation was revoked is offered again, to
// another person; the one before keeps their own.
func (c *Client) invite(ctx context.Context, q *db.Queries, tx pgx.Tx, from inviter, offer seatOffer) (Info, error) {
	g, now := offer.guest, c.core.Now()
	expires := now.Add(core.InvitationTokenLife)
	named := person.Identity{FirstName: g.FirstName, LastName: g.LastName, Email: g.Email, PhoneCountryCode: pg.OrEmpty(g.CountryCode()), PhoneNumber: g.PhoneNumber}
	personID, err := c.core.NamePerson(ctx, q, named, from.personID, expires)
	if err != nil {
		return Info{}, fmt.Errorf("invite: %w", err)
	}
	accountID, err := c.seatAccount(ctx, q, from, offer, personID)
	if err != nil {
		return Info{}, err
	}
	p := db.InsertInvitationParams{
		ID: pg.NewID(), FamilyID: offer.family, AccountID: accountID, PersonID: personID, InviterAccountID: from.parentID, ProfessionalID: from.professionalID,
		EmailHashes: c.core.People.EmailHashes(named.EmailKey()), Locale: offer.locale, Now: now, ExpiresAt: expires,
	}
	seat, err := c.account.Seat(ctx, q, accountID)
	if err != nil {
		return Info{}, err
	}
	p.SeatPaid = seat.Status == account.InviteeSubscriptionCurrent
	if err := q.InsertInvitation(ctx, p); err != nil {
		return Info{}, fmt.Errorf("insert invitation: %w", err)
	}
	if err := c.account.AccountEvent(ctx, q, accountID, "invited", from.actor); err != nil {
		return Info{}, err
	}
	if err := c.core.Enqueue(ctx, tx, job.InvitationMailJob{InvitationID: p.ID.String()}, job.Options{}); err != nil {
		return Info{}, err
	}
	row, err := q.GetInvitation(ctx, p.ID)
	if err != nil {
		return Info{}, fmt.Errorf("read invitation: %w", err)
	}
	return c.invitationInfo(row, named), nil
}

// seatAccount returns the account that waits for the guest: a new one, or the seat's own where its last
// invitation was revoked.
func (c *Client) seatAccount(ctx context.Context, q *db.Queries, from inviter, offer seatOffer, personID uuid.UUID) (uuid.UUID, error) {
	parents, err := q.ListFamilyParents(ctx, offer.family)
	if err != nil {
		return uuid.Nil, fmt.Errorf("invite: family: %w", err)
	}
	for _, a := range parents {
		if pg.OrEmpty(a.FamilyRole) != offer.role {
			continue
		}
		last, err := q.FindAccountInvitation(ctx, a.ID)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return uuid.Nil, fmt.Errorf("invite: last invitation: %w", err)
		}
		if a.State != account.Invited || err == nil && last.State != account.InvitationRevoked {
			return uuid.Nil, SeatTaken
		}
		n, err := q.ReinviteAccount(ctx, personID, offer.locale, c.core.Now(), a.ID)
		if err != nil {
			return uuid.Nil, fmt.Errorf("invite again: %w", err)
		}
		if n == 0 {
			return uuid.Nil, SeatTaken
		}
		return a.ID, nil
	}
	p := db.InsertInvitedAccountParams{
		ID: pg.NewID(), PersonID: personID, FamilyID: &offer.family, FamilyRole: &offer.role, Locale: offer.locale, CreatedBy: &from.accountID, Now: c.core.Now(),
	}
	n, err := q.InsertInvitedAccount(ctx, p)
	if err != nil {
		return uuid.Nil, fmt.Errorf("insert invited account: %w", err)
	}
	if n == 0 { // of a parent whose account is closed, or of a guest who was invited at the same time
		return uuid.Nil, SeatTaken
	}
	return p.ID, nil
}
