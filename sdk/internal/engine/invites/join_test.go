package invites_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/signup"
)

// If another person gets an account with the address that an invited parent entered, the invited parent gets an error and isn't charged. The address
// stays with its account.
func TestAddressTakenBeforeJoining(t *testing.T) {
	t.Parallel()
	taken := fixture.StepOne().Parent.Email
	takes := func(t *testing.T, w *fixture.Till) {
		t.Helper()
		fixture.Pay(t, w.Env, w.SignUp(t, func(in *signup.Input) { in.Parent.Email = taken }))
	}
	for name, c := range map[string]struct {
		seatPaid bool
		join     func(t *testing.T, g fixture.Guest, h *fixture.Hold) error
		ledger   []fixture.Line
	}{
		"to a seat that is paid": {true, func(t *testing.T, g fixture.Guest, _ *fixture.Hold) error {
			takes(t, g.Till)
			billing := fixture.Billing()
			billing.Sections = []signup.Section{signup.SectionAddress}
			return fixture.Second(g.Client.Invite.Update(t.Context(), g.UserID, g.Token, billing, fixture.English))
		}, []fixture.Line{{Status: "submitted_for_settlement", Amount: "317.98", Currency: "USD"}}},
		"before paying": {false, func(t *testing.T, g fixture.Guest, _ *fixture.Hold) error {
			order := form.OrderChoice{PackageID: 2001}
			g.Fill(t, fixture.Ordering(order))
			g.Fill(t, fixture.Billing())
			in := g.Payment(t, order)
			takes(t, g.Till)
			return fixture.Second(g.Pay(t, in))
		}, []fixture.Line{fixture.Captured}},
		"while the provider answers": {false, func(t *testing.T, g fixture.Guest, h *fixture.Hold) error {
			order := form.OrderChoice{PackageID: 2001}
			g.Fill(t, fixture.Ordering(order))
			g.Fill(t, fixture.Billing())
			in := g.Payment(t, order)
			h.Call = "authorize"
			done := make(chan error, 1)
			key := g.NewKey()
			go func() {
				meta := fixture.BuyMeta(key)
				_, err := g.Client.Invite.Pay(context.WithoutCancel(t.Context()), g.UserID, g.Token, in, meta)
				done <- err
			}()
			<-h.Acted
			takes(t, g.Till)
			close(h.Release)
			return <-done
		}, []fixture.Line{fixture.Captured, fixture.Voided}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := fixture.NewHold("none")
			w := fixture.NewTill(t, fixture.WithHold(h))
			g := fixture.GuestOf(t, w, c.seatPaid)
			g.Fill(t, fixture.StepOne())
			fixture.WantRefusal(t, c.join(t, g, h), "duplicate=parent_duplicate")
			w.Work(t)
			w.WantLedger(t, c.ledger...)
			if state := g.Context(t); state.Next == "/invite/credentials" {
				t.Error("the invited parent has joined nevertheless")
			}
			owner := fixture.Record(t, w.Env, "SELECT kind, state, role FROM accounts JOIN seats ON account_id = id WHERE id = $1", fixture.AccountOf(t, w.Env, taken))
			if diff := cmp.Diff(map[string]any{"kind": "parent", "state": "created", "role": "parent_a"}, owner); diff != "" {
				t.Errorf("the address's owner (-want +got):\n%s", diff)
			}
		})
	}
}
