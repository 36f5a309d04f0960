package sandbox_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// bench is a sandbox with a server and a third-party client.
type bench struct {
	*sandbox.Sandbox
	url    string
	client *braintree.Braintree
	clock  *clock
}

// clock is a settable clock.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func newBench(t *testing.T, o sandbox.Options) *bench {
	t.Helper()
	c := &clock{time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	o.Now = c.now
	s, err := sandbox.New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	client := braintree.NewWithHttpClient(braintree.NewEnvironment(server.URL), sandbox.DefaultMerchantID, sandbox.DefaultPublicKey, sandbox.DefaultPrivateKey,
		&http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}})
	return &bench{s, server.URL, client, c}
}

func (b *bench) sell(t *testing.T, change func(*braintree.TransactionRequest)) (*braintree.Transaction, error) {
	t.Helper()
	request := &braintree.TransactionRequest{
		Type: "sale", Amount: braintree.NewDecimal(14999, 2), OrderId: "order-1", PaymentMethodNonce: braintree.FakeNonceTransactableVisa,
		MerchantAccountId: "cojoin_usd",
	}
	if change != nil {
		change(request)
	}
	return b.client.Transaction().Create(t.Context(), request)
}

func (b *bench) mustSell(t *testing.T, change func(*braintree.TransactionRequest)) *braintree.Transaction {
	t.Helper()
	tx, err := b.sell(t, change)
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

// statuses returns order, status and amount of each transaction in the ledger.
func (b *bench) statuses() []string {
	all := []string{}
	for _, e := range b.Ledger().Transactions {
		all = append(all, e.OrderID+" "+e.Type+" "+e.Status+" "+e.Amount+" "+string(e.Currency))
	}
	return all
}

func (b *bench) expect(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, b.statuses(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the ledger (-want +got):\n%s", diff)
	}
}

func TestClientToken(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	raw, err := b.client.ClientToken().GenerateWithRequest(t.Context(), &braintree.ClientTokenRequest{MerchantAccountID: "cojoin_gbp"})
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := base64.StdEncoding.DecodeString(raw)
	if err != nil {
		t.Fatal(err)
	}
	var token struct {
		ConfigURL                string `json:"configUrl"`
		AuthorizationFingerprint string `json:"authorizationFingerprint"`
		MerchantAccountID        string `json:"merchantAccountId"`
		PayPal                   struct {
			CurrencyISOCode string `json:"currencyIsoCode"`
		} `json:"paypal"`
		GraphQL struct {
			URL string `json:"url"`
		} `json:"graphQL"`
	}
	if err := json.Unmarshal(decoded, &token); err != nil {
		t.Fatal(err)
	}
	if token.ConfigURL != b.url+"/merchants/cojoin_sandbox/client_api/v1/configuration" || token.GraphQL.URL != b.url+"/graphql" ||
		token.MerchantAccountID != "cojoin_gbp" || token.PayPal.CurrencyISOCode != "GBP" {
		t.Errorf("got %+v", token)
	}
	resp, err := http.Get(token.ConfigURL + "?authorizationFingerprint=" + token.AuthorizationFingerprint)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("the configuration answers %s", resp.Status)
	}
	// A token of version 1 is plain JSON.
	plain, err := b.client.ClientToken().GenerateWithRequest(t.Context(), &braintree.ClientTokenRequest{Version: 1})
	if err != nil || !strings.Contains(plain, `"version":1`) {
		t.Errorf("version 1: %s, %v", plain, err)
	}
	for name, request := range map[string]*braintree.ClientTokenRequest{
		"unknown customer": {CustomerID: "nobody"}, "unknown merchant account": {MerchantAccountID: "nothing"}, "version": {Version: 9},
	} {
		if _, err := b.client.ClientToken().GenerateWithRequest(t.Context(), request); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestSaleToSettlementAndRefund(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	ctx := t.Context()
	tx := b.mustSell(t, func(r *braintree.TransactionRequest) {
		r.Options = &braintree.TransactionOptions{StoreInVaultOnSuccess: true}
		r.Customer = &braintree.CustomerRequest{FirstName: "Jane", Email: "jane@example.com"}
		r.TransactionSource = braintree.TransactionSourceRecurringFirst
	})
	got := []any{tx.Status, tx.Type, tx.Amount.String(), tx.CurrencyISOCode, tx.OrderId, tx.MerchantAccountId, tx.PaymentInstrumentType,
		tx.ProcessorResponseCode.Int(), tx.CreditCard.Last4, tx.CreditCard.CardType, tx.Customer.Email, tx.CreatedAt.UTC()}
	want := []any{braintree.TransactionStatusAuthorized, "sale", "149.99", "USD", "order-1", "cojoin_usd", braintree.PaymentInstrumentTypeCreditCard,
		1000, "1881", "Visa", "jane@example.com", b.clock.at}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the sale (-want +got):\n%s", diff)
	}
	method, err := b.client.PaymentMethod().Find(ctx, tx.CreditCard.Token)
	if err != nil || method.GetCustomerId() != tx.Customer.Id {
		t.Errorf("the vaulted card: %+v, %v", method, err)
	}

	if tx, err = b.client.Transaction().SubmitForSettlement(ctx, tx.Id); err != nil || tx.Status != braintree.TransactionStatusSubmittedForSettlement {
		t.Fatalf("capture: %+v, %v", tx, err)
	}
	if _, err = b.client.Transaction().SubmitForSettlement(ctx, tx.Id); !isValidation(err, "91507") {
		t.Errorf("second capture: %v", err)
	}
	if _, err = b.client.Transaction().Refund(ctx, tx.Id); !isValidation(err, "91506") {
		t.Errorf("refund before settlement: %v", err)
	}
	if tx, err = b.client.Testing().Settle(ctx, tx.Id); err != nil || tx.Status != braintree.TransactionStatusSettled {
		t.Fatalf("settle: %+v, %v", tx, err)
	}
	if _, err = b.client.Transaction().Void(ctx, tx.Id); !isValidation(err, "91504") {
		t.Errorf("void of a settled sale: %v", err)
	}
	part, err := b.client.Transaction().Refund(ctx, tx.Id, braintree.NewDecimal(5000, 2))
	if err != nil || part.Type != "credit" || part.Amount.String() != "50.00" || *part.RefundedTransactionId != tx.Id {
		t.Fatalf("refund: %+v, %v", part, err)
	}
	if _, err = b.client.Transaction().Refund(ctx, tx.Id, braintree.NewDecimal(10000, 2)); !isValidation(err, "91521") {
		t.Errorf("refund of too much: %v", err)
	}
	if _, err = b.client.Transaction().Refund(ctx, tx.Id); err != nil {
		t.Errorf("refund of the rest: %v", err)
	}
	if _, err = b.client.Transaction().Refund(ctx, tx.Id); !isValidation(err, "91512") {
		t.Errorf("refund of nothing: %v", err)
	}
	b.expect(t, "order-1 sale settled 149.99 USD", "order-1 credit submitted_for_settlement 50.00 USD", "order-1 credit submitted_for_settlement 99.99 USD")
	if diff := cmp.Diff([]sandbox.Sum{{Amount: "0.00", Currency: "USD"}}, b.Ledger().Captured); diff != "" {
		t.Errorf("captured (-want +got):\n%s", diff)
	}
}

// A capture can have a lower amount than its authorization, but no higher one.
func TestCaptureIsWithinAuthorization(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	capture := func(order, amount string) error {
		tx := b.mustSell(t, func(r *braintree.TransactionRequest) { r.OrderId = order })
		var authorized braintree.Decimal
		if err := authorized.UnmarshalText([]byte(amount)); err != nil {
			t.Fatal(err)
		}
		_, err := b.client.Transaction().SubmitForSettlement(t.Context(), tx.Id, &authorized)
		return err
	}
	for order, tt := range map[string]struct{ amount, refusal string }{
		"a-cent-more": {"150.00", "91522"}, "ten-times": {"1499.90", "91522"}, "nothing": {"0.00", "81531"},
		"all": {"149.99", ""}, "a-cent-less": {"149.98", ""},
	} {
		if err := capture(order, tt.amount); tt.refusal == "" && err != nil || tt.refusal != "" && !isValidation(err, tt.refusal) {
			t.Errorf("%s: %v, want %q", order, err, tt.refusal)
		}
	}
	got := b.statuses()
	slices.Sort(got)
	if diff := cmp.Diff([]string{
		"a-cent-less sale submitted_for_settlement 149.98 USD", "a-cent-more sale authorized 149.99 USD", "all sale submitted_for_settlement 149.99 USD",
		"nothing sale authorized 149.99 USD", "ten-times sale authorized 149.99 USD",
	}, got); diff != "" {
		t.Errorf("the ledger (-want +got):\n%s", diff)
	}
}

// A captured PayPal payment is settling: it can be refunded but no longer voided. All others wait for the evening: they can
// be voided but not refunded yet. None of them has settled.
func TestCaptureByInstrument(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	type outcome struct {
		captured               braintree.TransactionStatus
		mayRefund, mayVoid     bool
		settled, voidedInstead braintree.TransactionStatus
	}
	evening := outcome{braintree.TransactionStatusSubmittedForSettlement, false, true, braintree.TransactionStatusSettled, braintree.TransactionStatusVoided}
	atOnce := outcome{braintree.TransactionStatusSettling, true, false, braintree.TransactionStatusSettled, braintree.TransactionStatusSettling}
	for nonce, want := range map[string]outcome{
		braintree.FakeNonceTransactableVisa: evening, braintree.FakeNonceApplePayVisa: evening, braintree.FakeNonceAndroidPayVisa: evening,
		braintree.FakeNonceVenmoAccount: evening, braintree.FakeNoncePayPalBillingAgreement: atOnce,
	} {
		captured := func(order string) *braintree.Transaction {
			tx := b.mustSell(t, func(r *braintree.TransactionRequest) { r.PaymentMethodNonce, r.OrderId = nonce, order+nonce })
			tx, err := b.client.Transaction().SubmitForSettlement(t.Context(), tx.Id)
			if err != nil {
				t.Fatalf("%s: %v", nonce, err)
			}
			return tx
		}
		var got outcome
		first, second := captured("first-"), captured("second-")
		got.captured = first.Status
		_, err := b.client.Transaction().Refund(t.Context(), first.Id, braintree.NewDecimal(100, 2))
		got.mayRefund = err == nil
		_, err = b.client.Transaction().Void(t.Context(), second.Id)
		got.mayVoid = err == nil
		if found, err := b.client.Transaction().Find(t.Context(), second.Id); err == nil {
			got.voidedInstead = found.Status
		}
		if tx, err := b.client.Testing().Settle(t.Context(), first.Id); err == nil {
			got.settled = tx.Status
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(outcome{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", nonce, diff)
		}
	}
}

func TestVoid(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	tx := b.mustSell(t, nil)
	tx, err := b.client.Transaction().Void(t.Context(), tx.Id)
	if err != nil || tx.Status != braintree.TransactionStatusVoided {
		t.Fatalf("got %+v, %v", tx, err)
	}
	if _, err := b.client.Transaction().SubmitForSettlement(t.Context(), tx.Id); !isValidation(err, "91507") {
		t.Errorf("capture of a voided sale: %v", err)
	}
	if _, err := b.client.Transaction().Find(t.Context(), "missing1"); status(err) != http.StatusNotFound {
		t.Errorf("find of nothing: %v", err)
	}
}

func TestAuthorizationExpires(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	tx := b.mustSell(t, nil)
	b.clock.at = b.clock.at.Add(8 * 24 * time.Hour)
	if tx, err := b.client.Transaction().Find(t.Context(), tx.Id); err != nil || tx.Status != braintree.TransactionStatusAuthorizationExpired {
		t.Errorf("got %+v, %v", tx, err)
	}
	if _, err := b.client.Transaction().SubmitForSettlement(t.Context(), tx.Id); !isValidation(err, "91507") {
		t.Errorf("capture: %v", err)
	}
}

func TestCurrencyComesFromTheMerchantAccount(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	for account, want := range map[string]string{"cojoin_usd": "USD", "cojoin_cad": "CAD", "cojoin_aud": "AUD", "cojoin_gbp": "GBP", "": "USD"} {
		tx := b.mustSell(t, func(r *braintree.TransactionRequest) { r.MerchantAccountId, r.OrderId = account, "in "+account })
		if tx.CurrencyISOCode != want {
			t.Errorf("%q sells in %s, want %s", account, tx.CurrencyISOCode, want)
		}
	}
}

func TestWrongKeys(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	for name, keys := range map[string][3]string{
		"public": {"cojoin_sandbox", "other", "private"}, "private": {"cojoin_sandbox", "public", "other"}, "merchant": {"other", "public", "private"},
	} {
		client := braintree.New(braintree.NewEnvironment(b.url), keys[0], keys[1], keys[2])
		if _, err := client.Transaction().Find(t.Context(), "x"); status(err) != http.StatusUnauthorized {
			t.Errorf("wrong %s: %v", name, err)
		}
	}
}

func isValidation(err error, code string) bool {
	var refused *braintree.BraintreeError
	if !errors.As(err, &refused) {
		return false
	}
	all := refused.All()
	return len(all) == 1 && all[0].Code == code && refused.StatusCode() == 422
}

func status(err error) int {
	var api braintree.APIError
	if errors.As(err, &api) {
		return api.StatusCode()
	}
	return 0
}
