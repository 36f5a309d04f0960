package sdk_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// refusal is what a refused payment tells, less the texts.
func refusal(t *testing.T, err error) []string {
	t.Helper()
	var invalid *sdk.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("got %v, want a ValidationError", err)
	}
	out := make([]string, len(invalid.Violations))
	for i, v := range invalid.Violations {
		if v.Text == "" || v.Text == string(v.Code) {
			t.Errorf("code %s has no text", v.Code)
		}
		out[i] = v.Field + "=" + string(v.Code)
	}
	return out
}

func wantRefusal(t *testing.T, err error, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, refusal(t, err)); diff != "" {
		t.Errorf("refusal (-want +got):\n%s", diff)
	}
}

func TestPay(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce, func(in *sdk.PaymentInput) { in.Payment.StorePaymentOnFile = true })
		got, err := w.pay(t, s, in)
		if err != nil {
			t.Fatal(err)
		}
		w.wantLedger(t, authorised)
		end := sdktest.Start.AddDate(1, 0, 0).Format(time.RFC3339)
		want := &sdk.PaymentAnswer{
			Status: sdk.PaymentAccepted,
			Receipt: &sdk.Receipt{
				ReceiptID: got.Receipt.ReceiptID, OrderID: got.Receipt.OrderID,
				TransactionID:       w.provider.Ledger().Transactions[0].ID,
				TransactionDateTime: sdktest.Start.Format(time.RFC3339), CardLastFour: "1881", PaymentType: sdk.PaymentCreditCard,
				Totals: sdk.Totals{
					CurrencyCode: "USD", SelectedPackageTotal: "149.99", SelectedPackageTotalFormatted: "$149.99",
					SubTotal: "149.99", SubTotalFormatted: "$149.99", SubTotalAfterDiscount: "149.99", SubTotalAfterDiscountFormatted: "$149.99",
					PaymentCodeTotal: "0.00", PaymentCodeTotalFormatted: "$0.00", TaxAmount: "9.00", TaxAmountFormatted: "$9.00",
					Total: "158.99", TotalFormatted: "$158.99",
				},
				Taxes:       got.PricingInfo.Taxes,
				PackageName: "P0_ESSENTIAL_1Y", ReceiptText: "Essential subscription for 1 year", RenewsAt: end, EndsAt: end,
			},
			Registration: &sdk.PaymentRegistration{
				Parent:   sdk.PaymentParent{UserID: got.Registration.Parent.UserID, Email: "ana.diaz.1@example.com", FamilyID: got.Registration.Parent.FamilyID},
				CoParent: sdk.PaymentCoParent{Email: "ben.diaz.1@example.com", PhoneNumberWithCountryCode: "+14125500001"},
				Order:    sdk.OrderChoice{PackageID: 2001},
			},
			PricingInfo: got.PricingInfo, GaPayloadBase64: got.GaPayloadBase64, ClickToJoinToken: got.ClickToJoinToken,
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		if got.PricingInfo.TaxID != in.Payment.TaxID || len(got.ClickToJoinToken) != 43 {
			t.Errorf("quote %s and a token of %d characters", got.PricingInfo.TaxID, len(got.ClickToJoinToken))
		}
		wantAnalytics(t, got)
		if _, err := w.Client.UsernameAvailability(t.Context(), sdk.Secret(got.ClickToJoinToken), "ana.diaz"); err != nil {
			t.Errorf("the answer's token: %v", err)
		}

		w.work(t)
		w.wantLedger(t, captured)
		w.wantBooks(t, paidOnce)
		wantMails(t, w, "receipt ana.diaz.1@example.com", "invitation ben.diaz.1@example.com")
		w.workAgain(t)
		w.wantLedger(t, captured)
		w.wantBooks(t, paidOnce)
		wantMails(t, w, "receipt ana.diaz.1@example.com", "invitation ben.diaz.1@example.com")

		registration, err := w.Client.ReadRegistration(t.Context(), s.SignupID, s.Key)
		if err != nil || registration.State != sdk.RegistrationPaid || registration.Next != "/credentials" {
			t.Errorf("registration after payment: %+v, %v", registration, err)
		}
	})

	t.Run("nothing of a nonce or a card is kept", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce, func(in *sdk.PaymentInput) {
			in.Payment.StorePaymentOnFile, in.Payment.DeviceData = true, "device-canary"
		})
		if _, err := w.pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		dump := dumpTables(t, w)
		for _, canary := range []string{string(goodNonce), "device-canary", "401288", s.Key.Reveal()} {
			if strings.Contains(dump, canary) {
				t.Errorf("a table holds %q", canary)
			}
		}
	})

	t.Run("declined, then a good card", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		_, err := w.pay(t, s, w.input(t, s, "fake-processor-declined-visa-nonce"))
		wantRefusal(t, err, "nonce=payment_method_declined")
		w.wantLedger(t, line{"processor_declined", "158.99", "USD"})
		w.wantBooks(t, books{})
		status, err := w.Client.Payment(t.Context(), s.SignupID, s.Key)
		if err != nil || status.Status != sdk.PaymentDeclined || len(status.ValidationErrors) != 1 {
			t.Errorf("status %+v, %v", status, err)
		}
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		w.wantLedger(t, line{"processor_declined", "158.99", "USD"}, captured)
		w.wantBooks(t, paidOnce)
	})

	t.Run("displayed amounts differ", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		for name, change := range map[string]func(*sdk.PaymentDetails){
			"total":       func(p *sdk.PaymentDetails) { p.AmountDisplayed = "158.98" },
			"tax":         func(p *sdk.PaymentDetails) { p.TaxAmountDisplayed = "0.00" },
			"no amount":   func(p *sdk.PaymentDetails) { p.AmountDisplayed = "" },
			"no quote":    func(p *sdk.PaymentDetails) { p.TaxID = "" },
			"NaN":         func(p *sdk.PaymentDetails) { p.AmountDisplayed = "NaN" },
			"in exponent": func(p *sdk.PaymentDetails) { p.AmountDisplayed = "1.5899e2" },
		} {
			in := w.input(t, s, goodNonce)
			change(&in.Payment)
			_, err := w.pay(t, s, in)
			wantRefusal(t, err, "pricing=pricing_changed")
			var invalid *sdk.ChangedError
			if !errors.As(err, &invalid) || invalid.Quote.Totals.Total != "158.99" || invalid.Quote.TaxID == in.Payment.TaxID {
				t.Errorf("%s: new quote %+v", name, invalid)
			}
		}
		w.wantLedger(t)
		w.wantBooks(t, books{})
	})

	t.Run("the new quote can be paid", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce)
		in.Payment.AmountDisplayed = "1.00"
		_, err := w.pay(t, s, in)
		var invalid *sdk.ChangedError
		if !errors.As(err, &invalid) {
			t.Fatal(err)
		}
		in.Payment.TaxID, in.Payment.AmountDisplayed = invalid.Quote.TaxID, invalid.Quote.Totals.Total
		if _, err := w.pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.wantLedger(t, authorised)
	})

	t.Run("every broken rule at once", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t, inBritain)
		account := "12345678"
		in := w.input(t, s, "", func(in *sdk.PaymentInput) {
			in.Order.PackageID, in.Payment.BankAccountNumber, in.Payment.CardHolderName = 2061, &account, strings.Repeat("é", 176)
		})
		_, err := w.pay(t, s, in)
		wantRefusal(t, err, "cardHolderName=payment_card_holder_long", "bankAccountNumber=payment_bank_unsupported",
			"nonce=payment_method_missing", "termsAndConditions=terms_required")
		in.Payment.PaymentType = sdk.PaymentPayPal
		_, err = w.pay(t, s, in)
		wantRefusal(t, err, "cardHolderName=payment_card_holder_long", "bankAccountNumber=payment_bank_unsupported",
			"paymentType=payment_type_unavailable", "termsAndConditions=terms_required")
		w.wantLedger(t)
	})

	t.Run("consent outside the US", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t, inBritain)
		in := w.input(t, s, goodNonce, func(in *sdk.PaymentInput) { in.Order.PackageID, in.TermsAndConditions = 2061, true })
		if _, err := w.pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		w.wantLedger(t, line{"submitted_for_settlement", "119.99", "GBP"})
		if n := countRows(t, w.Env, "accounts WHERE agreed_to_terms_at IS NOT NULL"); n != 1 {
			t.Error("the account doesn't know that the terms were accepted")
		}
	})

	t.Run("paying for the co-parent", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		got, err := w.pay(t, s, w.input(t, s, goodNonce, func(in *sdk.PaymentInput) { in.PayForCoparent = true }))
		if err != nil {
			t.Fatal(err)
		}
		if !got.Receipt.PayForCoParent || got.Receipt.Totals.Total != "317.98" {
			t.Errorf("receipt of %s, for the co-parent %t", got.Receipt.Totals.Total, got.Receipt.PayForCoParent)
		}
		w.work(t)
		w.wantLedger(t, line{"submitted_for_settlement", "317.98", "USD"})
		w.wantBooks(t, books{Placed: 1, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 1})
		var document []byte
		if err := w.Pool.QueryRow(t.Context(), "SELECT document FROM receipts WHERE kind = 'co_parent'").Scan(&document); err != nil {
			t.Fatal(err)
		}
		var theirs sdk.Receipt
		if err := json.Unmarshal(document, &theirs); err != nil {
			t.Fatal(err)
		}
		wantTheirs := sdk.Receipt{ // no price, nothing of the payer
			ReceiptID: theirs.ReceiptID, OrderID: got.Receipt.OrderID, TransactionDateTime: got.Receipt.TransactionDateTime,
			PackageName: got.Receipt.PackageName, ReceiptText: got.Receipt.ReceiptText, EndsAt: got.Receipt.EndsAt,
		}
		if diff := cmp.Diff(wantTheirs, theirs, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("the co-parent's receipt (-want +got):\n%s", diff)
		}
		want := map[string]any{"renewal": 29998.0, "holders": 2.0, "payers": 1.0}
		sums := record(t, w.Env, `SELECT sum(renewal_minor) AS renewal, count(DISTINCT account_id) AS holders, count(DISTINCT payer_account_id) AS payers FROM subscriptions`)
		if diff := cmp.Diff(want, sums); diff != "" {
			t.Errorf("subscriptions (-want +got):\n%s", diff)
		}
	})

	t.Run("code and coupon", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		code := w.codes(t, 2001, 1)[0]
		in := w.input(t, s, goodNonce, func(in *sdk.PaymentInput) {
			in.PayForCoparent, in.PaymentCodes, in.PromoCodes = true, []string{code}, []string{"flat15"}
		})
		got, err := w.pay(t, s, in)
		if err != nil {
			t.Fatal(err)
		}
		if got.Receipt.CouponDetail == nil || len(got.Receipt.PaymentCodeDetails) != 1 || strings.Contains(got.Receipt.PaymentCodeDetails[0].Code, code) {
			t.Errorf("receipt: coupon %+v, codes %+v", got.Receipt.CouponDetail, got.Receipt.PaymentCodeDetails)
		}
		w.work(t)
		w.wantBooks(t, books{Placed: 1, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 1})
		if strings.Contains(dumpTables(t, w), code) || strings.Contains(dumpTables(t, w), strings.ReplaceAll(code, "-", "")) {
			t.Error("a table holds the code in clear")
		}
		uses := record(t, w.Env, `SELECT jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount_minor) ORDER BY kind) AS all FROM redemptions`)
		want := map[string]any{"all": []any{map[string]any{"kind": "coupon", "amount": 1500.0}, map[string]any{"kind": "subscription_code", "amount": 14249.0}}}
		if diff := cmp.Diff(want, uses); diff != "" {
			t.Errorf("redemptions (-want +got):\n%s", diff)
		}
		other := w.SignUp(t)
		q := w.input(t, other, goodNonce)
		q.PaymentCodes = []string{code}
		_, err = w.pay(t, other, q)
		wantRefusal(t, err, "paymentCodes=subscription_code_invalid")
	})

	t.Run("a decline gives code and coupon back", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		use := func(in *sdk.PaymentInput) {
			in.PayForCoparent, in.PaymentCodes, in.PromoCodes = true, w.codes(t, 2001, 1), []string{"FLAT15"}
		}
		in := w.input(t, s, "fake-processor-declined-visa-nonce", use)
		_, err := w.pay(t, s, in)
		wantRefusal(t, err, "nonce=payment_method_declined")
		w.wantBooks(t, books{})
		in.Payment.Nonce = goodNonce
		if _, err := w.pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.wantBooks(t, books{Placed: 1, Families: 1, Subscriptions: 2, Receipts: 2})
	})

	t.Run("nothing due", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		in := w.input(t, s, "", func(in *sdk.PaymentInput) { in.PaymentCodes = w.codes(t, 2001, 1) })
		got, err := w.pay(t, s, in)
		if err != nil {
			t.Fatal(err)
		}
		r := got.Receipt
		if r.Totals.Total != "0.00" || r.TransactionID != "" || r.PaymentType != "" || r.RenewsAt != "" || got.ClickToJoinToken == "" {
			t.Errorf("receipt %+v", r)
		}
		w.work(t)
		w.wantLedger(t)
		w.wantBooks(t, books{Placed: 1, Families: 1, Subscriptions: 1, Receipts: 1})
		wantMails(t, w, "receipt ana.diaz.1@example.com", "invitation ben.diaz.1@example.com")
	})

	t.Run("expired session", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce)
		w.Clock.Advance(25 * time.Hour)
		if _, err := w.pay(t, s, in); !errors.Is(err, sdk.RegistrationGone) {
			t.Errorf("got %v, want %v", err, sdk.RegistrationGone)
		}
		w.wantLedger(t)
	})

	t.Run("faults", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		in := w.input(t, s, goodNonce)
		early := w.SignUp(t, only(sdk.SectionParent, sdk.SectionFamily))
		meta := sdk.CallMeta{Lang: "en", IdempotencyKey: w.newKey()}
		for name, c := range map[string]struct {
			call func() error
			want error
		}{
			"unknown": {func() error {
				_, err := w.Client.Pay(t.Context(), "01a1fded-722b-71ab-a0d3-cf8351e72d0b", s.Key, in, meta)
				return err
			}, sdk.RegistrationNotFound},
			"wrong key":     {func() error { _, err := w.Client.Pay(t.Context(), s.SignupID, early.Key, in, meta); return err }, sdk.RegistrationKeyWrong},
			"too early":     {func() error { _, err := w.pay(t, early, in); return err }, sdk.StepOutOfOrder},
			"no key":        {func() error { _, err := w.payAs(t, s, in, ""); return err }, sdk.IdempotencyKeyInvalid},
			"no such type":  {func() error { bad := in; bad.Payment.PaymentType = "CASH"; _, err := w.pay(t, s, bad); return err }, sdk.PaymentInvalid},
			"odd nonce":     {func() error { bad := in; bad.Payment.Nonce = "two words"; _, err := w.pay(t, s, bad); return err }, sdk.PaymentInvalid},
			"nothing tried": {func() error { _, err := w.Client.Payment(t.Context(), s.SignupID, s.Key); return err }, sdk.PaymentMissing},
		} {
			if err := c.call(); !errors.Is(err, c.want) {
				t.Errorf("%s: got %v, want %v", name, err, c.want)
			}
		}
		w.wantLedger(t)
	})

	t.Run("five declines close payment for an hour", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		for range 5 {
			_, err := w.pay(t, s, w.input(t, s, "fake-processor-declined-visa-nonce"))
			wantRefusal(t, err, "nonce=payment_method_declined")
		}
		_, err := w.pay(t, s, w.input(t, s, goodNonce))
		var closed *sdk.Fault
		if !errors.As(err, &closed) || !errors.Is(err, sdk.PaymentClosed) || closed.RetryAfter != time.Hour {
			t.Errorf("got %v, want %v for an hour", err, sdk.PaymentClosed)
		}
		if _, err := w.Client.ClientToken(t.Context(), s.SignupID, s.Key, "US"); !errors.Is(err, sdk.PaymentClosed) {
			t.Errorf("client token: got %v, want %v", err, sdk.PaymentClosed)
		}
		w.Clock.Advance(time.Hour)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Errorf("an hour later: %v", err)
		}
	})
}

// inBritain moves a sign-up to London, with a British package.
func inBritain(in *sdk.RegistrationInput) {
	in.Parent.PhoneCountryCode, in.Parent.PhoneNumber = "+44", "2079460123"
	in.Parent.TimeZone = "Europe/London"
	in.Address = &sdk.Address{Line1: "10 High Street", City: "London", Region: "ENG", PostalCode: "SW1A 1AA", Country: "GB"}
	in.Order = &sdk.RegistrationOrder{OrderChoice: sdk.OrderChoice{PackageID: 2061}}
}

// wantAnalytics checks that the analytics payload tells of the order and of nobody.
func wantAnalytics(t *testing.T, a *sdk.PaymentAnswer) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(a.GaPayloadBase64)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"transactionId": a.Receipt.OrderID, "affiliation": "Cojoin", "currency": "USD", "value": "158.99", "tax": "9.00", "discount": "0.00",
		"items": []any{map[string]any{"itemId": "2001", "itemName": "P0_ESSENTIAL_1Y", "price": "149.99", "quantity": 1.0}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("analytics payload (-want +got):\n%s", diff)
	}
}

// wantMails compares kind and receiver of every mail so far.
func wantMails(t *testing.T, w *till, want ...string) {
	t.Helper()
	got := []string{}
	for _, m := range w.Mailbox.Mails() {
		got = append(got, string(m.Kind)+" "+m.To)
	}
	if diff := cmp.Diff(want, got, cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
}

// dumpTables gives every row of every table as text.
func dumpTables(t *testing.T, w *till) string {
	t.Helper()
	rows, err := w.Pool.Query(t.Context(), `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	var dump strings.Builder
	for _, name := range names {
		var all string
		if err := w.Pool.QueryRow(t.Context(), "SELECT coalesce(string_agg(r::text, E'\n'), '') FROM "+name+" r").Scan(&all); err != nil {
			t.Fatal(err)
		}
		dump.WriteString(all)
	}
	return dump.String()
}
