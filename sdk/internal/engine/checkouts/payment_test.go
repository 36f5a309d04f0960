package checkouts_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestPay(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.Payment.StorePaymentOnFile = new(true) })
		got, err := w.Pay(t, s, in)
		if err != nil {
			t.Fatal(err)
		}
		w.WantLedger(t, fixture.Authorized)
		end := fixture.FirstEnd.Format(time.RFC3339)
		want := &payment.Answer{
			Status: payment.Accepted,
			Receipt: &order.Receipt{
				ReceiptID: got.Receipt.ReceiptID, OrderID: got.Receipt.OrderID, Locale: "en-US",
				TransactionID:       w.Provider.Ledger().Transactions[0].ID,
				TransactionDateTime: sdktest.Start.Format(time.RFC3339), PaidOn: "2026-06-02", CardLastFour: "1881", PaymentType: gateway.PaymentCreditCard,
				Totals: price.Totals{
					CurrencyCode: "USD", SelectedPackageTotal: "149.99", SelectedPackageTotalFormatted: "$149.99",
					SubTotal: "149.99", SubTotalFormatted: "$149.99", SubTotalAfterDiscount: "149.99", SubTotalAfterDiscountFormatted: "$149.99",
					PaymentCodeTotal: "0.00", PaymentCodeTotalFormatted: "$0.00", TaxAmount: "9.00", TaxAmountFormatted: "$9.00",
					Total: "158.99", TotalFormatted: "$158.99",
				},
				Taxes:       got.PricingInfo.Taxes,
				PackageName: "P0_ESSENTIAL_1Y", ReceiptText: "Essential subscription for 1 year", RenewsAt: end, RenewsOn: "2027-06-02", EndsAt: end, EndsOn: "2027-06-02",
			},
			Registration: &payment.Registration{
				Parent:   payment.Parent{UserID: got.Registration.Parent.UserID, Email: "ana.diaz.1@example.com", FamilyID: got.Registration.Parent.FamilyID},
				CoParent: payment.CoParent{Email: "ben.diaz.1@example.com", PhoneNumberWithCountryCode: "+14125500001"},
				Order:    form.OrderChoice{PackageID: 2001},
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
		if _, err := w.Client.Account.UsernameAvailability(t.Context(), secret.Secret(got.ClickToJoinToken), "ana.diaz"); err != nil {
			t.Errorf("the answer's token: %v", err)
		}

		w.Work(t)
		w.WantLedger(t, fixture.Captured)
		w.WantBooks(t, fixture.PaidOnce)
		w.WantMails(t, "receipt ana.diaz.1@example.com: Your Cojoin receipt", "invitation ben.diaz.1@example.com: A parent invited you to Cojoin")
		w.WorkAgain(t)
		w.WantLedger(t, fixture.Captured)
		w.WantBooks(t, fixture.PaidOnce)
		w.WantMails(t)

		registration, err := w.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
		if err != nil || registration.State != signup.Paid || registration.Next != "/credentials" {
			t.Errorf("registration after payment: %+v, %v", registration, err)
		}
	})

	t.Run("nothing of a nonce or a card is kept", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
			in.Payment.StorePaymentOnFile, in.Payment.DeviceData = new(true), "device-canary"
		})
		if _, err := w.Pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		dump := fixture.DumpTables(t, w)
		for _, canary := range []string{string(fixture.GoodNonce), "device-canary", "401288", s.Key.Reveal()} {
			if strings.Contains(dump, canary) {
				t.Errorf("a table holds %q", canary)
			}
		}
	})

	t.Run("declined, then a good card", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		_, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce"))
		fixture.WantRefusal(t, err, "nonce=payment_method_declined")
		w.WantLedger(t, fixture.Line{Status: "processor_declined", Amount: "158.99", Currency: "USD"})
		w.WantBooks(t, fixture.Books{})
		status, err := w.Client.Checkout.Status(t.Context(), s.SignupID, s.Key)
		if err != nil || status.Status != payment.Declined || len(status.ValidationErrors) != 1 {
			t.Errorf("status %+v, %v", status, err)
		}
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		w.WantLedger(t, fixture.Line{Status: "processor_declined", Amount: "158.99", Currency: "USD"}, fixture.Captured)
		w.WantBooks(t, fixture.PaidOnce)
	})

	t.Run("displayed amounts differ", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		for name, change := range map[string]func(*payment.Details){
			"total":       func(p *payment.Details) { p.AmountDisplayed = "158.98" },
			"tax":         func(p *payment.Details) { p.TaxAmountDisplayed = "0.00" },
			"no amount":   func(p *payment.Details) { p.AmountDisplayed = "" },
			"no quote":    func(p *payment.Details) { p.TaxID = "" },
			"NaN":         func(p *payment.Details) { p.AmountDisplayed = "NaN" },
			"in exponent": func(p *payment.Details) { p.AmountDisplayed = "1.5899e2" },
		} {
			in := w.Input(t, s, fixture.GoodNonce)
			change(&in.Payment)
			_, err := w.Pay(t, s, in)
			fixture.WantRefusal(t, err, "pricing=pricing_changed")
			var invalid *price.ChangedError
			if !errors.As(err, &invalid) || invalid.Quote.Totals.Total != "158.99" || invalid.Quote.TaxID == in.Payment.TaxID {
				t.Errorf("%s: new quote %+v", name, invalid)
			}
		}
		w.WantLedger(t)
		w.WantBooks(t, fixture.Books{})
	})

	t.Run("the same call sent again gets the same new quote", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce)
		in.Payment.AmountDisplayed = "1.00"
		var answers [2]*price.ChangedError
		for i := range answers {
			_, err := w.PayAs(t, s, in, "price-changed")
			fixture.WantRefusal(t, err, "pricing=pricing_changed")
			if !errors.As(err, &answers[i]) {
				t.Fatalf("call %d: %T has no quote", i+1, err)
			}
		}
		if diff := cmp.Diff(answers[0], answers[1]); diff != "" {
			t.Errorf("refusals (-first +second):\n%s", diff)
		}
	})

	t.Run("the new quote can be paid", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce)
		in.Payment.AmountDisplayed = "1.00"
		_, err := w.Pay(t, s, in)
		var invalid *price.ChangedError
		if !errors.As(err, &invalid) {
			t.Fatal(err)
		}
		in.Payment.TaxID, in.Payment.AmountDisplayed = invalid.Quote.TaxID, invalid.Quote.Totals.Total
		if _, err := w.Pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.WantLedger(t, fixture.Authorized)
	})

	t.Run("every broken rule", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t, inBritain)
		account := "12345678"
		in := w.Input(t, s, "", func(in *payment.Input) {
			in.Order.PackageID, in.Payment.BankAccountNumber, in.Payment.CardHolderName = 2061, &account, strings.Repeat("é", 176)
		})
		_, err := w.Pay(t, s, in)
		fixture.WantRefusal(t, err, "cardHolderName=payment_card_holder_long", "bankAccountNumber=payment_bank_unsupported",
			"nonce=payment_method_missing", "termsAndConditions=terms_required")
		in.Payment.PaymentType = gateway.PaymentPayPal
		_, err = w.Pay(t, s, in)
		fixture.WantRefusal(t, err, "cardHolderName=payment_card_holder_long", "bankAccountNumber=payment_bank_unsupported",
			"paymentType=payment_type_unavailable", "termsAndConditions=terms_required")
		w.WantLedger(t)
	})

	t.Run("how they heard of the product", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t, func(in *signup.Input) {
			in.Referral = nil
			in.Sections = slices.DeleteFunc(in.Sections, func(s signup.Section) bool { return s == signup.SectionReferral })
		})
		in := w.Input(t, s, fixture.GoodNonce)
		_, err := w.Pay(t, s, in)
		fixture.WantRefusal(t, err, "referral.selection=field_required")
		w.WantLedger(t)
		update := sdktest.ReadyToPay(1)
		update.Sections = []signup.Section{signup.SectionReferral}
		fixture.Update(t, w.Env, s, update)
		if _, err := w.Pay(t, s, in); err != nil {
			t.Errorf("with the referral: %v", err)
		}
	})

	t.Run("consent outside the US", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t, inBritain)
		in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.Order.PackageID, in.TermsAndConditions = 2061, true })
		if _, err := w.Pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		w.WantLedger(t, fixture.Line{Status: "submitted_for_settlement", Amount: "119.99", Currency: "GBP"})
		if n := fixture.CountRows(t, w.Env, "accounts WHERE agreed_to_terms_at IS NOT NULL"); n != 1 {
			t.Error("the account lacks the acceptance of the terms")
		}
	})

	t.Run("paying for the co-parent", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		got, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.PayForCoparent = true }))
		if err != nil {
			t.Fatal(err)
		}
		if !got.Receipt.PayForCoParent || got.Receipt.Totals.Total != "317.98" {
			t.Errorf("receipt of %s, for the co-parent %t", got.Receipt.Totals.Total, got.Receipt.PayForCoParent)
		}
		w.Work(t)
		w.WantLedger(t, fixture.Line{Status: "submitted_for_settlement", Amount: "317.98", Currency: "USD"})
		w.WantBooks(t, fixture.Books{Placed: 1, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 1})
		var document []byte
		if err := w.Pool.QueryRow(t.Context(), "SELECT document FROM receipts WHERE kind = 'co_parent'").Scan(&document); err != nil {
			t.Fatal(err)
		}
		var theirs order.Receipt
		if err := json.Unmarshal(document, &theirs); err != nil {
			t.Fatal(err)
		}
		wantTheirs := order.Receipt{ // neither price nor payer
			ReceiptID: theirs.ReceiptID, OrderID: got.Receipt.OrderID, TransactionDateTime: got.Receipt.TransactionDateTime, PaidOn: "2026-06-02",
			PackageName: got.Receipt.PackageName, ReceiptText: got.Receipt.ReceiptText, EndsAt: got.Receipt.EndsAt, EndsOn: "2027-06-02",
		}
		if diff := cmp.Diff(wantTheirs, theirs, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("the co-parent's receipt (-want +got):\n%s", diff)
		}
		want := map[string]any{"renewal": 29998.0, "holders": 2.0, "payers": 1.0}
		sums := fixture.Record(t, w.Env, `SELECT sum(x.renewal_minor) AS renewal, count(DISTINCT x.family_role) AS holders, count(DISTINCT s.payer_account_id) AS payers
			FROM subscriptions s JOIN subscription_seats x ON x.subscription_id = s.id`)
		if diff := cmp.Diff(want, sums); diff != "" {
			t.Errorf("subscriptions (-want +got):\n%s", diff)
		}
	})

	t.Run("code and coupon", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		code := w.Codes(t, 2001, 1)[0]
		in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
			in.PayForCoparent, in.PaymentCodes, in.PromoCodes = true, []string{code}, []string{"flat15"}
		})
		got, err := w.Pay(t, s, in)
		if err != nil {
			t.Fatal(err)
		}
		if got.Receipt.CouponDetail == nil || len(got.Receipt.PaymentCodeDetails) != 1 || strings.Contains(got.Receipt.PaymentCodeDetails[0].Code, code) {
			t.Errorf("receipt: coupon %+v, codes %+v", got.Receipt.CouponDetail, got.Receipt.PaymentCodeDetails)
		}
		w.Work(t)
		w.WantBooks(t, fixture.Books{Placed: 1, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 1})
		if strings.Contains(fixture.DumpTables(t, w), code) || strings.Contains(fixture.DumpTables(t, w), strings.ReplaceAll(code, "-", "")) {
			t.Error("a table has the code unencrypted")
		}
		uses := fixture.Record(t, w.Env, `SELECT jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount_minor, 'with the order', r.created_at = o.placed_at) ORDER BY kind) AS all
			FROM redemptions r JOIN orders o ON o.id = r.order_id`)
		want := map[string]any{"all": []any{
			map[string]any{"kind": "coupon", "amount": 1500.0, "with the order": true}, map[string]any{"kind": "subscription_code", "amount": 14249.0, "with the order": true},
		}}
		if diff := cmp.Diff(want, uses); diff != "" {
			t.Errorf("redemptions (-want +got):\n%s", diff)
		}
		other := w.SignUp(t)
		q := w.Input(t, other, fixture.GoodNonce)
		q.PaymentCodes = []string{code}
		_, err = w.Pay(t, other, q)
		fixture.WantRefusal(t, err, "paymentCodes=subscription_code_invalid")
	})

	t.Run("a decline gives code and coupon back", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		use := func(in *payment.Input) {
			in.PayForCoparent, in.PaymentCodes, in.PromoCodes = true, w.Codes(t, 2001, 1), []string{"FLAT15"}
		}
		in := w.Input(t, s, "fake-processor-declined-visa-nonce", use)
		_, err := w.Pay(t, s, in)
		fixture.WantRefusal(t, err, "nonce=payment_method_declined")
		w.WantBooks(t, fixture.Books{})
		in.Payment.Nonce = fixture.GoodNonce
		if _, err := w.Pay(t, s, in); err != nil {
			t.Fatal(err)
		}
		w.WantBooks(t, fixture.Books{Placed: 1, Families: 1, Subscriptions: 2, Receipts: 2})
	})

	t.Run("nothing due", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, "", func(in *payment.Input) { in.PaymentCodes = w.Codes(t, 2001, 1) })
		got, err := w.Pay(t, s, in)
		if err != nil {
			t.Fatal(err)
		}
		r := got.Receipt
		if r.Totals.Total != "0.00" || r.TransactionID != "" || r.PaymentType != "" || r.RenewsAt != "" || got.ClickToJoinToken == "" {
			t.Errorf("receipt %+v", r)
		}
		w.Work(t)
		w.WantLedger(t)
		w.WantBooks(t, fixture.Books{Placed: 1, Families: 1, Subscriptions: 1, Receipts: 1})
		w.WantMails(t, "receipt ana.diaz.1@example.com: Your Cojoin receipt", "invitation ben.diaz.1@example.com: A parent invited you to Cojoin")
	})

	t.Run("expired session", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce)
		w.Clock.Advance(25 * time.Hour)
		if _, err := w.Pay(t, s, in); !errors.Is(err, fault.RegistrationGone) {
			t.Errorf("got %v, want %v", err, fault.RegistrationGone)
		}
		w.WantLedger(t)
	})

	t.Run("faults", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		in := w.Input(t, s, fixture.GoodNonce)
		early := w.SignUp(t, fixture.Only(signup.SectionParent, signup.SectionFamily))
		meta := caller.Meta{Lang: "en", IdempotencyKey: w.NewKey()}
		for name, c := range map[string]struct {
			call func() error
			want error
		}{
			"unknown": {func() error {
				_, err := w.Client.Checkout.Pay(t.Context(), "01a1fded-722b-71ab-a0d3-cf8351e72d0b", s.Key, in, meta)
				return err
			}, fault.RegistrationNotFound},
			"wrong key": {func() error {
				_, err := w.Client.Checkout.Pay(t.Context(), s.SignupID, early.Key, in, meta)
				return err
			}, fault.RegistrationKeyWrong},
			"too early":     {func() error { _, err := w.Pay(t, early, in); return err }, fault.StepOutOfOrder},
			"no key":        {func() error { _, err := w.PayAs(t, s, in, ""); return err }, fault.IdempotencyKeyInvalid},
			"no such type":  {func() error { bad := in; bad.Payment.PaymentType = "CASH"; _, err := w.Pay(t, s, bad); return err }, payment.Invalid},
			"odd nonce":     {func() error { bad := in; bad.Payment.Nonce = "two words"; _, err := w.Pay(t, s, bad); return err }, payment.Invalid},
			"nothing tried": {func() error { _, err := w.Client.Checkout.Status(t.Context(), s.SignupID, s.Key); return err }, checkout.PaymentMissing},
		} {
			if err := c.call(); !errors.Is(err, c.want) {
				t.Errorf("%s: got %v, want %v", name, err, c.want)
			}
		}
		w.WantLedger(t)
	})

	t.Run("five declines close payment for an hour", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		for range 5 {
			_, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce"))
			fixture.WantRefusal(t, err, "nonce=payment_method_declined")
		}
		_, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
		var closed *fault.Fault
		if !errors.As(err, &closed) || !errors.Is(err, payment.Closed) || closed.RetryAfter != time.Hour {
			t.Errorf("got %v, want %v for an hour", err, payment.Closed)
		}
		if _, err := w.Client.Checkout.ClientToken(t.Context(), s.SignupID, s.Key, caller.Meta{}); !errors.Is(err, payment.Closed) {
			t.Errorf("client token: got %v, want %v", err, payment.Closed)
		}
		w.Clock.Advance(time.Hour)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Errorf("an hour later: %v", err)
		}
	})
}

// inBritain moves a sign-up to London, with a British package.
func inBritain(in *signup.Input) {
	in.Parent.PhoneCountryCode, in.Parent.PhoneNumber = "+44", "2079460123"
	in.Parent.TimeZone = "Europe/London"
	in.Address = &form.Address{Line1: "10 High Street", City: "London", Region: "ENG", PostalCode: "SW1A 1AA", Country: "GB"}
	in.Order = &signup.Order{OrderChoice: form.OrderChoice{PackageID: 2061}}
}

// wantAnalytics checks that the analytics payload has the order and no personal data.
func wantAnalytics(t *testing.T, a *payment.Answer) {
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
