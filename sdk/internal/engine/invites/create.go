package invites

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/text"
)

// Create implements [invite.Client].
func (c *Engine) Create(ctx context.Context, professionalID string, in invite.Input, meta caller.Meta) ([]invite.Info, error) {
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallInviteFamily, professionalID), Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	made, err := core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*[]invite.Info, error) {
		return c.createInvitation(ctx, professionalID, in, meta, claim)
	})
	if err != nil {
		return nil, err
	}
	return *made, nil
}

func (c *Engine) createInvitation(ctx context.Context, professionalID string, in invite.Input, meta caller.Meta, claim *core.IdempotencyClaim) (*[]invite.Info, error) {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return nil, fault.ProfessionalNotFound
	}
	guests, children, err := validateInput(in, text.Language(meta.Lang))
	if err != nil {
		return nil, err
	}
	// Anyone may sign up as a professional, so mail to strangers is limited from the first day.
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitInvitations, c.core.Limits.Invitations, professionalID); err != nil {
		return nil, err
	}
	var made []invite.Info
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		pro, err := tx.GetProfessional(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && pro.State == string(professional.Suspended) {
			return fault.ProfessionalNotFound
		}
		if err != nil {
			return fmt.Errorf("invite: professional: %w", err)
		}
		if pro.State == string(professional.Pending) {
			if _, err := c.core.CountEvent(ctx, tx.Queries, core.LimitInvitationsPending, c.core.Limits.InvitationsPending, professionalID); err != nil {
				return err
			}
		}
		place, err := c.account.StartFamily(ctx, tx.Queries, nil)
		if err != nil {
			return err
		}
		if err := c.core.People.SealChildren(ctx, tx.Queries, place.Family, children, c.core.Now()); err != nil {
			return err
		}
		by, err := tx.PersonOfProfessional(ctx, id)
		if err != nil {
			return fmt.Errorf("invite: professional's person: %w", err)
		}
		emails := make([]*string, len(guests))
		for i, guest := range guests {
			emails[i] = pg.Optional(form.NormalizeEmail(guest.Email))
		}
		if err := pg.LockEmails(ctx, tx.Queries, emails...); err != nil {
			return err
		}
		made = make([]invite.Info, 0, len(guests))
		for _, guest := range guests {
			info, err := c.invite(ctx, tx, accounts.Offer{
				Place: place, Guest: named(guest), Locale: localeOf(in, meta.Lang), ProfessionalID: &id, By: by, Actor: "professional",
			})
			if err != nil {
				return err
			}
			place = place.Other()
			made = append(made, info)
		}
		return claim.Store(ctx, tx, made)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("family invited", "professional", professionalID, "invitations", len(made))
	return &made, nil
}

// InviteCoParent implements [invite.Client].
func (c *Engine) InviteCoParent(ctx context.Context, inviterUserID string, guest form.InvitedPerson, locale string, meta caller.Meta) (*invite.Info, error) {
	id, err := uuid.Parse(inviterUserID)
	if err != nil {
		return nil, invite.InviterNotFound
	}
	v := form.Violator{Lang: text.Language(meta.Lang)}
	guest = v.Guest("", guest)
	v.Locale(locale)
	if len(v.Found) > 0 {
		return nil, &fault.ValidationError{Violations: v.Found}
	}
	var made invite.Info
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		owner, err := tx.GetAccount(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && owner.State == accounts.Closed {
			return invite.InviterNotFound
		}
		if err != nil {
			return fmt.Errorf("invite: inviter: %w", err)
		}
		own, err := c.account.OwnPlace(ctx, tx.Queries, id)
		if err != nil {
			return err
		}
		if own == nil {
			return invite.InviterNotFound
		}
		if err := pg.LockEmails(ctx, tx.Queries, pg.Optional(form.NormalizeEmail(guest.Email))); err != nil {
			return err
		}
		made, err = c.invite(ctx, tx, accounts.Offer{
			Place: own.Other(), Guest: named(guest), Locale: orDefaultLocale(locale, owner.Locale),
			ParentID: &id, By: owner.PersonID, Actor: core.ActorOperator,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("co-parent invited", "invitation", made.ID)
	return &made, nil
}

// named returns the identity of a guest as the inviter entered it.
func named(g form.InvitedPerson) person.Identity {
	return person.Identity{FirstName: g.FirstName, LastName: g.LastName, Email: g.Email, PhoneCountryCode: pg.OrEmpty(g.CountryCode()), PhoneNumber: g.PhoneNumber}
}

// invite makes the invitation and enqueues its mail.
func (c *Engine) invite(ctx context.Context, tx *pg.Tx, offer accounts.Offer) (invite.Info, error) {
	seat, err := c.account.Seat(ctx, tx.Queries, offer.Place)
	if err != nil {
		return invite.Info{}, err
	}
	offer.SeatPaid = seat.Status == accounts.InviteeSubscriptionCurrent
	id, err := c.account.Offer(ctx, tx.Queries, offer)
	if err != nil {
		return invite.Info{}, err
	}
	tx.Enqueue(email.InvitationJob{InvitationID: id.String()}, job.Options{})
	row, err := tx.GetInvitation(ctx, id)
	if err != nil {
		return invite.Info{}, fmt.Errorf("read invitation: %w", err)
	}
	return c.invitationInfo(row, offer.Guest), nil
}
