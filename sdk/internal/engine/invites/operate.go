package invites

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// invitationInfo describes an invitation and its invitee, as the inviter entered them. After the invitee has joined it includes only their name:
// address and phone are then the invitee's own data.
func (c *Engine) invitationInfo(i db.Invitation, guest person.Identity) invite.Info {
	if i.State == accounts.InvitationAccepted {
		guest = person.Identity{FirstName: guest.FirstName, LastName: guest.LastName}
	}
	info := invite.Info{
		ID: i.ID.String(), State: invite.State(i.State), UserID: i.UserID.String(), FamilyID: i.FamilyID.String(),
		FirstName: guest.FirstName, LastName: guest.LastName, Email: guest.Email, Locale: text.LocaleTag(i.Locale), SeatPaid: i.SeatPaid,
		CreatedAt: i.CreatedAt.UTC(), ExpiresAt: i.ExpiresAt.UTC(), AcceptedAt: i.AcceptedAt, RemindedAt: i.RemindedAt,
	}
	if i.State == accounts.InvitationOpen && !c.core.Now().Before(i.ExpiresAt) {
		info.State = invite.Expired
	}
	if guest.PhoneNumber != "" {
		info.PhoneNumber = "+" + form.NormalCountryCode(guest.PhoneCountryCode) + guest.PhoneNumber
	}
	if i.InviterAccountID != nil {
		info.InviterUserID = i.InviterAccountID.String()
	}
	if i.ProfessionalID != nil {
		info.ProfessionalID = i.ProfessionalID.String()
	}
	return info
}

// List implements [invite.Client].
func (c *Engine) List(ctx context.Context, filter invite.Filter) ([]invite.Info, error) {
	if _, err := c.core.OperatorOf(ctx); err != nil {
		return nil, err
	}
	before, err := core.OlderThan(filter.Before, invite.NotFound)
	if err != nil {
		return nil, err
	}
	p := db.ListInvitationsParams{Before: before, State: filter.State, EmailHashes: c.core.People.EmailHashes(form.NormalizeEmail(filter.Email)), Batch: core.Listed(filter.Limit, core.DefaultListed)}
	if filter.ProfessionalID != "" {
		id, err := uuid.Parse(filter.ProfessionalID)
		if err != nil {
			return nil, invite.NotFound
		}
		p.ProfessionalID = &id
	}
	found, err := c.core.Q.ListInvitations(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("list invitations: %w", err)
	}
	guests := make([]uuid.UUID, len(found))
	for i, invitation := range found {
		guests[i] = invitation.PersonID
	}
	known, err := c.core.People.Read(ctx, c.core.Q, guests...)
	if err != nil {
		return nil, fmt.Errorf("list invitations: %w", err)
	}
	out := make([]invite.Info, len(found))
	for i, invitation := range found {
		out[i] = c.invitationInfo(invitation, known[invitation.PersonID])
	}
	return out, c.core.NoteReading(ctx, core.ReadInvitations, nil, len(out))
}

// Find implements [invite.Client].
func (c *Engine) Find(ctx context.Context, id string) (*invite.Info, error) {
	if _, err := c.core.OperatorOf(ctx); err != nil {
		return nil, err
	}
	info, err := c.find(ctx, id)
	if err != nil {
		return nil, err
	}
	subject := uuid.MustParse(info.ID)
	return info, c.core.NoteReading(ctx, core.ReadInvitation, &subject, 1)
}

func (c *Engine) find(ctx context.Context, id string) (*invite.Info, error) {
	invitation, guest, err := c.invitationByID(ctx, c.core.Q, c.core.Q.GetInvitation, id)
	if err != nil {
		return nil, err
	}
	info := c.invitationInfo(invitation, guest)
	return &info, nil
}

func (c *Engine) invitationByID(ctx context.Context, q *db.Queries, get func(context.Context, uuid.UUID) (db.Invitation, error), id string) (db.Invitation, person.Identity, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return db.Invitation{}, person.Identity{}, invite.NotFound
	}
	invitation, err := get(ctx, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return invitation, person.Identity{}, invite.NotFound
	}
	if err != nil {
		return invitation, person.Identity{}, fmt.Errorf("invitation: %w", err)
	}
	guest, err := c.core.Person(ctx, q, invitation.PersonID)
	return invitation, guest, err
}

// Resend implements [invite.Client].
func (c *Engine) Resend(ctx context.Context, id string) (*invite.Info, error) {
	return c.operate(ctx, id, func(tx *pg.Tx, i db.Invitation) error {
		tx.Enqueue(email.InvitationJob{InvitationID: i.ID.String(), Again: true, Operator: true}, job.Options{Unique: true})
		return c.account.AccountEvent(ctx, tx.Queries, i.UserID, "invitation_renewed", core.ActorOperator)
	})
}

// Link implements [invite.Client].
func (c *Engine) Link(ctx context.Context, id string) (secret.Secret, error) {
	var link secret.Secret
	_, err := c.operate(ctx, id, func(tx *pg.Tx, i db.Invitation) error {
		token, err := c.core.NewInvitationToken(ctx, tx, i, false)
		if err != nil {
			return err
		}
		link = secret.Secret(c.core.Link("/invite", i.UserID.String(), token))
		return c.account.AccountEvent(ctx, tx.Queries, i.UserID, "invitation_renewed", core.ActorOperator)
	})
	return link, err
}

// Revoke implements [invite.Client].
func (c *Engine) Revoke(ctx context.Context, id string) (*invite.Info, error) {
	already, err := c.find(ctx, id)
	if err != nil || already.State == invite.Revoked {
		return already, err
	}
	return c.operate(ctx, id, func(tx *pg.Tx, i db.Invitation) error {
		row, err := tx.LockInvitationRegistration(ctx, i.ID)
		switch {
		case err == nil && row.PayingSince != nil:
			return fault.RegistrationBusy
		case err != nil && !errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("revoke invitation: registration: %w", err)
		case err == nil:
			if err := tx.ExpireRegistrations(ctx, pg.NewIDs(1), []uuid.UUID{row.ID}, c.core.Now()); err != nil {
				return fmt.Errorf("revoke invitation: end registration: %w", err)
			}
		}
		if err := tx.EndInvitationTokens(ctx, c.core.Now(), core.TokenRevoked, i.ID); err != nil {
			return fmt.Errorf("revoke invitation: tokens: %w", err)
		}
		if _, err := tx.RevokeInvitation(ctx, c.core.Now().Add(c.core.Lapses.Invitations), c.core.Now(), i.ID); err != nil {
			return fmt.Errorf("revoke invitation: %w", err)
		}
		return c.account.AccountEvent(ctx, tx.Queries, i.UserID, "invitation_revoked", core.ActorOperator)
	})
}

// operate changes an open invitation and returns the result.
func (c *Engine) operate(ctx context.Context, id string, do func(tx *pg.Tx, i db.Invitation) error) (*invite.Info, error) {
	var info invite.Info
	err := c.core.Tx(ctx, func(tx *pg.Tx) error {
		invitation, guest, err := c.invitationByID(ctx, tx.Queries, tx.LockInvitation, id)
		if err != nil {
			return err
		}
		if invitation.State != accounts.InvitationOpen {
			return invite.Closed
		}
		if err := do(tx, invitation); err != nil {
			return err
		}
		if invitation, err = tx.GetInvitation(ctx, invitation.ID); err != nil {
			return fmt.Errorf("invitation: %w", err)
		}
		info = c.invitationInfo(invitation, guest)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &info, nil
}
