package sandbox_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/internal/sandbox"
)

func TestTestAmountsAndInstruments(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change    func(*braintree.TransactionRequest)
		message   string
		status    braintree.TransactionStatus
		code      int
		rejection braintree.GatewayRejectionReason
	}{
		"2000":                {amount(200000), "Do Not Honor", braintree.TransactionStatusProcessorDeclined, 2000, ""},
		"2004":                {amount(200400), "Expired Card", braintree.TransactionStatusProcessorDeclined, 2004, ""},
		"2999.99":             {amount(299999), "Processor Declined", braintree.TransactionStatusProcessorDeclined, 2999, ""},
		"3000":                {amount(300000), "Processor Network Unavailable - Try Again", braintree.TransactionStatusFailed, 3000, ""},
		"5001":                {amount(500100), "Gateway Rejected: application_incomplete", braintree.TransactionStatusGatewayRejected, 0, braintree.GatewayRejectionReasonApplicationIncomplete},
		"declined nonce":      {nonce(braintree.FakeNonceProcessorDeclinedVisa), "Do Not Honor", braintree.TransactionStatusProcessorDeclined, 2000, ""},
		"failing nonce":       {nonce(braintree.FakeNonceProcessorFailureJCB), "Processor Network Unavailable - Try Again", braintree.TransactionStatusFailed, 3000, ""},
		"fraud nonce":         {nonce(braintree.FakeNonceGatewayRejectedFraud), "Gateway Rejected: fraud", braintree.TransactionStatusGatewayRejected, 0, braintree.GatewayRejectionReasonFraud},
		"3-D Secure required": {secured(braintree.FakeNonceTransactableVisa), "Gateway Rejected: three_d_secure", braintree.TransactionStatusGatewayRejected, 0, braintree.GatewayRejectionReasonThreeDSecure},
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
				sandbox.MerchantAccount{ID: "cojoin_avs_cvv", Currency: "USD", RejectAVS: true, RejectCVV: true})})
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

// PayPal and Venmo sales with documented test amounts don't settle.
func TestSettlementAmounts(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	settled, declined, pending := braintree.TransactionStatusSettled, braintree.TransactionStatusSettlementDeclined, braintree.TransactionStatusSettlementPending
	for _, tt := range []struct {
		nonce  string
		amount int64
		want   braintree.TransactionStatus
	}{
		{braintree.FakeNoncePayPalBillingAgreement, 400000, settled}, {braintree.FakeNoncePayPalBillingAgreement, 400100, declined},
		{braintree.FakeNoncePayPalBillingAgreement, 400200, pending}, {braintree.FakeNoncePayPalBillingAgreement, 400300, declined},
		{braintree.FakeNoncePayPalBillingAgreement, 500000, declined}, {braintree.FakeNoncePayPalBillingAgreement, 500200, settled},
		{braintree.FakeNonceVenmoAccount, 400100, declined}, {braintree.FakeNonceVenmoAccount, 400200, settled}, {braintree.FakeNonceVenmoAccount, 400300, declined},
		{braintree.FakeNonceTransactableVisa, 400100, settled}, {braintree.FakeNonceTransactableVisa, 400300, settled},
	} {
		tx := b.mustSell(t, func(r *braintree.TransactionRequest) {
			amount(tt.amount)(r)
			r.PaymentMethodNonce = tt.nonce
			r.Options = &braintree.TransactionOptions{SubmitForSettlement: true}
		})
		if tx, err := b.client.Testing().Settle(t.Context(), tx.Id); err != nil || tx.Status != tt.want {
			t.Errorf("%s of %d: %+v, %v; want %s", tt.nonce, tt.amount, tx, err, tt.want)
		}
	}
}

// A decline is marked as soft (a retry may succeed) or hard.
func TestDeclinesAreSoftOrHard(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	for minor, want := range map[int64]braintree.ProcessorResponseType{
		200000: braintree.ProcessorResponseTypeSoftDeclined, 200100: braintree.ProcessorResponseTypeSoftDeclined,
		200400: braintree.ProcessorResponseTypeHardDeclined, 201200: braintree.ProcessorResponseTypeHardDeclined,
	} {
		_, err := b.sell(t, amount(minor))
		var refused *braintree.BraintreeError
		if !errors.As(err, &refused) || refused.Transaction == nil || refused.Transaction.ProcessorResponseType != want {
			t.Errorf("%d: %v, want %s", minor, err, want)
		}
	}
	if tx := b.mustSell(t, nil); tx.ProcessorResponseType != braintree.ProcessorResponseTypeApproved {
		t.Errorf("a good sale is %s", tx.ProcessorResponseType)
	}
}

// A one-time payment vaults nothing, so it can't be charged again.
func TestOneTimePaymentsAreNotKept(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	for name, options := range map[string]braintree.TransactionOptions{"always": {StoreInVault: true}, "on success": {StoreInVaultOnSuccess: true}} {
		kept := func(nonce string) string {
			tx := b.mustSell(t, func(r *braintree.TransactionRequest) {
				r.PaymentMethodNonce, r.OrderId, r.Options = nonce, nonce+name, &options
			})
			return tx.PayPalDetails.Token
		}
		if token := kept(braintree.FakeNoncePayPalOneTimePayment); token != "" {
			t.Errorf("%s: a one-time payment is kept as %q", name, token)
		}
		if token := kept(braintree.FakeNoncePayPalBillingAgreement); token == "" {
			t.Errorf("%s: a billing agreement isn't kept", name)
		}
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
	t.Cleanup(func() { b.expect(t) }) // the ledger stays empty
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
