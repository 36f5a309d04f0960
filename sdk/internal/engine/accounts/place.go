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
	FamilyParentA = "parent_a" // who started it
	FamilyParentB = "parent_b" // the other one
)

// Place is one of the two places in a family. It waits for somebody until an account takes it.
type Place struct {
	Family uuid.UUID
	Role   string // FamilyParent…
}

// Other is the other parent's place.
func (p Place) Other() Place {
	if p.Role == FamilyParentA {
		return Place{p.Family, FamilyParentB}
	}
	return Place{p.Family, FamilyParentA}
}

// PlaceOf is the place that an invitation is for.
func PlaceOf(i db.Invitation) Place { return Place{i.FamilyID, i.Role} }

// OwnPlace is the place that an account has; nil where it has none, as a professional's.
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

// StartFamily makes a family with its two places. The first is the account's; nil leaves it to who is invited to it.
func (c *Engine) StartFamily(ctx context.Context, q *db.Queries, accountID *uuid.UUID) (Place, error) {
	p := Place{Family: pg.NewID(), Role: FamilyParentA}
	if err := q.InsertFamily(ctx, p.Family, accountID, c.core.Now()); err != nil {
		return p, fmt.Errorf("insert family: %w", err)
	}
	return p, nil
}

// Take lets an account have the place that it was invited to, and ends the paid seat there whose payment failed or whose term is over: it makes room
// for one that the account pays for. The invitation is locked, then the account is made, and the place is locked last. Fault: [account.SeatTaken]
// where somebody else has the place, or offered to somebody else since the invitation ended; the transaction must not commit.
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

// Offer is a place in a family and who may take it.
type Offer struct {
	Place     Place
	Guest     person.Identity
	Locale    string
	SeatPaid  bool
	PackageID *int32 // nil: none is suggested
	// Who invites: the other parent or a professional. By is their person, Actor who made the invitation, for the events.
	ParentID, ProfessionalID *uuid.UUID
	By                       uuid.UUID
	Actor                    string
}

// Offer makes an invitation with a person and a user id of its own, also to a place whose last invitation was revoked: the person who was
// invited before keeps theirs. The caller holds the guest's e-mail address. Fault: [account.SeatTaken].
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
