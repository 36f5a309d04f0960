package invites

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
)

// CoParent returns the invited co-parent of an account's owner, or nil.
func (c *Engine) CoParent(ctx context.Context, owner db.Account) (*invite.InvitedCoParent, error) {
	invitation, guest, err := c.invitedBy(ctx, c.core.Q, owner)
	if errors.Is(err, invite.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return c.coParentOf(invitation, guest), nil
}

func (c *Engine) coParentOf(invitation db.Invitation, guest person.Identity) *invite.InvitedCoParent {
	info := c.invitationInfo(invitation, guest)
	return &invite.InvitedCoParent{
		FirstName: info.FirstName, LastName: info.LastName, Email: info.Email, State: info.State, InvitedAt: info.CreatedAt,
		ExpiresAt: info.ExpiresAt, JoinedAt: info.AcceptedAt, Resendable: invitation.ByMail && invitation.State == accounts.InvitationOpen,
	}
}

// invitedBy returns the last invitation to the other place of the family, if the owner made it and its invitee, once joined, still has the place.
// Fault: [invite.NotFound].
func (c *Engine) invitedBy(ctx context.Context, q *db.Queries, owner db.Account) (db.Invitation, person.Identity, error) {
	own, err := c.account.OwnPlace(ctx, q, owner.ID)
	if err == nil && own == nil {
		err = invite.NotFound
	}
	if err != nil {
		return db.Invitation{}, person.Identity{}, err
	}
	invitation, err := q.FindLastInvitation(ctx, own.Family, own.Other().Role)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && (invitation.InviterAccountID == nil || *invitation.InviterAccountID != owner.ID) {
		return invitation, person.Identity{}, invite.NotFound
	}
	if err != nil {
		return invitation, person.Identity{}, fmt.Errorf("invitation: %w", err)
	}
	invitee, err := c.account.InviteeOf(ctx, q, invitation)
	if err == nil && invitee.Account != nil && invitee.Account.State == accounts.Closed {
		err = invite.NotFound
	}
	return invitation, invitee.Person, err
}

// SendAgain implements [invite.Client].
func (c *Engine) SendAgain(ctx context.Context, token secret.Secret) (*invite.InvitedCoParent, error) {
	owner, err := accounts.HolderOf(ctx, c.core, token)
	if err != nil {
		return nil, err
	}
	even := secret.EvenTime(accounts.RenewalTime)
	defer even.Stop()
	invitation, guest, err := c.invitedBy(ctx, c.core.Q, owner)
	switch {
	case err != nil:
		return nil, err
	case invitation.State != accounts.InvitationOpen:
		return nil, invite.Closed
	case !invitation.ByMail:
		return nil, invite.NotFound
	}
	if err := c.countRenewal(ctx, invitation.ID.String()); err != nil {
		return nil, err
	}
	if !invitation.EmailTaken {
		if err := c.sendAgain(ctx, invitation); err != nil {
			return nil, err
		}
	}
	return c.coParentOf(invitation, guest), even.Wait(ctx)
}

func (c *Engine) sendAgain(ctx context.Context, invitation db.Invitation) error {
	return c.core.Tx(ctx, func(tx *pg.Tx) error {
		tx.Enqueue(email.InvitationJob{InvitationID: invitation.ID.String(), Again: true}, job.Options{Unique: true})
		return c.account.AccountEvent(ctx, tx.Queries, invitation.UserID, "invitation_renewed", "registrant")
	})
}
