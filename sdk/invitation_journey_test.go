package sdk_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
)

// seats is what the database says of a family's seats: whose, paid by whom, and the accounts' states.
func (w *till) seats(t *testing.T) []string {
	t.Helper()
	var seats []string
	err := w.Pool.QueryRow(t.Context(), `SELECT coalesce(array_agg(a.family_role || ' ' || a.state || ' ' || s.state || ' paid by ' || p.family_role ORDER BY a.family_role), '{}')
		FROM subscriptions s JOIN accounts a ON a.id = s.account_id JOIN accounts p ON p.id = s.payer_account_id`).Scan(&seats)
	if err != nil {
		t.Fatal(err)
	}
	return seats
}

func TestInvitedAndPaidFor(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	g := guestOf(t, w, true)

	first := g.context(t)
	want := &sdk.InvitationContext{
		UserID: g.userID, IsSubscriptionCurrent: true, SubscriptionStatus: "current", RequireCredentials: true,
		CoparentPackageID: 2001, LanguageLocale: "en", PricingGroup: "P0", PackageIDs: first.PackageIDs,
		FamilyMembers: []sdk.FamilyMember{
			{UserID: first.FamilyMembers[0].UserID, FirstName: "Ana", LastName: "Diaz", Color: "#1f6f5c", DisplayInitials: "AD"},
			{UserID: g.userID, FirstName: "Ben", LastName: "Diaz", Color: "#8a4b08", DisplayInitials: "BD"},
			{FirstName: "Cleo", LastName: "Diaz", Color: "#2f5aa8", DisplayInitials: "CD"},
			{FirstName: "Dan", LastName: "Diaz", Color: "#8a2f6b", DisplayInitials: "DD"},
		},
		AvailableCoupons: first.AvailableCoupons, Next: "/invite/step1", Routes: []string{"/invite", "/invite/step1"},
		Registration: &sdk.Registration{
			State: "open", Next: "/invite/step1", Routes: []string{"/invite", "/invite/step1"}, PricingGroup: "P0", KnowsCoParentEmail: true,
			Parent: &sdk.Parent{
				FirstName: "Ben", LastName: "Diaz", Email: "ben.diaz.1@example.com", PhoneCountryCode: "+1", PhoneNumber: "4125500001", UserID: g.userID,
			},
			ExpiresAt: first.ExpiresAt,
		},
		ExpiresAt: w.Clock.Now().AddDate(0, 0, 14),
	}
	if diff := cmp.Diff(want, first, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("context (-want +got):\n%s", diff)
	}

	after := g.fill(t, stepOne())
	if after.Next != "/invite/billing-info" || after.Registration.LastCompletedStep != 2 || after.BillingAddressComplete {
		t.Errorf("after step 1: next %s, step %d, billing complete %t", after.Next, after.Registration.LastCompletedStep, after.BillingAddressComplete)
	}
	for name, err := range map[string]error{
		"order": second(g.Client.UpdateInvitation(t.Context(), g.userID, g.token, ordering(sdk.OrderChoice{PackageID: 2001}), english)),
		"quote": second(g.Client.PriceInvitation(t.Context(), g.userID, g.token, sdk.InvitationQuoteInput{OrderDetail: sdk.OrderChoice{PackageID: 2001}}, english)),
		"pay":   second(g.pay(t, sdk.InvitationPaymentInput{Order: sdk.OrderChoice{PackageID: 2001}})),
	} {
		if !errors.Is(err, sdk.StepOutOfOrder) && !errors.Is(err, sdk.RegistrationIsPaid) {
			t.Errorf("%s of a seat that is paid: %v", name, err)
		}
	}
	// Nothing is to be validated where the seat is paid, whatever is named.
	if err := g.Client.ValidateInvitationCountry(t.Context(), g.userID, g.token, 1, sdk.CountryCriteria{Country: "GB"}, english); err != nil {
		t.Errorf("country validation of a paid seat: %v", err)
	}

	joined := g.fill(t, billing())
	if joined.Next != "/invite/credentials" || !joined.BillingAddressComplete || !joined.RequireCredentials || len(joined.ClickToJoinToken) != 43 {
		t.Errorf("after billing: %+v", joined)
	}
	wantRefusal(t, second(g.join(t, joined.ClickToJoinToken, false)), "termsAndConditions=terms_required")
	answer, err := g.join(t, joined.ClickToJoinToken, true)
	if err != nil {
		t.Fatal(err)
	}
	if home := w.Config.Site.Links["home"]; answer.UserID != g.userID || answer.Redirect != "http://127.0.0.1:8080/" {
		t.Errorf("credentials answer %+v, want user %s and the home page %q", answer, g.userID, home)
	}
	if err := second(g.Client.Invitation(t.Context(), g.userID, g.token, english)); !errors.Is(err, sdk.InvitationTokenInvalid) {
		t.Errorf("the link once it was used: %v", err)
	}
	if diff := cmp.Diff([]string{"parent_a created active paid by parent_a", "parent_b active active paid by parent_a"}, w.seats(t)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
	w.wantBooks(t, books{Placed: 1, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 1})
	login, err := w.Client.Login(t.Context(), answer.Username, "A-long-pass-77", english)
	if err != nil || login.Auth == "" {
		t.Fatalf("login: %+v, %v", login, err)
	}
	// Logged in, the account's own token does what the link's did.
	done, err := w.Client.Invitation(t.Context(), g.userID, sdk.Secret(login.Auth), english)
	if err != nil || done.Next != "/invite/receipt" || done.RequireCredentials || done.ClickToJoinToken != "" {
		t.Errorf("context with the account's token: %+v, %v", done, err)
	}
}

func TestInvitedAndPaying(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		order sdk.OrderChoice
		path  []string // next after step 1, after choosing, after building
		total string
	}{
		"regular": {sdk.OrderChoice{PackageID: 2001}, []string{"/invite/packages", "/invite/payment"}, "158.99"},
		"custom": {
			sdk.OrderChoice{PackageID: 2000, ProductID: "SUB1YEAR", Services: []string{"MYFILES5GB", "CALLSBASIC"}},
			[]string{"/invite/packages", "/invite/choose-your-own", "/invite/payment"}, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			g := guestOf(t, w, false)
			order := c.order
			order.PackageID = packageLike(t, w, order)
			path := []string{g.fill(t, stepOne()).Next}
			if order.ProductID != "" {
				path = append(path, g.fill(t, ordering(sdk.OrderChoice{PackageID: order.PackageID})).Next)
				wantRefusal(t, second(g.Client.PriceInvitation(t.Context(), g.userID, g.token,
					sdk.InvitationQuoteInput{OrderDetail: sdk.OrderChoice{PackageID: order.PackageID}}, english)), "order.productId=order_product_required")
			}
			path = append(path, g.fill(t, ordering(order)).Next)
			if diff := cmp.Diff(c.path, path); diff != "" {
				t.Errorf("steps (-want +got):\n%s", diff)
			}
			if err := second(g.pay(t, g.payment(t, order))); !errors.Is(err, sdk.StepOutOfOrder) {
				t.Errorf("paying without a billing address: %v", err)
			}
			if next := g.fill(t, billing()).Next; next != "/invite/payment" {
				t.Errorf("billing leads to %s", next)
			}
			if token, err := g.Client.InvitationClientToken(t.Context(), g.userID, g.token, "US"); err != nil || token == "" {
				t.Errorf("client token: %v", err)
			}
			paid, err := g.pay(t, g.payment(t, order))
			if err != nil {
				t.Fatal(err)
			}
			if c.total != "" && paid.Receipt.Totals.Total != c.total || paid.Receipt.PayForCoParent || paid.Registration.Parent.UserID != g.userID ||
				paid.Registration.CoParent != (sdk.PaymentCoParent{}) {
				t.Errorf("answer %+v with receipt %+v", paid.Registration, paid.Receipt)
			}
			w.work(t)
			now := g.context(t)
			if now.Next != "/invite/credentials" || !now.IsSubscriptionCurrent || now.ClickToJoinToken == "" {
				t.Errorf("context after paying: %+v", now)
			}
			if again, err := g.Client.InvitationPayment(t.Context(), g.userID, g.token); err != nil || again.Receipt.OrderID != paid.Receipt.OrderID {
				t.Errorf("how the payment stands: %+v, %v", again, err)
			}
			answer, err := g.join(t, g.context(t).ClickToJoinToken, true)
			if err != nil || answer.Redirect != "/invite/receipt" {
				t.Fatalf("credentials: %+v, %v", answer, err)
			}
			want := []string{"parent_a created active paid by parent_a", "parent_b active active paid by parent_b"}
			if diff := cmp.Diff(want, w.seats(t)); diff != "" {
				t.Errorf("seats (-want +got):\n%s", diff)
			}
			w.wantBooks(t, books{Placed: 2, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 2})
		})
	}
}

// packageLike gives the package of group P0 that the order is for: a custom one where it has a product.
func packageLike(t *testing.T, w *till, order sdk.OrderChoice) int {
	t.Helper()
	if order.ProductID == "" {
		return order.PackageID
	}
	list, err := w.Client.Packages(t.Context(), "P0", nil, "en")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list.Packages {
		if p.BuildYourOwn {
			return p.ID
		}
	}
	t.Fatal("group P0 has no custom package")
	return 0
}

// second is the error of a call whose answer doesn't matter.
func second[T any](_ T, err error) error { return err }
