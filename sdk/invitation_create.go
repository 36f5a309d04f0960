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

// The faults of making an invitation.
var (
	// InviterNotFound answers an inviter who is no parent of a family.
	InviterNotFound = NewFault(FaultNotFound, "inviter_not_found", nil)
	// SeatTaken answers an invitation to a family whose co-parent has joined or is invited already.
	SeatTaken = NewFault(FaultConflict, "seat_taken", nil)
)

// InvitationInput is a family that a professional invites.
type InvitationInput struct {
	Parent   InvitedPerson  `json:"parent"`
	CoParent *InvitedPerson `json:"coParent,omitempty" doc:"Gets an invitation, too"`
	Children []Child        `json:"children,omitempty"`
	Locale   string         `json:"locale,omitempty" doc:"Of mail and welcome page: en, es or es_MX; default that of the call"`
}

// CreateInvitation lets a professional create a family and invite its parents: each gets an account that
// waits for them, and a mail with the link. The caller has made sure that it is the professional who
// calls. It answers the invitations, the parent's first. An e-mail that has an account already is no
// error: nobody learns of it but its owner, who gets a mail.
//
// Errors: [ValidationError] (parent.…, coParent.…, children[0].…, locale). Faults:
// [ProfessionalNotFound], also for one that is suspended; [TooManyTries] for more than Limits.Invitations;
// those of idempotency as for [Client.CreateRegistration].
func (c *Client) CreateInvitation(ctx context.Context, professionalID string, in InvitationInput, meta CallMeta) ([]InvitationInfo, error) {
	call := idempotentCall{Scope: "invitation_create/" + professionalID, Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	made, err := idempotent(ctx, c, call, func(claim *idempotencyClaim) (*[]InvitationInfo, error) {
		return c.createInvitation(ctx, professionalID, in, meta, claim)
	})
	if err != nil {
		return nil, err
	}
	return *made, nil
}

func (c *Client) createInvitation(ctx context.Context, professionalID string, in InvitationInput, meta CallMeta, claim *idempotencyClaim) (*[]InvitationInfo, error) {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return nil, ProfessionalNotFound
	}
	guests, children, err := in.validate(text.Language(meta.Lang))
	if err != nil {
		return nil, err
	}
	// Anyone may sign up as a professional: mail to strangers has a bound from the first day.
	if _, err := c.countEvent(ctx, c.q, limitInvitations, c.cfg.Limits.Invitations, professionalID); err != nil {
		return nil, err
	}
	var made []InvitationInfo
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		professional, err := q.GetProfessional(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && professional.State == string(ProfessionalSuspended) {
			return ProfessionalNotFound
		}
		if err != nil {
			return fmt.Errorf("invite: professional: %w", err)
		}
		family := newID()
		if err := q.InsertFamily(ctx, family, c.now()); err != nil {
			return fmt.Errorf("invite: family: %w", err)
		}
		if err := insertChildren(ctx, q, &draft{children: children}, family, c); err != nil {
			return err
		}
		from := inviter{professionalID: &id, accountID: professional.AccountID, actor: "professional"}
		emails := make([]*string, len(guests))
		for i, guest := range guests {
			emails[i] = optional(NormalizeEmail(guest.Email))
		}
		if err := lockEmails(ctx, q, emails...); err != nil {
			return err
		}
		made = make([]InvitationInfo, 0, len(guests))
		for i, guest := range guests {
			info, err := c.invite(ctx, q, tx, from, seatOffer{family: family, role: []string{familyParentA, familyParentB}[i], guest: guest, locale: in.locale(meta.Lang)})
			if err != nil {
				return err
			}
			made = append(made, info)
		}
		return claim.store(ctx, q, made)
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Info("family invited", "professional", professionalID, "invitations", len(made))
	return &made, nil
}

// InviteCoParent is the operator's way to invite the other parent of a family that is there, on behalf of
// one who has joined: where they named nobody who could be reached, or the invitation was revoked.
//
// Errors: [ValidationError] (firstName, lastName, email, phoneNumber …). Faults: [InviterNotFound],
// [SeatTaken].
func (c *Client) InviteCoParent(ctx context.Context, inviterUserID string, guest InvitedPerson, locale string, meta CallMeta) (*InvitationInfo, error) {
	id, err := uuid.Parse(inviterUserID)
	if err != nil {
		return nil, InviterNotFound
	}
	v := violator{lang: text.Language(meta.Lang)}
	guest = v.guest("", guest)
	v.locale(locale)
	if len(v.found) > 0 {
		return nil, &ValidationError{Violations: v.found}
	}
	var made InvitationInfo
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		account, err := q.GetAccount(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && (account.FamilyID == nil || account.State == accountInvited || account.State == accountClosed) {
			return InviterNotFound
		}
		if err != nil {
			return fmt.Errorf("invite: inviter: %w", err)
		}
		role := familyParentB
		if *account.FamilyRole == familyParentB {
			role = familyParentA
		}
		from := inviter{parentID: &id, accountID: id, actor: actorOperator}
		if err := lockEmails(ctx, q, optional(NormalizeEmail(guest.Email))); err != nil {
			return err
		}
		offer := seatOffer{family: *account.FamilyID, role: role, guest: guest, locale: orDefaultLocale(locale, account.Locale)}
		made, err = c.invite(ctx, q, tx, from, offer)
		return err
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Info("co-parent invited", "invitation", made.ID)
	return &made, nil
}

// inviter is who an invitation comes from: a professional, or the other parent.
type inviter struct {
	professionalID, parentID *uuid.UUID
	accountID                uuid.UUID // of either
	actor                    string    // who made it, for the account's events
}

// seatOffer is a seat of a family and who may take it.
type seatOffer struct {
	family uuid.UUID
	role   string
	guest  InvitedPerson
	locale string
}

// invite makes account and invitation, and leaves the mail's job. A seat whose invitation was revoked is
// offered again.
func (c *Client) invite(ctx context.Context, q *db.Queries, tx pgx.Tx, from inviter, offer seatOffer) (InvitationInfo, error) {
	accountID, taken, err := c.seatAccount(ctx, q, from, offer)
	if err != nil {
		return InvitationInfo{}, err
	}
	g, now := offer.guest, c.now()
	p := db.InsertInvitationParams{
		ID: newID(), FamilyID: offer.family, AccountID: accountID, InviterAccountID: from.parentID, ProfessionalID: from.professionalID,
		Email: optional(g.Email), EmailKey: optional(NormalizeEmail(g.Email)), EmailTaken: taken,
		PhoneCountryCode: g.countryCode(), PhoneNumber: optional(g.PhoneNumber), PhoneKey: optional(phoneKey(g.PhoneCountryCode, g.PhoneNumber)),
		Locale: offer.locale, Now: now, ExpiresAt: now.Add(invitationTokenLife),
	}
	seat, err := c.seat(ctx, q, db.Account{ID: accountID})
	if err != nil {
		return InvitationInfo{}, err
	}
	p.SeatPaid = seat.Status == InviteeSubscriptionCurrent
	if err := q.InsertInvitation(ctx, p); err != nil {
		return InvitationInfo{}, fmt.Errorf("insert invitation: %w", err)
	}
	if err := c.accountEvent(ctx, q, accountID, "invited", from.actor); err != nil {
		return InvitationInfo{}, err
	}
	if err := c.enqueue(ctx, tx, InvitationMailJob{InvitationID: p.ID.String()}, JobOptions{}); err != nil {
		return InvitationInfo{}, err
	}
	row, err := q.GetInvitation(ctx, p.ID)
	if err != nil {
		return InvitationInfo{}, fmt.Errorf("read invitation: %w", err)
	}
	return c.invitationInfo(row, g.FirstName, g.LastName), nil
}

// seatAccount gives the account that waits for the guest: a new one, or the seat's own where its last
// invitation was revoked. taken says that the e-mail is somebody else's.
func (c *Client) seatAccount(ctx context.Context, q *db.Queries, from inviter, offer seatOffer) (id uuid.UUID, taken bool, err error) {
	parents, err := q.ListFamilyParents(ctx, offer.family)
	if err != nil {
		return id, false, fmt.Errorf("invite: family: %w", err)
	}
	g, now := offer.guest, c.now()
	emailKey := optional(NormalizeEmail(g.Email))
	if emailKey != nil {
		owner, err := q.FindAccountByEmail(ctx, *emailKey)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return id, false, fmt.Errorf("invite: e-mail: %w", err)
		}
		if taken = err == nil && !slices.ContainsFunc(parents, func(a db.Account) bool { return a.ID == owner.ID && orEmpty(a.FamilyRole) == offer.role }); taken {
			emailKey = nil
		}
	}
	for _, a := range parents {
		if orEmpty(a.FamilyRole) != offer.role {
			continue
		}
		last, err := q.FindAccountInvitation(ctx, a.ID)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return id, false, fmt.Errorf("invite: last invitation: %w", err)
		}
		if a.State != accountInvited || err == nil && last.State != invitationRevoked {
			return id, false, SeatTaken
		}
		n, err := q.ReinviteAccount(ctx, db.ReinviteAccountParams{
			ID: a.ID, FirstName: g.FirstName, LastName: g.LastName, NameKey: nameKey(g.FirstName, g.LastName),
			Email: optional(g.Email), EmailKey: emailKey, PhoneCountryCode: g.countryCode(), PhoneNumber: optional(g.PhoneNumber),
			PhoneKey: optional(phoneKey(g.PhoneCountryCode, g.PhoneNumber)), Locale: offer.locale, Now: now,
		})
		if err != nil {
			return id, false, fmt.Errorf("invite again: %w", err)
		}
		if n == 0 {
			return id, false, SeatTaken
		}
		return a.ID, taken, nil
	}
	p := db.InsertInvitedAccountParams{
		ID: newID(), FamilyID: &offer.family, FamilyRole: &offer.role, FirstName: g.FirstName, LastName: g.LastName,
		NameKey: nameKey(g.FirstName, g.LastName), Email: optional(g.Email), EmailKey: emailKey,
		PhoneCountryCode: g.countryCode(), PhoneNumber: optional(g.PhoneNumber), PhoneKey: optional(phoneKey(g.PhoneCountryCode, g.PhoneNumber)),
		Locale: offer.locale, CreatedBy: &from.accountID, Now: now,
	}
	n, err := q.InsertInvitedAccount(ctx, p)
	if err == nil && n == 0 { // somebody took the e-mail a moment ago
		p.EmailKey, taken = nil, true
		_, err = q.InsertInvitedAccount(ctx, p)
	}
	if err != nil {
		return id, false, fmt.Errorf("insert invited account: %w", err)
	}
	return p.ID, taken, nil
}
