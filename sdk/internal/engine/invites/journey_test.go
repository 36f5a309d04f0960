package invites_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestInvitedAndPaidFor(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, true)

	first := g.Context(t)
	want := &invite.Context{
		UserID: g.UserID, IsSubscriptionCurrent: true, SubscriptionStatus: "current", RequireCredentials: true,
		CoparentPackageID: 2001, LanguageLocale: "en", PricingGroup: "P0", PackageIDs: first.PackageIDs,
		FamilyMembers: []account.FamilyMember{
			{UserID: first.FamilyMembers[0].UserID, FirstName: "Ana", LastName: "Diaz", Color: "#1f6f5c", DisplayInitials: "AD"},
			{UserID: g.UserID, FirstName: "Ben", LastName: "Diaz", Color: "#8a4b08", DisplayInitials: "BD"},
			{FirstName: "Cleo", LastName: "Diaz", Color: "#2f5aa8", DisplayInitials: "CD"},
			{FirstName: "Dan", LastName: "Diaz", Color: "#8a2f6b", DisplayInitials: "DD"},
		},
		AvailableCoupons: []price.CustomersCoupon{}, Next: "/invite/step1", Routes: []string{"/invite", "/invite/step1"},
		Registration: &signup.Registration{
			State: "open", Next: "/invite/step1", Routes: []string{"/invite", "/invite/step1"}, PricingGroup: "P0", KnowsCoParentEmail: true,
			Parent: &form.Parent{
				FirstName: "Ben", LastName: "Diaz", Email: "ben.diaz.1@example.com", PhoneCountryCode: "+1", PhoneNumber: "4125500001", UserID: g.UserID,
			},
			ExpiresAt: first.ExpiresAt,
		},
		ExpiresAt: w.Clock.Now().AddDate(0, 0, 14),
	}
	if diff := cmp.Diff(want, first, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("context (-want +got):\n%s", diff)
	}

	after := g.Fill(t, fixture.StepOne())
	if after.Next != "/invite/billing-info" || after.Registration.LastCompletedStep != 2 || after.BillingAddressComplete {
		t.Errorf("after step 1: next %s, step %d, billing complete %t", after.Next, after.Registration.LastCompletedStep, after.BillingAddressComplete)
	}
	for name, err := range map[string]error{
		"order": fixture.Second(g.Client.Invite.Update(t.Context(), g.UserID, g.Token, fixture.Ordering(form.OrderChoice{PackageID: 2001}), fixture.English)),
		"quote": fixture.Second(g.Client.Invite.Price(t.Context(), g.UserID, g.Token, invite.QuoteInput{OrderDetail: form.OrderChoice{PackageID: 2001}}, fixture.English)),
		"pay":   fixture.Second(g.Pay(t, invite.PaymentInput{Order: form.OrderChoice{PackageID: 2001}})),
	} {
		if !errors.Is(err, fault.StepOutOfOrder) && !errors.Is(err, fault.RegistrationIsPaid) {
			t.Errorf("%s of a seat that is paid: %v", name, err)
		}
	}
	// A paid seat needs no validation, whatever the input.
	if err := g.Client.Invite.ValidateCountry(t.Context(), g.UserID, g.Token, 1, signup.CountryCriteria{Country: "GB"}, fixture.English); err != nil {
		t.Errorf("country validation of a paid seat: %v", err)
	}

	joined := g.Fill(t, fixture.Billing())
	if joined.Next != "/invite/credentials" || !joined.BillingAddressComplete || !joined.RequireCredentials || len(joined.ClickToJoinToken) != 43 {
		t.Errorf("after billing: %+v", joined)
	}
	fixture.WantRefusal(t, fixture.Second(g.Join(t, joined.ClickToJoinToken.Reveal(), false)), "termsAndConditions=terms_required")
	answer, err := g.Join(t, joined.ClickToJoinToken.Reveal(), true)
	if err != nil {
		t.Fatal(err)
	}
	if home := w.Config.Site.Links["home"]; answer.UserID != g.UserID || answer.Redirect != "http://127.0.0.1:8080/app/join/account" {
		t.Errorf("credentials answer %+v, want user %s and the home page %q", answer, g.UserID, home)
	}
	if err := fixture.Second(g.Client.Invite.Read(t.Context(), g.UserID, g.Token, fixture.English)); !errors.Is(err, account.InvitationTokenInvalid) {
		t.Errorf("the link once it was used: %v", err)
	}
	if diff := cmp.Diff([]string{"parent_a created active paid by parent_a", "parent_b active active paid by parent_a"}, w.Seats(t)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
	w.WantBooks(t, fixture.Books{Placed: 1, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 1})
	login, err := w.Client.Account.Login(t.Context(), answer.Username, "A-long-pass-77", fixture.English)
	if err != nil || login.Auth == "" {
		t.Fatalf("login: %+v, %v", login, err)
	}
	// After a login, the account's own token works like the link's.
	done, err := w.Client.Invite.Read(t.Context(), g.UserID, secret.Secret(login.Auth), fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	own := *joined
	own.Next, own.Routes = "/invite/receipt", []string{"/invite", "/invite/receipt"}
	own.RequireCredentials, own.AgreedToTerms, own.ClickToJoinToken = false, true, ""
	own.Registration.Next, own.Registration.Routes = own.Next, own.Routes
	if diff := cmp.Diff(&own, done, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("context with the account's token (-want +got):\n%s", diff)
	}
	// After the purge of the registration, the data comes from the account.
	w.Clock.Advance(31 * fixture.Day)
	if purged, err := w.Client.Privacy.Purge(t.Context()); err != nil || purged.Registrations != 2 {
		t.Fatalf("purged %+v, %v", purged, err)
	}
	if login, err = w.Client.Account.Login(t.Context(), answer.Username, "A-long-pass-77", fixture.English); err != nil {
		t.Fatal(err)
	}
	if done, err = w.Client.Invite.Read(t.Context(), g.UserID, secret.Secret(login.Auth), fixture.English); err != nil {
		t.Fatal(err)
	}
	owner := *fixture.Billing().Parent
	owner.UserID = g.UserID
	if diff := cmp.Diff(&owner, done.Registration.Parent); diff != "" {
		t.Errorf("parent after the purge (-want +got):\n%s", diff)
	}
}

// An invited parent with a referrer sees the referrer's coupon.
func TestCouponsOfAnInvitedParent(t *testing.T) {
	t.Parallel()
	g := fixture.GuestOf(t, fixture.NewTill(t), false)
	if _, err := g.Client.Invite.Update(t.Context(), g.UserID, g.Token, fixture.StepOne(), caller.Meta{Lang: "en", ReferrerKey: "familylaw"}); err != nil {
		t.Fatal(err)
	}
	want := []price.CustomersCoupon{{CouponCode: "PARTNER20", Description: "20% off through our family law partner"}}
	if diff := cmp.Diff(want, g.Context(t).AvailableCoupons); diff != "" {
		t.Errorf("coupons (-want +got):\n%s", diff)
	}
}

// An invited parent's quote and payment follow the same rule as a sign-up's: by default the method is stored. If quote and payment differ, the payment
// is rejected with a valid quote.
func TestTermsBindAnInvitedParentsPayment(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		quoted, sent     *bool
		refused, renewed bool
	}{
		"left out in both": {nil, nil, false, true}, "false in both": {new(false), new(false), false, false},
		"false in the quote alone": {new(false), nil, true, true}, "false in the payment alone": {nil, new(false), true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			g := fixture.GuestOf(t, w, false)
			order := form.OrderChoice{PackageID: 2001}
			g.Fill(t, fixture.StepOne())
			g.Fill(t, fixture.Ordering(order))
			g.Fill(t, fixture.Billing())
			quote, err := g.Client.Invite.Price(t.Context(), g.UserID, g.Token, invite.QuoteInput{OrderDetail: order, StorePaymentOnFile: c.quoted}, fixture.English)
			if err != nil {
				t.Fatal(err)
			}
			in := g.Payment(t, order)
			in.Payment.TaxID, in.Payment.StorePaymentOnFile = quote.TaxID, c.sent
			paid, err := g.Pay(t, in)
			var changed *price.ChangedError
			if errors.As(err, &changed) != c.refused {
				t.Fatalf("%+v, %v", paid, err)
			}
			if c.refused {
				fixture.WantRefusal(t, err, "pricing=pricing_changed")
				quote, in.Payment.TaxID = changed.Quote, changed.Quote.TaxID
				if paid, err = g.Pay(t, in); err != nil {
					t.Fatal(err)
				}
			}
			if renews := strings.Contains(quote.Terms, "renews automatically"); renews != c.renewed || (paid.Receipt.RenewsAt != "") != c.renewed {
				t.Errorf("terms %q, renews at %q", quote.Terms, paid.Receipt.RenewsAt)
			}
		})
	}
}

func TestInvitedAndPaying(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		order form.OrderChoice
		path  []string // next after step 1, after choosing, after building
		total string
	}{
		"regular": {form.OrderChoice{PackageID: 2001}, []string{"/invite/packages", "/invite/payment"}, "158.99"},
		"custom": {
			form.OrderChoice{PackageID: 2000, ProductID: "SUB1YEAR", Services: []string{"MYFILES5GB", "CALLSBASIC"}},
			[]string{"/invite/packages", "/invite/choose-your-own", "/invite/payment"}, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			g := fixture.GuestOf(t, w, false)
			order := c.order
			order.PackageID = fixture.PackageLike(t, w, order)
			path := []string{g.Fill(t, fixture.StepOne()).Next}
			if order.ProductID != "" {
				path = append(path, g.Fill(t, fixture.Ordering(form.OrderChoice{PackageID: order.PackageID})).Next)
				fixture.WantRefusal(t, fixture.Second(g.Client.Invite.Price(t.Context(), g.UserID, g.Token,
					invite.QuoteInput{OrderDetail: form.OrderChoice{PackageID: order.PackageID}}, fixture.English)), "order.productId=order_product_required")
			}
			path = append(path, g.Fill(t, fixture.Ordering(order)).Next)
			if diff := cmp.Diff(c.path, path); diff != "" {
				t.Errorf("steps (-want +got):\n%s", diff)
			}
			if err := fixture.Second(g.Pay(t, g.Payment(t, order))); !errors.Is(err, fault.StepOutOfOrder) {
				t.Errorf("paying without a billing address: %v", err)
			}
			if next := g.Fill(t, fixture.Billing()).Next; next != "/invite/payment" {
				t.Errorf("billing leads to %s", next)
			}
			if token, err := g.Client.Invite.ClientToken(t.Context(), g.UserID, g.Token, caller.Meta{}); err != nil || token.Token == "" {
				t.Errorf("client token: %v", err)
			}
			paid, err := g.Pay(t, g.Payment(t, order))
			if err != nil {
				t.Fatal(err)
			}
			if c.total != "" && paid.Receipt.Totals.Total != c.total || paid.Receipt.PayForCoParent || paid.Registration.Parent.UserID != g.UserID ||
				paid.Registration.CoParent != (payment.CoParent{}) {
				t.Errorf("answer %+v with receipt %+v", paid.Registration, paid.Receipt)
			}
			w.Work(t)
			now := g.Context(t)
			if !now.IsSubscriptionCurrent || now.ClickToJoinToken == "" {
				t.Errorf("context after paying: %+v", now)
			}
			if diff := cmp.Diff([]string{"/invite/credentials", "/invite", "/invite/credentials", "/invite/receipt"}, append([]string{now.Next}, now.Routes...)); diff != "" {
				t.Errorf("next and routes after paying (-want +got):\n%s", diff)
			}
			if again, err := g.Client.Invite.Status(t.Context(), g.UserID, g.Token); err != nil || again.Receipt.OrderID != paid.Receipt.OrderID {
				t.Errorf("the payment's status: %+v, %v", again, err)
			}
			answer, err := g.Join(t, g.Context(t).ClickToJoinToken.Reveal(), true)
			if err != nil || answer.Redirect != "/invite/receipt" {
				t.Fatalf("credentials: %+v, %v", answer, err)
			}
			want := []string{"parent_a created active paid by parent_a", "parent_b active active paid by parent_b"}
			if diff := cmp.Diff(want, w.Seats(t)); diff != "" {
				t.Errorf("seats (-want +got):\n%s", diff)
			}
			w.WantBooks(t, fixture.Books{Placed: 2, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 2})
		})
	}
}
