package sandbox_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// bench is a sandbox, a server in front of it and other people's client.
type bench struct {
	*sandbox.Sandbox
	url    string
	client *braintree.Braintree
	clock  *clock
}

// clock is a clock that tests set.
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

// statuses gives the ledger in short: order, status and amount of each transaction.
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
	// The first version is plain JSON.
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

func TestTestAmountsAndInstruments(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change    func(*braintree.TransactionRequest)
		message   string
		status    braintree.TransactionStatus
		code      int
		rejection braintree.GatewayRejectionReason
	}{
		"2000":             {amount(200000), "Do Not Honor", braintree.TransactionStatusProcessorDeclined, 2000, ""},
		"2004":             {amount(200400), "Expired Card", braintree.TransactionStatusProcessorDeclined, 2004, ""},
		"2999.99":          {amount(299999), "Processor Declined", braintree.TransactionStatusProcessorDeclined, 2999, ""},
		"3000":             {amount(300000), "Processor Network Unavailable - Try Again", braintree.TransactionStatusFailed, 3000, ""},
		"5001":             {amount(500100), "Gateway Rejected: application_incomplete", braintree.TransactionStatusGatewayRejected, 0, braintree.GatewayRejectionReasonApplicationIncomplete},
		"declined nonce":   {nonce(braintree.FakeNonceProcessorDeclinedVisa), "Do Not Honor", braintree.TransactionStatusProcessorDeclined, 2000, ""},
		"failing nonce":    {nonce(braintree.FakeNonceProcessorFailureJCB), "Processor Network Unavailable - Try Again", braintree.TransactionStatusFailed, 3000, ""},
		"fraud nonce":      {nonce(braintree.FakeNonceGatewayRejectedFraud), "Gateway Rejected: fraud", braintree.TransactionStatusGatewayRejected, 0, braintree.GatewayRejectionReasonFraud},
		"3-D Secure asked": {secured(braintree.FakeNonceTransactableVisa), "Gateway Rejected: three_d_secure", braintree.TransactionStatusGatewayRejected, 0, braintree.GatewayRejectionReasonThreeDSecure},
		"CVV rule": {func(r *braintree.TransactionRequest) {
			r.MerchantAccountId, r.PaymentMethodNonce = "cojoin_avs_cvv", ""
			r.CreditCard = &braintree.CreditCard{Number: "4111111111111111", ExpirationDate: "12/2030", CVV: "200"}
		}, "Gateway Rejected: cvv", braintree.TransactionStatusGatewayRejected, 0, braintree.GatewayRejectionReasonCVV},
		"address rule": {func(r *braintree.TransactionRequest) {
			r.MerchantAccountId = "cojoin_avs_cvv"
			r.BillingAddress = &braintree.Address{PostalCode: "20000"}
		}, "Gateway Rejected: avs", braintree.TransactionStatusGatewayRejected, 0, braintree.GatewayRejectionReasonAVS},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, sandbox.Options{MerchantAccounts: append(sandbox.DefaultMerchantAccounts(),
				sandbox.MerchantAccount{ID: "cojoin_avs_cvv", Currency: "USD", RejectAVSCVV: true})})
			_, err := b.sell(t, tt.change)
			var refused *braintree.BraintreeError
			if !errors.As(err, &refused) || refused.Transaction == nil {
				t.Fatalf("got %v", err)
			}
			tx := refused.Transaction
			got := []any{refused.ErrorMessage, refused.StatusCode(), len(refused.All()), tx.Status, tx.ProcessorResponseCode.Int(), tx.GatewayRejectionReason}
			if diff := cmp.Diff([]any{tt.message, 422, 0, tt.status, tt.code, tt.rejection}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if found, err := b.client.Transaction().Find(t.Context(), tx.Id); err != nil || found.Status != tt.status {
				t.Errorf("the refused transaction: %+v, %v", found, err)
			}
		})
	}
	for name, change := range map[string]func(*braintree.TransactionRequest){
		"1999.99": amount(199999), "3001": amount(300100), "5002": amount(500200), "0.50": amount(50),
		"3-D Secure done": secured("fake-three-d-secure-visa-full-authentication-nonce"),
		"PayPal":          nonce(braintree.FakeNoncePayPalBillingAgreement), "Venmo": nonce(braintree.FakeNonceVenmoAccount),
		"Apple Pay": nonce(braintree.FakeNonceApplePayVisa), "Google Pay": nonce(braintree.FakeNonceAndroidPayVisa),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if tx := newBench(t, sandbox.Options{}).mustSell(t, change); tx.Status != braintree.TransactionStatusAuthorized {
				t.Errorf("got %s", tx.Status)
			}
		})
	}
}

func TestSaleValidation(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	card := func(number, expiry, cvv string) func(*braintree.TransactionRequest) {
		return func(r *braintree.TransactionRequest) {
			r.PaymentMethodNonce = ""
			r.CreditCard = &braintree.CreditCard{Number: number, ExpirationDate: expiry, CVV: cvv}
		}
	}
	for name, tt := range map[string]struct {
		change func(*braintree.TransactionRequest)
		codes  []string
	}{
		"no amount":        {func(r *braintree.TransactionRequest) { r.Amount = nil }, []string{"81502"}},
		"zero":             {amount(0), []string{"81531"}},
		"negative":         {amount(-100), []string{"81501"}},
		"too large":        {amount(100_000_000_000), []string{"81528"}},
		"no instrument":    {nonce(""), []string{"91508"}},
		"unknown nonce":    {nonce("tokencc_nothing"), []string{"91565"}},
		"consumed nonce":   {nonce(braintree.FakeNonceConsumed), []string{"91564"}},
		"invalid number":   {nonce(braintree.FakeNonceLuhnInvalid), []string{"81715"}},
		"unknown token":    {func(r *braintree.TransactionRequest) { r.PaymentMethodNonce, r.PaymentMethodToken = "", "nothing" }, []string{"91518"}},
		"nonce and token":  {func(r *braintree.TransactionRequest) { r.PaymentMethodToken = "nothing" }, []string{"91515"}},
		"merchant account": {func(r *braintree.TransactionRequest) { r.MerchantAccountId = "cojoin_eur" }, []string{"91513"}},
		"type":             {func(r *braintree.TransactionRequest) { r.Type = "gift" }, []string{"91523"}},
		"order id":         {func(r *braintree.TransactionRequest) { r.OrderId = strings.Repeat("x", 256) }, []string{"91501"}},
		"luhn":             {card("4111111111111112", "12/30", ""), []string{"81715"}},
		"expiry":           {card("4111111111111111", "13/30", ""), []string{"81712"}},
		"no expiry":        {card("4111111111111111", "", ""), []string{"81709"}},
		"cvv":              {card("378282246310005", "12/30", "123"), []string{"81707"}},
		"everything":       {func(r *braintree.TransactionRequest) { card("12", "x", "1")(r); r.Amount = nil }, []string{"81502", "81707", "81710", "81716"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := b.sell(t, tt.change)
			var refused *braintree.BraintreeError
			if !errors.As(err, &refused) {
				t.Fatalf("got %v", err)
			}
			var codes []string
			for _, e := range refused.All() {
				codes = append(codes, e.Code)
			}
			if diff := cmp.Diff(tt.codes, codes, cmpopts.SortSlices(strings.Compare)); diff != "" {
				t.Errorf("codes (-want +got):\n%s", diff)
			}
			if refused.StatusCode() != 422 || refused.Transaction != nil {
				t.Errorf("status %d, transaction %+v", refused.StatusCode(), refused.Transaction)
			}
		})
	}
	t.Cleanup(func() { b.expect(t) }) // nothing of it was written down
}

func TestDuplicates(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	b.mustSell(t, nil)
	_, err := b.sell(t, nil)
	var refused *braintree.BraintreeError
	if !errors.As(err, &refused) || refused.Transaction.GatewayRejectionReason != braintree.GatewayRejectionReasonDuplicate {
		t.Errorf("the same again: %v", err)
	}
	b.mustSell(t, func(r *braintree.TransactionRequest) { r.OrderId = "order-2" })
	b.mustSell(t, nonce(braintree.FakeNonceTransactableMasterCard))
	b.mustSell(t, amount(100))
	b.clock.at = b.clock.at.Add(31 * time.Second)
	b.mustSell(t, nil)

	off := newBench(t, sandbox.Options{DuplicateWindow: -1})
	off.mustSell(t, nil)
	off.mustSell(t, nil)
}

func TestSearch(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	ctx := t.Context()
	for range 51 {
		b.mustSell(t, func(r *braintree.TransactionRequest) { r.OrderId = "many" })
	}
	b.clock.at = b.clock.at.Add(time.Hour)
	one := b.mustSell(t, func(r *braintree.TransactionRequest) { r.OrderId, r.Amount = "Many", braintree.NewDecimal(500, 2) })
	ids := func(change func(*braintree.SearchQuery)) int {
		t.Helper()
		q := &braintree.SearchQuery{}
		change(q)
		found, err := b.client.Transaction().SearchIDs(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		return len(found.IDs)
	}
	for name, tt := range map[string]struct {
		change func(*braintree.SearchQuery)
		want   int
	}{
		"order id":       {func(q *braintree.SearchQuery) { q.AddTextField("order-id").Is = "many" }, 51},
		"other order id": {func(q *braintree.SearchQuery) { q.AddTextField("order-id").Is = "none" }, 0},
		"starts with":    {func(q *braintree.SearchQuery) { q.AddTextField("order-id").StartsWith = "ma" }, 52},
		"amount":         {func(q *braintree.SearchQuery) { q.AddRangeField("amount").Max = 100 }, 1},
		"status":         {func(q *braintree.SearchQuery) { q.AddMultiField("status").Items = []string{"voided", "settled"} }, 0},
		"time":           {func(q *braintree.SearchQuery) { q.AddTimeField("created-at").Min = b.clock.at }, 1},
		"card":           {func(q *braintree.SearchQuery) { q.AddTextField("credit-card-number").EndsWith = "1881" }, 52},
		"several": {func(q *braintree.SearchQuery) {
			q.AddTextField("order-id").Is = "many"
			q.AddRangeField("amount").Max = 100
		}, 0},
		"merchant account": {func(q *braintree.SearchQuery) { q.AddMultiField("merchant-account-id").Items = []string{"cojoin_usd"} }, 52},
	} {
		if got := ids(tt.change); got != tt.want {
			t.Errorf("%s: %d found, want %d", name, got, tt.want)
		}
	}
	q := &braintree.SearchQuery{}
	q.AddTextField("order-id").StartsWith = "many"
	found, err := b.client.Transaction().SearchIDs(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for page := 1; page <= found.PageCount; page++ {
		result, err := b.client.Transaction().SearchPage(ctx, q, found, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, tx := range result.Transactions {
			seen[tx.Id] = true
		}
	}
	if found.PageCount != 2 || len(seen) != 52 || !seen[one.Id] {
		t.Errorf("%d pages with %d transactions", found.PageCount, len(seen))
	}
	bad := &braintree.SearchQuery{}
	bad.AddTextField("favourite-colour").Is = "blue"
	if _, err := b.client.Transaction().SearchIDs(ctx, bad); err == nil || !strings.Contains(err.Error(), "favourite-colour") {
		t.Errorf("a field that isn't there: %v", err)
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

func amount(minor int64) func(*braintree.TransactionRequest) {
	return func(r *braintree.TransactionRequest) { r.Amount = braintree.NewDecimal(minor, 2) }
}

func nonce(value string) func(*braintree.TransactionRequest) {
	return func(r *braintree.TransactionRequest) { r.PaymentMethodNonce = value }
}

func secured(value string) func(*braintree.TransactionRequest) {
	return func(r *braintree.TransactionRequest) {
		r.PaymentMethodNonce = value
		r.Options = &braintree.TransactionOptions{ThreeDSecure: &braintree.TransactionOptionsThreeDSecureRequest{Required: true}}
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
