package accounts

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// The two parents of a family.
const (
	FamilyParentA = "parent_a" // the parent that started it
	FamilyParentB = "parent_b" // the other parent
)

// Place is one of the two parents' places in a family. It is free until an account takes it.
type Place struct {
	Family uuid.UUID
	Role   string // FamilyParent…
}

// Other returns the other parent's place.
func (p Place) Other() Place {
	if p.Role == FamilyParentA {
		return Place{p.Family, FamilyParentB}
	}
	return Place{p.Family, FamilyParentA}
}

// PlaceOf returns the place of an invitation.
func PlaceOf(i db.Invitation) Place { return Place{i.FamilyID, i.Role} }

// OwnPlace returns an account's place; nil if it has none, such as a professional's.
func (c *Engine) OwnPlace(ctx context.Context, q *db.Queries, accountID uuid.UUID) (*Place, error) {
	own, err := q.FindPlace(ctx, accountID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("place in the family: %w", err)
	}
	return &Place{own.FamilyID, own.Role}, nil
}

// StartFamily creates a family with its two places. The first goes to accountID; nil keeps it for an invitee.
func (c *Engine) StartFamily(ctx context.Context, q *db.Queries, accountID *uuid.UUID) (Place, error) {
	p := Place{Family: pg.NewID(), Role: FamilyParentA}
	if err := q.InsertFamily(ctx, p.Family, accountID, c.core.Now()); err != nil {
		return p, fmt.Errorf("insert family: %w", err)
	}
	return p, nil
}

// Take assigns an account its invited place. It ends a stale paid seat there (failed payment or expired term), so that the
// account can pay for a new one. Locks: the invitation, then the new account, then the place. Fault: [account.SeatTaken] if another account
// has the place, or another invitee was offered it after the invitation ended; the transaction must not commit.
func (c *Engine) Take(ctx context.Context, q *db.Queries, p Place, accountID uuid.UUID) error {
	if _, err := q.LockPlace(ctx, p.Family, p.Role); err != nil {
		return fmt.Errorf("lock place: %w", err)
	}
	n, err := q.TakePlace(ctx, accountID, p.Family, p.Role)
	if err != nil {
		return fmt.Errorf("take place: %w", err)
	}
	if n == 0 {
		return account.SeatTaken
	}
	if err := q.LockSubscriptionOfPlace(ctx, p.Family, p.Role); err != nil {
		return fmt.Errorf("subscription of place: %w", err)
	}
	if err := q.EndStaleSeat(ctx, c.core.Now(), p.Family, p.Role); err != nil {
		return fmt.Errorf("end stale seat: %w", err)
	}
	return nil
}

// Offer is a place in a family and its invitee.
type Offer struct {
	Place     Place
	Guest     person.Identity
	Locale    string
	SeatPaid  bool
	PackageID *int32 // nil: no suggestion
	// The inviter: the other parent or a professional. By is their person; Actor is recorded in the events.
	ParentID, ProfessionalID *uuid.UUID
	By                       uuid.UUID
	Actor                    string
}

// Offer creates an invitation with a new person and user id. The place may be one with a revoked invitation; its former invitee keeps their
// person and user id. The caller holds the guest's email address. Fault: [account.SeatTaken].
func (c *Engine) Offer(ctx context.Context, q *db.Queries, o Offer) (invitationID uuid.UUID, err error) {
	now := c.core.Now()
	expires := now.Add(core.InvitationTokenLife)
	personID, err := c.core.NamePerson(ctx, q, o.Guest, o.By, expires)
	if err != nil {
		return uuid.Nil, fmt.Errorf("invite: %w", err)
	}
	p := db.InsertInvitationParams{
		ID: pg.NewID(), FamilyID: o.Place.Family, Role: o.Place.Role, UserID: pg.NewID(), PersonID: personID, InviterAccountID: o.ParentID, ProfessionalID: o.ProfessionalID,
		EmailHashes: c.core.People.EmailHashes(o.Guest.EmailKey()), Locale: o.Locale, SeatPaid: o.SeatPaid, PackageID: o.PackageID, Now: now, ExpiresAt: expires,
		EventID: pg.NewID(), Actor: o.Actor,
	}
	n, err := q.InsertInvitation(ctx, p)
	if err != nil {
		return p.ID, fmt.Errorf("insert invitation: %w", err)
	}
	if n == 0 {
		return p.ID, account.SeatTaken
	}
	return p.ID, nil
}
