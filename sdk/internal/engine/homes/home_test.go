package homes_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/home"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

var ids = []cmp.Option{
	cmpopts.IgnoreFields(home.AccountPage{}, "UserID"), cmpopts.IgnoreFields(subscription.HeldSubscription{}, "ID"),
	cmpopts.IgnoreFields(order.ReceiptSummary{}, "ReceiptID"), cmpopts.IgnoreFields(account.FamilyMember{}, "UserID", "Color"),
}

var family = []account.FamilyMember{
	{FirstName: "Ana", LastName: "Diaz", DisplayInitials: "AD"}, {FirstName: "Ben", LastName: "Diaz", DisplayInitials: "BD"},
	{FirstName: "Cleo", LastName: "Diaz", DisplayInitials: "CD"}, {FirstName: "Dan", LastName: "Diaz", DisplayInitials: "DD"},
}

// The page of the payer of both places, before and after the co-parent joins, and the co-parent's page: no price, no receipt, no address.
func TestAccountPage(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	payer := w.Join(t, func(in *payment.Input) { in.PayForCoparent = true }, fixture.Kept)
	start, end := sdktest.Start, fixture.FirstEnd
	held := func(own bool) subscription.HeldSubscription {
		return subscription.HeldSubscription{
			State: order.SubscriptionActive, IsOwn: own, PackageName: "Essential, 1 year", Years: 1, StartsAt: start, EndsAt: end, EndsOn: "2027-06-02", Renews: true,
			Renewal: &subscription.RenewalTerms{
				Price: "149.99", PriceFormatted: "$149.99", Currency: "USD", Country: "US",
				Method: &subscription.KeptMethod{PaymentType: gateway.PaymentCreditCard, Brand: "Visa", LastFour: "1881"},
			},
		}
	}
	want := &home.AccountPage{
		FirstName: "Ana", LastName: "Diaz", Email: "ana.diaz.1@example.com", Locale: "en-US",
		Subscriptions: []subscription.HeldSubscription{held(true), held(false)},
		Receipts:      []order.ReceiptSummary{{PaidAt: start, PaidOn: "2026-06-02", PackageName: "Essential subscription for 1 year", TotalFormatted: "$317.98"}},
		Family:        family,
		CoParent: &invite.InvitedCoParent{
			FirstName: "Ben", LastName: "Diaz", Email: "ben.diaz.1@example.com", State: invite.Open, InvitedAt: start,
			ExpiresAt: start.Add(14 * fixture.Day), Resendable: true,
		},
	}
	page := read(t, w, payer.Token)
	if diff := cmp.Diff(want, page, ids...); diff != "" {
		t.Errorf("the payer's (-want +got):\n%s", diff)
	}

	guest := w.MailedGuest(t, "invitation")
	guest.Fill(t, fixture.StepOne())
	w.Clock.Advance(time.Minute)
	joined := guest.Fill(t, fixture.Billing())
	token := logIn(t, guest, joined.ClickToJoinToken.Reveal())
	theirs := held(true)
	theirs.Renewal, theirs.PaidBy = nil, "Ana Diaz"
	named := append([]account.FamilyMember{}, family...)
	named[1] = account.FamilyMember{FirstName: "Benjamin", LastName: "Diaz", DisplayInitials: "BD"}
	wantGuest := &home.AccountPage{
		FirstName: "Benjamin", LastName: "Diaz", Email: "benjamin@example.com", Locale: "en-US",
		Subscriptions: []subscription.HeldSubscription{theirs}, Receipts: []order.ReceiptSummary{}, Family: named,
	}
	if diff := cmp.Diff(wantGuest, read(t, w, token), ids...); diff != "" {
		t.Errorf("the co-parent's (-want +got):\n%s", diff)
	}
	want.Family = named
	at := w.Clock.Now()
	want.CoParent = &invite.InvitedCoParent{
		FirstName: "Benjamin", LastName: "Diaz", State: invite.Accepted, InvitedAt: start, ExpiresAt: start.Add(14 * fixture.Day), JoinedAt: &at,
	}
	if diff := cmp.Diff(want, read(t, w, payer.Token), ids...); diff != "" {
		t.Errorf("the payer's, once the co-parent has joined (-want +got):\n%s", diff)
	}
	if _, err := w.Client.Home.Receipt(t.Context(), token, page.Receipts[0].ReceiptID, fixture.English); !errors.Is(err, order.ReceiptNotFound) {
		t.Errorf("the payer's receipt, requested by the co-parent: %v", err)
	}
	// The API also hides the renewal's price, its declines and a payment under way from the co-parent.
	if _, err := w.Pool.Exec(t.Context(), "UPDATE subscriptions SET tries = 1, retry_at = $1, renewing_since = $1", at); err != nil {
		t.Fatal(err)
	}
	paysFor, err := w.Client.Subscription.Own(t.Context(), payer.Token)
	if err != nil || len(paysFor) != 2 {
		t.Fatalf("%+v, %v", paysFor, err)
	}
	uses, err := w.Client.Subscription.Own(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	seat := paysFor[1]
	if diff := cmp.Diff([]any{"149.99", 1, &at, true}, []any{seat.Renewal, seat.RefusedTries, seat.NextTryAt, seat.RenewingNow}); diff != "" {
		t.Errorf("the co-parent's seat in the payer's view (-want +got):\n%s", diff)
	}
	seat.Renewal, seat.RefusedTries, seat.NextTryAt, seat.RenewingNow = "", 0, nil, false
	if diff := cmp.Diff([]subscription.Subscription{seat}, uses); diff != "" {
		t.Errorf("the same seat in the co-parent's view (-want +got):\n%s", diff)
	}
}

// The page shows the next try of a declined renewal, and the amount due after a failed collection.
func TestAccountPageShowsDebt(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	payer := w.Join(t, fixture.Kept)
	w.Work(t)
	next := fixture.FirstEnd.Add(fixture.Day)
	if _, err := w.Pool.Exec(t.Context(), "UPDATE subscriptions SET tries = 1, retry_at = $1", next); err != nil {
		t.Fatal(err)
	}
	if got := read(t, w, payer.Token).Subscriptions[0]; got.Renewal == nil || got.Renewal.NextTryAt == nil || !got.Renewal.NextTryAt.Equal(next) || got.Due != nil {
		t.Errorf("declined: %+v, due %+v", got.Renewal, got.Due)
	}
	if err := w.Provider.DeclineSettlement(w.LastSale().ID); err != nil {
		t.Fatal(err)
	}
	w.Settle(t)
	login, err := w.Client.Account.Login(t.Context(), payer.Username, payer.Password, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	got := read(t, w, secret.Secret(login.Auth)).Subscriptions[0]
	want := &subscription.Due{Amount: "158.99", AmountFormatted: "$158.99", Currency: "USD", Country: "US", KeepsMethod: true}
	if diff := cmp.Diff(want, got.Due); diff != "" || got.State != order.SubscriptionSuspended || got.Renewal != nil {
		t.Errorf("%s, renewal %+v, due (-want +got):\n%s", got.State, got.Renewal, diff)
	}
}

// The payer reads a receipt as it was issued. The record of a seat paid by another is never shown.
func TestReceiptIsForItsPayerOnly(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	payer, other := w.Join(t, func(in *payment.Input) { in.PayForCoparent = true }), w.Join(t)
	id := read(t, w, payer.Token).Receipts[0].ReceiptID
	receipt, err := w.Client.Home.Receipt(t.Context(), payer.Token, id, fixture.English)
	if err != nil || receipt.ReceiptID != id || receipt.Totals.Total != "317.98" || !receipt.PayForCoParent {
		t.Errorf("the payer's own: %+v, %v", receipt, err)
	}
	var record string
	if err := w.Pool.QueryRow(t.Context(), "SELECT id::text FROM receipts WHERE kind = 'co_parent'").Scan(&record); err != nil {
		t.Fatal(err)
	}
	for what, tc := range map[string]struct {
		token secret.Secret
		id    string
	}{
		"another parent's": {other.Token, id}, "a record": {payer.Token, record}, "none": {payer.Token, "018f3a3e-7b1c-7000-8000-000000000001"}, "no id": {payer.Token, "../../../1"},
	} {
		if _, err := w.Client.Home.Receipt(t.Context(), tc.token, tc.id, fixture.English); !errors.Is(err, order.ReceiptNotFound) {
			t.Errorf("%s: %v", what, err)
		}
	}
	// An unavailable database is not a missing receipt.
	if _, err := w.Pool.Exec(t.Context(), "ALTER TABLE receipts RENAME TO receipts_elsewhere"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.Home.Receipt(t.Context(), payer.Token, id, fixture.English); err == nil || errors.Is(err, order.ReceiptNotFound) {
		t.Errorf("without an answer of the database: %v", err)
	}
}

// A canceled renewal has no price any more, and a refund is in the list of receipts.
func TestAccountPageAfterCancellingAndRefunding(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	payer := w.Join(t, fixture.Kept)
	mine := read(t, w, payer.Token)
	if _, err := w.Client.Subscription.Cancel(t.Context(), mine.Subscriptions[0].ID, payer.Token); err != nil {
		t.Fatal(err)
	}
	at := w.Clock.Now()
	want := subscription.HeldSubscription{
		State: order.SubscriptionActive, IsOwn: true, PackageName: "Essential, 1 year", Years: 1, StartsAt: sdktest.Start, EndsAt: fixture.FirstEnd, EndsOn: "2027-06-02", CancelledAt: &at,
	}
	if diff := cmp.Diff(want, read(t, w, payer.Token).Subscriptions[0], ids...); diff != "" {
		t.Errorf("cancelled (-want +got):\n%s", diff)
	}
	if _, err := w.Pool.Exec(t.Context(), "UPDATE orders SET refunded_minor = 1250"); err != nil {
		t.Fatal(err)
	}
	if got := read(t, w, payer.Token).Receipts[0].RefundedFormatted; got != "$12.50" {
		t.Errorf("refunded: %q", got)
	}
}

// Amounts are formatted for the reader's locale. An account without a family has a page, too.
func TestAccountPageUsesReadersLocale(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	page, err := w.Client.Home.Read(t.Context(), w.Join(t, fixture.Kept).Token, caller.Meta{Lang: "es", Locale: "es-MX"})
	if err != nil {
		t.Fatal(err)
	}
	if got := page.Subscriptions[0]; got.PackageName != "Esencial, 1 año" || got.Renewal.PriceFormatted != "USD\u00a0149.99" {
		t.Errorf("%s renews at %s", got.PackageName, got.Renewal.PriceFormatted)
	}
	p := w.SignUpProfessional(t)
	if page.Locale != "es-MX" {
		t.Errorf("days are written for %s", page.Locale)
	}
	login, err := w.Client.Account.Login(t.Context(), p.Username, p.Password, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	empty := read(t, w, secret.Secret(login.Auth))
	if len(empty.Subscriptions)+len(empty.Receipts)+len(empty.Family) != 0 || empty.Family == nil || empty.CoParent != nil || empty.FirstName == "" {
		t.Errorf("a professional's: %+v", empty)
	}
	if diff := cmp.Diff(&home.ProfessionalPart{State: professional.Pending, Batches: []codes.Batch{}}, empty.Professional); diff != "" {
		t.Errorf("a professional's codes, before there are any (-want +got):\n%s", diff)
	}
}

func read(t *testing.T, w *fixture.Till, token secret.Secret) *home.AccountPage {
	t.Helper()
	page, err := w.Client.Home.Read(t.Context(), token, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func logIn(t *testing.T, g fixture.Guest, credentials string) secret.Secret {
	t.Helper()
	joined, err := g.Join(t, credentials, true)
	if err != nil {
		t.Fatal(err)
	}
	login, err := g.Client.Account.Login(t.Context(), joined.Username, "A-long-pass-77", fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	return secret.Secret(login.Auth)
}

// A receipt's words are in the reader's language. Its amounts are formatted as on the day of issue.
func TestReceiptInItsReadersLanguage(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	payer := w.Join(t, func(in *payment.Input) { in.PayForCoparent, in.PromoCodes = true, []string{"FLAT15"} })
	id := read(t, w, payer.Token).Receipts[0].ReceiptID
	spanish := caller.Meta{Lang: "es", Locale: "es-MX"}
	page, err := w.Client.Home.Read(t.Context(), payer.Token, spanish)
	if err != nil {
		t.Fatal(err)
	}
	if got := page.Receipts[0]; got.PackageName != "Suscripción Esencial por 1 año" || got.TotalFormatted != "$302.08" {
		t.Errorf("in the list: %s for %s", got.PackageName, got.TotalFormatted)
	}
	own, err := w.Client.Home.Receipt(t.Context(), payer.Token, id, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Client.Home.Receipt(t.Context(), payer.Token, id, spanish)
	if err != nil {
		t.Fatal(err)
	}
	want := *own
	want.ReceiptText = "Suscripción Esencial por 1 año"
	want.CouponDetail.Description = "15 dólares de descuento en su primer período"
	want.Taxes[0].Name = "Impuesto sobre las ventas"
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Errorf("in Spanish (-want +got):\n%s", diff)
	}
}
