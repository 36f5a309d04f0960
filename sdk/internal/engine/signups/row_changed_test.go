package signups_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// abandoned makes two sign-ups that expired and lost their personal data. One had a declined card, so its order is canceled.
func abandoned(t *testing.T, w *fixture.Till) {
	t.Helper()
	in := sdktest.ReadyToPay(800)
	in.Sections = append(in.Sections, signup.SectionSecurityQuestion, signup.SectionSecurityCode)
	in.SegmentAnonymousID = "visitor-0"
	in.Order = &signup.Order{OrderChoice: form.OrderChoice{PackageID: fixture.PackageLike(t, w, form.OrderChoice{ProductID: "SUB1YEAR"})}}
	create(t, w, in, spanish)
	decline(t, w, w.SignUp(t))
	w.Clock.Advance(3 * fixture.Day)
	if err := w.Client.Operate.Expire(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(31 * fixture.Day)
	if got, err := w.Client.Privacy.Purge(t.Context()); got.Registrations != 2 || err != nil {
		t.Fatalf("purged %+v, %v", got, err)
	}
}

// declinedTwice makes an order that is declined, changed in every column, and declined again.
func declinedTwice(t *testing.T, w *fixture.Till, custom form.OrderChoice) {
	t.Helper()
	custom.ProductID = "SUB2YEAR"
	custom.PackageID = fixture.PackageLike(t, w, custom)
	s := w.SignUp(t, func(in *signup.Input) {
		in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, in.Parent.TimeZone = "+44", "2079460123", "Europe/London"
		in.Address = &form.Address{Line1: "10 High Street", City: "London", Region: "ENG", PostalCode: "SW1A 1AA", Country: "GB"}
		in.Order.PackageID = 2061
	})
	decline(t, w, s, func(in *payment.Input) { in.Order.PackageID, in.TermsAndConditions = 2061, true })
	w.Clock.Advance(time.Minute)
	newCatalog(t, w)
	moved := sdktest.ReadyToPay(805)
	moved.Parent.UserID = "7c9e6679-7425-40de-944b-e07fc1f90ae7" // ignored: the user id isn't input
	moved.Sections = []signup.Section{signup.SectionParent, signup.SectionAddress}
	meta := caller.Meta{Lang: "es", Locale: "es-MX"}
	update(t, w, s, moved, meta)
	update(t, w, s, signup.Input{Sections: []signup.Section{signup.SectionOrder}, Order: &signup.Order{OrderChoice: custom}}, meta)
	decline(t, w, s, func(in *payment.Input) {
		in.Order, in.PromoCodes, in.TermsAndConditions = custom, []string{"FLAT15"}, true
		in.Payment.PaymentType = gateway.PaymentVenmo
	})
}

// newCatalog puts a catalog in force that differs in one price and in the version of its tax table.
func newCatalog(t *testing.T, w *fixture.Till) {
	t.Helper()
	_, raw, err := w.Client.Operate.Catalog(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(`"219.99"`, `"229.99"`, `version: "2026-11-01"`, `version: "2027-01-01"`).Replace(string(raw))
	if _, err := w.Client.Operate.ApplyCatalog(t.Context(), []byte(changed), "test"); err != nil {
		t.Fatal(err)
	}
}

// refusedRenewal makes a subscription with a payment method that the provider will decline once. The answer to its payment was lost and found an hour
// later. It returns the subscription's id.
func refusedRenewal(t *testing.T, w *fixture.Till) string {
	t.Helper()
	s := w.SignUp(t)
	in := w.Input(t, s, fixture.GoodNonce, fixture.Kept)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	if answer, err := w.Pay(t, s, in); err != nil || answer.Status != payment.Confirming {
		t.Fatalf("paid while the answer is lost: %+v, %v", answer, err)
	}
	w.Clock.Advance(time.Hour)
	w.Work(t)
	if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline, Token: w.LastSale().Token, Count: 1}); err != nil {
		t.Fatal(err)
	}
	newest, err := w.Client.Subscription.List(t.Context(), subscription.Filter{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return newest[0].ID
}

// givenBack makes two refunded payments, one refunded before and one after the capture.
func givenBack(t *testing.T, w *fixture.Till) {
	t.Helper()
	for _, captured := range []bool{false, true} {
		s := w.SignUp(t)
		answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
		if err != nil {
			t.Fatal(err)
		}
		if captured {
			w.Work(t)
		}
		w.Clock.Advance(time.Minute)
		if _, err := w.Client.Account.SetCredentials(t.Context(), secret.Secret(answer.ClickToJoinToken), account.CredentialsInput{
			Username: "user_" + answer.Registration.Parent.UserID[24:], Password: fixture.GoodPassword, TermsAndConditions: true,
		}, fixture.English); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(time.Minute)
		newest, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Client.Payment.Refund(t.Context(), newest[0].ID, payment.RefundInput{}); err != nil {
			t.Fatal(err)
		}
	}
	w.Work(t)
}
