package integrations_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

// The application reads these entitlements at each moment of a family's life, and has got these events since the moment before.
func TestEntitlementsOfALife(t *testing.T) {
	t.Parallel()
	type now struct {
		Ana, Ben standing
		Events   []string
	}
	first, renewed := standing{true, "active", true, "2027-06-02"}, standing{true, "active", true, "2028-06-02"}
	ended := standing{false, "ended", false, "2027-06-02"}
	want := map[fixture.Moment]now{
		fixture.BeforeTheEnd: {first, standing{true, "active", false, "2027-06-02"}, []string{
			"account.created", "professional.created", "professional.verified", // of the code
			"account.created", "family.joined", "order.placed", "subscription.started", "subscription.started", "codes.redeemed", "invitation.sent",
			"account.activated", "account.created", "family.joined", "invitation.accepted", "account.activated", "order.refunded", "subscription.cancelled",
		}},
		fixture.InDunning:     {first, ended, []string{"subscription.ended"}},
		fixture.AfterTheEnd:   {renewed, ended, []string{"order.placed", "subscription.renewed"}},
		fixture.InMonth20:     {renewed, ended, nil},
		fixture.AfterNoSweeps: {standing{false, "suspended", false, "2028-06-02"}, ended, []string{"subscription.suspended"}},
	}
	heard := int64(0)
	fixture.Later(t, want, func(l *fixture.Life) now {
		read := entitled(t, l.Till)
		n := now{Ana: read(l.Ana), Ben: read(l.Ben)}
		for _, e := range run[[]integration.Event](t)(l.Client.Integration.After(t.Context(), heard, 500, 0)) {
			n.Events, heard = append(n.Events, e.Type), e.Position
		}
		return n
	})
}
