package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// InvitationState is the life of an invitation, as its owners see it.
type InvitationState string

// The states of an invitation.
const (
	InvitationOpen     InvitationState = "open"
	InvitationExpired  InvitationState = "expired" // its link has ended; a new one may be sent
	InvitationAccepted InvitationState = "accepted"
	InvitationRevoked  InvitationState = "revoked"
)

// InvitationInfo is an invitation as operators, and the professional who made it, see it. It never holds
// the token.
type InvitationInfo struct {
	ID             string          `json:"id"`
	State          InvitationState `json:"state" enum:"open,expired,accepted,revoked"`
	UserID         string          `json:"userId" doc:"The account that waits for the invited parent"`
	FamilyID       string          `json:"familyId"`
	FirstName      string          `json:"firstName"`
	LastName       string          `json:"lastName"`
	Email          string          `json:"email,omitempty"`
	PhoneNumber    string          `json:"phoneNumberWithCountryCode,omitempty"`
	InviterUserID  string          `json:"inviterUserId,omitempty" doc:"The parent who named them"`
	ProfessionalID string          `json:"professionalId,omitempty"`
	Locale         string          `json:"locale" enum:"en,es,es_MX"`
	SeatPaid       bool            `json:"seatPaid" doc:"The seat was paid for when the invitation was made"`
	CreatedAt      time.Time       `json:"createdAt"`
	ExpiresAt      time.Time       `json:"expiresAt"`
	AcceptedAt     *time.Time      `json:"acceptedAt,omitempty"`
	RemindedAt     *time.Time      `json:"remindedAt,omitempty"`
}

func (c *Client) invitationInfo(i db.Invitation, firstName, lastName string) InvitationInfo {
	info := InvitationInfo{
		ID: i.ID.String(), State: InvitationState(i.State), UserID: i.AccountID.String(), FamilyID: i.FamilyID.String(),
		FirstName: firstName, LastName: lastName, Email: orEmpty(i.Email), Locale: localeTag(i.Locale), SeatPaid: i.SeatPaid,
		CreatedAt: i.CreatedAt.UTC(), ExpiresAt: i.ExpiresAt.UTC(), AcceptedAt: i.AcceptedAt, RemindedAt: i.RemindedAt,
	}
	if i.State == invitationOpen && !c.now().Before(i.ExpiresAt) {
		info.State = InvitationExpired
	}
	if i.PhoneNumber != nil {
		info.PhoneNumber = "+" + normalCountryCode(orEmpty(i.PhoneCountryCode)) + *i.PhoneNumber
	}
	if i.InviterAccountID != nil {
		info.InviterUserID = i.InviterAccountID.String()
	}
	if i.ProfessionalID != nil {
		info.ProfessionalID = i.ProfessionalID.String()
	}
	return info
}

// InvitationFilter says which invitations to list. An empty field lets everything through.
type InvitationFilter struct {
	State          string // open (expired ones too), accepted or revoked
	Email          string
	ProfessionalID string
	Before         string // id of an invitation: only older ones
	Limit          int    // default 50, at most 500
}

// Invitations lists invitations, the newest first. Fault: [InvitationNotFound] for a Before or
// ProfessionalID that is no id.
func (c *Client) Invitations(ctx context.Context, filter InvitationFilter) ([]InvitationInfo, error) {
	before, err := olderThan(filter.Before, InvitationNotFound)
	if err != nil {
		return nil, err
	}
	p := db.ListInvitationsParams{Before: before, State: filter.State, EmailKey: NormalizeEmail(filter.Email), Batch: listed(filter.Limit, defaultListed)}
	if filter.ProfessionalID != "" {
		id, err := uuid.Parse(filter.ProfessionalID)
		if err != nil {
			return nil, InvitationNotFound
		}
		p.ProfessionalID = &id
	}
	found, err := c.q.ListInvitations(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("list invitations: %w", err)
	}
	out := make([]InvitationInfo, len(found))
	for i, row := range found {
		out[i] = c.invitationInfo(row.Invitation, row.FirstName, row.LastName)
	}
	return out, nil
}

// FindInvitation gives one invitation. Fault: [InvitationNotFound].
func (c *Client) FindInvitation(ctx context.Context, id string) (*InvitationInfo, error) {
	invitation, account, err := c.invitationByID(ctx, c.q, c.q.GetInvitation, id)
	if err != nil {
		return nil, err
	}
	info := c.invitationInfo(invitation, account.FirstName, account.LastName)
	return &info, nil
}

func (c *Client) invitationByID(ctx context.Context, q *db.Queries, get func(context.Context, uuid.UUID) (db.Invitation, error), id string) (db.Invitation, db.Account, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return db.Invitation{}, db.Account{}, InvitationNotFound
	}
	invitation, err := get(ctx, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return invitation, db.Account{}, InvitationNotFound
	}
	if err != nil {
		return invitation, db.Account{}, fmt.Errorf("invitation: %w", err)
	}
	account, err := q.GetAccount(ctx, invitation.AccountID)
	if err != nil {
		return invitation, account, fmt.Errorf("invitation: account: %w", err)
	}
	return invitation, account, nil
}

// ResendInvitation mails an open invitation, expired or not, with a new link; the one before ends as soon
// as the mail is made. Faults: [InvitationNotFound]; [InvitationClosed] once it was accepted or revoked.
func (c *Client) ResendInvitation(ctx context.Context, id string) (*InvitationInfo, error) {
	return c.operate(ctx, id, func(q *db.Queries, tx pgx.Tx, i db.Invitation) error {
		if err := c.enqueue(ctx, tx, InvitationMailJob{InvitationID: i.ID.String(), Renewal: true}, JobOptions{Unique: true}); err != nil {
			return err
		}
		return c.accountEvent(ctx, q, i.AccountID, "invitation_renewed", actorOperator)
	})
}

// InvitationLink makes a new link of an open invitation for an operator to hand over, where there is no
// e-mail to send it to; the one before ends. Faults: as for [Client.ResendInvitation].
func (c *Client) InvitationLink(ctx context.Context, id string) (Secret, error) {
	var link Secret
	_, err := c.operate(ctx, id, func(q *db.Queries, tx pgx.Tx, i db.Invitation) error {
		token, err := c.newInvitationToken(ctx, tx, i)
		if err != nil {
			return err
		}
		link = Secret(c.link("/invite", i.AccountID.String(), token))
		return c.accountEvent(ctx, q, i.AccountID, "invitation_renewed", actorOperator)
	})
	return link, err
}

// RevokeInvitation ends an open invitation and its link; its seat may be offered again. Revoking twice
// changes nothing. Faults: [InvitationNotFound]; [InvitationClosed] once it was accepted;
// [RegistrationBusy] while the invited parent's payment is being confirmed.
func (c *Client) RevokeInvitation(ctx context.Context, id string) (*InvitationInfo, error) {
	already, err := c.FindInvitation(ctx, id)
	if err != nil || already.State == InvitationRevoked {
		return already, err
	}
	return c.operate(ctx, id, func(q *db.Queries, _ pgx.Tx, i db.Invitation) error {
		row, err := q.LockInvitationRegistration(ctx, i.ID)
		switch {
		case err == nil && row.PayingSince != nil:
			return RegistrationBusy
		case err != nil && !errors.Is(err, pgx.ErrNoRows):
			return fmt.Errorf("revoke invitation: registration: %w", err)
		case err == nil:
			if err := q.ExpireRegistrations(ctx, newIDs(1), []uuid.UUID{row.ID}, c.now()); err != nil {
				return fmt.Errorf("revoke invitation: end registration: %w", err)
			}
		}
		if err := q.EndInvitationTokens(ctx, c.now(), tokenRevoked, i.ID); err != nil {
			return fmt.Errorf("revoke invitation: tokens: %w", err)
		}
		if _, err := q.RevokeInvitation(ctx, c.now(), i.ID); err != nil {
			return fmt.Errorf("revoke invitation: %w", err)
		}
		return c.accountEvent(ctx, q, i.AccountID, "invitation_revoked", actorOperator)
	})
}

// operate does one thing to an open invitation and gives what became of it.
func (c *Client) operate(ctx context.Context, id string, do func(q *db.Queries, tx pgx.Tx, i db.Invitation) error) (*InvitationInfo, error) {
	var info InvitationInfo
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		invitation, account, err := c.invitationByID(ctx, q, q.LockInvitation, id)
		if err != nil {
			return err
		}
		if invitation.State != invitationOpen {
			return InvitationClosed
		}
		if err := do(q, tx, invitation); err != nil {
			return err
		}
		if invitation, err = q.GetInvitation(ctx, invitation.ID); err != nil {
			return fmt.Errorf("invitation: %w", err)
		}
		info = c.invitationInfo(invitation, account.FirstName, account.LastName)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &info, nil
}
