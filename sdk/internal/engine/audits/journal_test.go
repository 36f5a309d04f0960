package audits_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// journal reads the journals of all months up to today, and returns the balance of each account in dollars, with each tax separate. It fails
// the test if an entry doesn't balance or has no document.
func journal(t *testing.T, w *fixture.Till) (balances map[string]string, kinds map[ledger.Kind]int) {
	t.Helper()
	sums, kinds := map[string]int64{}, map[ledger.Kind]int{}
	for m := ledger.MonthOf(sdktest.Start); m.Starts().Before(w.Clock.Now()); m = ledger.Month(m.Ends()) {
		err := w.Client.Audit.Journal(t.Context(), m, func(e ledger.Entry) error {
			kinds[e.Kind]++
			if e.Balance() != 0 || e.Document == "" || e.Currency != "USD" || ledger.MonthOf(e.At) != m {
				t.Errorf("%s: %+v", m, e)
			}
			for _, l := range e.Lines {
				name := string(l.Account)
				if l.Tax != "" {
					name += " " + l.Tax
				}
				sums[name] += l.Debit - l.Credit
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	balances = map[string]string{}
	for name, minor := range sums {
		if minor != 0 {
			balances[name] = money.New(minor, "USD").Decimal()
		}
	}
	return balances, kinds
}

// atProvider returns the money collected by the sandbox's own ledger, minus disputes.
func atProvider(t *testing.T, w *fixture.Till) string {
	t.Helper()
	held, err := w.Provider.Ledger().Held()
	if err != nil {
		t.Fatal(err)
	}
	return money.New(held["USD"], "USD").Decimal()
}

// Every movement of money is in the books. They balance, and the provider's account equals the provider's ledger.
func TestJournal(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	hook := func(kind, id string) {
		if _, err := w.Provider.Webhook(kind, id); err != nil {
			t.Fatal(err)
		}
	}
	sell := func(change func(*payment.Input)) string { // 149.99, and 6 % of it for Pennsylvania: 158.99
		w.Subscribe(t, change)
		return w.LastSale().ID
	}
	asBefore := func(*payment.Input) {}
	refunded, lost, won, declined := sell(fixture.Kept), sell(asBefore), sell(asBefore), sell(asBefore)
	open := sell(asBefore)
	code := w.Codes(t, 2001, 3) // on invoice: 449.97
	w.Subscribe(t, func(in *payment.Input) { in.PaymentCodes = code[:1] })
	pro := w.SignUpProfessional(t)
	batch, err := w.Client.Codes.Buy(t.Context(), pro.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("ten-codes-by-card"))
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)

	s := w.SignUp(t) // authorized, then voided by an operator before the capture
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	operator := caller.WithOperator(t.Context(), "Olga")
	all, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptAuthorised})
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	if _, err := w.Client.Payment.Refund(operator, all[0].ID, payment.RefundInput{Reason: "wrong"}); err != nil {
		t.Fatal(err)
	}
	w.Work(t)

	if err := w.Provider.DeclineSettlement(declined); err != nil {
		t.Fatal(err)
	}
	w.Provider.SettleAll()
	w.RefundThere(t, refunded, money.New(2000, "USD"))
	hook("dispute_opened", lost)
	hook("dispute_opened", won)
	hook("dispute_opened", open)
	w.Settle(t)
	hook("dispute_won", won)
	hook("dispute_lost", lost)
	w.Settle(t)
	if _, err := w.Client.Codes.RevokeBatch(t.Context(), pro.ProfessionalID, batch.ID); err != nil {
		t.Fatal(err)
	}
	w.Clock.Set(sdktest.Start.AddDate(0, 3, 0))

	got, kinds := journal(t, w)
	want := map[string]string{
		"invoices":                    "449.97",
		"receivable":                  "158.99", // the declined settlement
		"provider":                    atProvider(t, w),
		"disputed":                    "158.99",
		"tax_payable US-PA SALES_TAX": "-43.87", // five sales of 9.00, less 1.13 of the refund; no tax on the part paid by a code
		"codes_outstanding":           "-299.98",
		"codes_forfeited":             "-1499.90",
		"dispute_losses":              "158.99",
		"deferred_revenue":            got["deferred_revenue"],
		"revenue":                     got["revenue"],
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("balances (-want +got):\n%s", diff)
	}
	wantKinds := map[ledger.Kind]int{
		ledger.Sale: 7, ledger.CodesSold: 2, ledger.Captured: 6, ledger.Void: 1, ledger.Refunded: 1, ledger.PaidBack: 1, ledger.Returned: 1, ledger.CodesEnded: 1,
		ledger.DisputeOpened: 3, ledger.DisputeWon: 1, ledger.DisputeLost: 1, ledger.EndOfService: 1, ledger.Released: 4,
	}
	if diff := cmp.Diff(wantKinds, kinds); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}

	// The deferred revenue at the start of the next month equals the balance of the journals up to then.
	next := ledger.Month(ledger.MonthOf(w.Clock.Now()).Ends())
	w.Clock.Set(next.Starts())
	after, _ := journal(t, w)
	deferred, err := w.Client.Audit.Deferred(t.Context(), next)
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, minor := range deferred["USD"] {
		sum -= minor
	}
	if len(deferred["USD"]) < 8 || money.New(sum, "USD").Decimal() != after["deferred_revenue"] {
		t.Errorf("%d months wait for %d, want %s", len(deferred["USD"]), sum, after["deferred_revenue"])
	}
	w.Clock.Set(sdktest.Start.AddDate(2, 0, 0)) // everything is earned
	if deferred, err = w.Client.Audit.Deferred(t.Context(), ledger.MonthOf(w.Clock.Now())); err != nil || len(deferred) > 0 {
		t.Errorf("in the end %v is deferred, error %v", deferred, err)
	}
	for _, month := range []time.Time{w.Clock.Now().AddDate(0, 1, 0), w.Clock.Now().AddDate(-11, 0, 0)} {
		if _, err := w.Client.Audit.Deferred(t.Context(), ledger.MonthOf(month)); !errors.Is(err, audit.ErrNoJournal) {
			t.Errorf("%s: %v", month, err)
		}
	}
}

// A code pays for the whole package, even if the package has become more expensive since. It brings in its selling price only: the debt to
// codes and the revenue don't grow.
func TestJournalOfACodeBelowThePrice(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	code := w.Codes(t, 2001, 1)
	fixture.ApplyPrice(t, w.Env, "149.99", "199.99")
	w.Subscribe(t, func(in *payment.Input) { in.PaymentCodes = code })
	w.Clock.Set(sdktest.Start.AddDate(1, 1, 0))
	wantJournal(t, w, map[string]string{"invoices": "149.99", "revenue": "-149.99"}, map[ledger.Kind]int{ledger.CodesSold: 1, ledger.Sale: 1, ledger.Released: 13})
}

// Codes of a payment that was voided before its capture end once: no money was received, and none is kept.
func TestJournalOfCodesThatWereVoided(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	pro := w.SignUpProfessional(t)
	if _, err := w.Client.Codes.Buy(t.Context(), pro.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("ten-codes-by-card")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{Reason: "wrong"}); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.Clock.Set(sdktest.Start.AddDate(0, 1, 0))
	wantJournal(t, w, map[string]string{"codes_refunded": "1499.90", "codes_forfeited": "-1499.90"}, map[ledger.Kind]int{ledger.CodesSold: 1, ledger.Void: 1, ledger.CodesEnded: 1})
}

// A refund of the rest ends a subscription that a code paid in part. The code's part is then earned immediately, because no service is owed any
// more. A subscription that is kept on purpose continues.
func TestJournalOfARefundBesideACode(t *testing.T) {
	t.Parallel()
	for keeps, want := range map[bool]map[string]string{
		false: {"invoices": "149.99", "revenue": "-149.99"},
		true:  {"invoices": "149.99", "revenue": "-24.66", "deferred_revenue": "-125.33"}, // 60 of 365 days
	} {
		w := fixture.NewTill(t)
		code := w.Codes(t, 2001, 1)
		w.Subscribe(t, func(in *payment.Input) { in.PayForCoparent, in.PaymentCodes = true, code })
		if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{KeepSubscription: keeps}); err != nil {
			t.Fatal(err)
		}
		w.Clock.Set(ledger.MonthOf(sdktest.Start.AddDate(0, 2, 0)).Starts())
		got, _ := journal(t, w)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("kept %t: balances (-want +got):\n%s", keeps, diff)
		}
		deferred, err := w.Client.Audit.Deferred(t.Context(), ledger.MonthOf(w.Clock.Now()))
		if waits := len(deferred["USD"]) > 0; err != nil || waits != keeps {
			t.Errorf("kept %t: %v waits, error %v", keeps, deferred, err)
		}
	}
}

// A refund of an order older than the longest term is in the books of its month, too.
func TestJournalOfALateRefund(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	w.Subscribe(t, func(*payment.Input) {})
	w.Provider.SettleAll()
	w.Settle(t)
	w.Clock.Set(sdktest.Start.AddDate(0, 28, 0))
	if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{Amount: "20.00"}); err != nil {
		t.Fatal(err)
	}
	w.Clock.Set(sdktest.Start.AddDate(0, 29, 0))
	got, kinds := journal(t, w)
	if kinds[ledger.Refunded] != 1 || kinds[ledger.PaidBack] != 1 || got["receivable"] != "" {
		t.Errorf("entries %v, receivable %q; want the refund, and nothing owed", kinds, got["receivable"])
	}
}

// wantJournal compares the balances and the number of entries of each kind with those of journal.
func wantJournal(t *testing.T, w *fixture.Till, balances map[string]string, kinds map[ledger.Kind]int) {
	t.Helper()
	got, found := journal(t, w)
	if diff := cmp.Diff(balances, got); diff != "" {
		t.Errorf("balances (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(kinds, found); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}
