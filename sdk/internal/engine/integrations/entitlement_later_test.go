package integrations_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// standing holds the fields of an entitlement that time changes.
type standing struct {
	Entitled bool
	State    string // of the subscription
	Renews   bool
	Ends     string
}

// entitled returns a function that reads an account's entitlement as the application does.
func entitled(t *testing.T, w *fixture.Till) func(userID string) standing {
	t.Helper()
	h := engine.Of(w.Client).Integration
	token := run[*integration.Token](t)(h.CreateToken(t.Context(), integration.TokenInput{Name: "app", Scopes: []string{integration.ScopeEntitlements}}, "en")).Token
	return func(userID string) standing {
		t.Helper()
		e := run[*integration.Entitlement](t)(h.Entitlement(t.Context(), secret.Secret(token), userID))
		if e.Subscription == nil {
			return standing{Entitled: e.Entitled}
		}
		return standing{e.Entitled, e.Subscription.State, e.Subscription.Renews, e.Subscription.EndsAt.Format(time.DateOnly)}
	}
}

// After the end of the term, a payer is entitled while the renewal is tried again, and no longer once it has lapsed. A canceled subscription ends
// with its term, even before a sweep has ended it.
func TestEntitlementAfterTheEndOfTheTerm(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, withApp(&app{}))
	now := entitled(t, w)
	canceled := w.Subscribe(t, fixture.Kept).Registration.Parent.UserID
	cancel(t, w)
	payer := w.Subscribe(t, fixture.Kept).Registration.Parent.UserID
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2001", Count: -1})
	for _, moment := range []struct {
		at              time.Time
		sweeps          bool
		payer, canceled standing
	}{
		{fixture.FirstEnd.Add(-time.Second), false, standing{true, "active", true, "2027-06-02"}, standing{true, "active", false, "2027-06-02"}},
		{fixture.FirstEnd, false, standing{true, "active", true, "2027-06-02"}, standing{false, "active", false, "2027-06-02"}},
		{fixture.FirstEnd.Add(time.Hour), true, standing{true, "active", true, "2027-06-02"}, standing{false, "ended", false, "2027-06-02"}},
		{fixture.FirstEnd.Add(3 * fixture.Day), true, standing{true, "active", true, "2027-06-02"}, standing{false, "ended", false, "2027-06-02"}},
		{fixture.FirstEnd.Add(30 * fixture.Day), true, standing{false, "lapsed", false, "2027-06-02"}, standing{false, "ended", false, "2027-06-02"}},
	} {
		for day := w.Clock.Now().Add(fixture.Day); moment.sweeps && day.After(fixture.FirstEnd) && day.Before(moment.at); day = day.Add(fixture.Day) {
			w.RunOn(t, day)
		}
		w.Clock.Set(moment.at)
		if moment.sweeps {
			w.RunRenewals(t)
		}
		if diff := cmp.Diff([]standing{moment.payer, moment.canceled}, []standing{now(payer), now(canceled)}); diff != "" {
			t.Errorf("at %s, payer and canceled (-want +got):\n%s", moment.at, diff)
		}
	}
}

// A place with an ended subscription that would have ended later is entitled by the one it has now.
func TestEntitlementByTheLivingSubscription(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, withApp(&app{}))
	now := entitled(t, w)
	s := w.SignUp(t)
	run[*payment.Answer](t)(w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
		in.Order.PackageID, in.PayForCoparent, in.TermsAndConditions = twoYears, true, true
	})))
	w.Work(t)
	run[*payment.AttemptDetail](t)(w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{}))
	w.Work(t)
	guest := w.MailedGuest(t, "invitation")
	guest.Fill(t, fixture.StepOne())
	guest.Fill(t, fixture.Billing())
	order := form.OrderChoice{PackageID: 2001}
	guest.Fill(t, fixture.Ordering(order))
	run[*payment.Answer](t)(guest.Pay(t, guest.Payment(t, order)))
	w.Work(t)
	if diff := cmp.Diff(standing{true, "active", false, "2027-06-02"}, now(guest.UserID)); diff != "" {
		t.Errorf("of the co-parent (-want +got):\n%s", diff)
	}
}

// twoYears is a package for two years.
const twoYears = 2002

// cancel ends the renewal of the newest subscription.
func cancel(t *testing.T, w *fixture.Till) {
	t.Helper()
	newest := run[[]subscription.Subscription](t)(w.Client.Subscription.List(t.Context(), subscription.Filter{Limit: 1}))[0]
	run[*subscription.Subscription](t)(w.Client.Subscription.EndRenewal(t.Context(), newest.ID))
}
