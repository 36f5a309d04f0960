package accounts

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
)

// memberColors are the colors of a family's members, assigned in this order. White text on each has a contrast of at least 4.5 to 1.
var memberColors = []string{"#1f6f5c", "#8a4b08", "#2f5aa8", "#8a2f6b", "#4d6b1f", "#6a4aa8", "#a03a2e", "#3d5a66"}

// FamilyMembers lists a family, names only, as its members see each other. Parents come first.
func (c *Engine) FamilyMembers(ctx context.Context, q *db.Queries, familyID uuid.UUID) ([]account.FamilyMember, error) {
	parents, err := q.ListFamilyParents(ctx, familyID)
	if err != nil {
		return nil, fmt.Errorf("family: parents: %w", err)
	}
	ids := make([]uuid.UUID, len(parents))
	for i, p := range parents {
		ids[i] = p.PersonID
	}
	known, err := c.core.People.Read(ctx, q, ids...)
	if err != nil {
		return nil, fmt.Errorf("family: %w", err)
	}
	children, err := c.core.People.Children(ctx, q, familyID)
	if err != nil {
		return nil, fmt.Errorf("family: %w", err)
	}
	members := make([]account.FamilyMember, 0, len(parents)+len(children))
	add := func(userID, first, last string) {
		members = append(members, account.FamilyMember{
			UserID: userID, FirstName: first, LastName: last,
			Color: memberColors[len(members)%len(memberColors)], DisplayInitials: initials(first, last),
		})
	}
	for _, p := range parents {
		add(p.UserID.String(), known[p.PersonID].FirstName, known[p.PersonID].LastName)
	}
	for _, child := range children {
		add("", child.FirstName, child.LastName)
	}
	return members, nil
}

// initials returns the first grapheme of each name: the letter with its accents.
func initials(names ...string) string {
	var out strings.Builder
	for _, name := range names {
		out.WriteString(strings.ToUpper(form.FirstCharacter(strings.TrimSpace(name))))
	}
	return out.String()
}

// The state of an invited parent's subscription, as the invitation shows it.
const (
	InviteeSubscriptionNone      = "none"      // a new invitee with an unpaid seat
	InviteeSubscriptionCurrent   = "current"   // their seat is paid
	InviteeSubscriptionSuspended = "suspended" // it was paid, and the settlement failed later
	InviteeSubscriptionEnded     = "ended"     // its term is over, or it was refunded
)
