package braintree

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	client "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Vault implements [gateway.Gateway]. Each method gets its own customer at the provider, like the methods that a sale stores.
func (g *Gateway) Vault(ctx context.Context, in gateway.VaultRequest) (gateway.Method, error) {
	if in.RequireThreeDSecure {
		if err := g.authenticated(ctx, in.Nonce); err != nil {
			return gateway.Method{}, err
		}
	}
	customer, err := g.client.Customer().Create(ctx, &client.CustomerRequest{Email: in.Email})
	if err != nil {
		return gateway.Method{}, failure("customer", err)
	}
	if customer.Id == "" {
		return gateway.Method{}, fmt.Errorf("%w: customer: the answer holds no id", gateway.ErrGatewayUnknown)
	}
	verify := true
	kept, err := g.client.PaymentMethod().Create(ctx, &client.PaymentMethodRequest{
		CustomerId: customer.Id, PaymentMethodNonce: in.Nonce.Reveal(),
		Options: &client.PaymentMethodRequestOptions{VerifyCard: &verify, VerificationMerchantAccountId: in.MerchantAccountID},
	})
	if err != nil {
		return gateway.Method{}, unkept(err)
	}
	m := gateway.Method{Token: secret.Secret(kept.GetToken())}
	switch k := kept.(type) {
	case *client.CreditCard:
		m.PaymentType, m.CardLastFour, m.CardBrand = gateway.PaymentCreditCard, k.Last4, k.CardType
		m.CardExpires = month(k.ExpirationMonth, k.ExpirationYear)
	case *client.ApplePayCard:
		m.PaymentType, m.CardLastFour, m.CardBrand = gateway.PaymentApplePay, k.Last4, strings.TrimPrefix(k.CardType, "Apple Pay - ")
		m.CardExpires = month(k.ExpirationMonth, k.ExpirationYear)
	case *client.PayPalAccount:
		m.PaymentType = gateway.PaymentPayPal
	case *client.VenmoAccount:
		m.PaymentType = gateway.PaymentVenmo
	}
	if m.Token == "" || m.PaymentType == "" {
		return gateway.Method{}, fmt.Errorf("%w: payment method: the response has no chargeable one", gateway.ErrGatewayUnknown)
	}
	return m, nil
}

// Nonce implements [gateway.Gateway].
func (g *Gateway) Nonce(ctx context.Context, nonce secret.Secret) (gateway.Nonce, error) {
	if !idForm.MatchString(nonce.Reveal()) { // it becomes part of a path
		return gateway.Nonce{}, fmt.Errorf("%w: nonce: not a nonce", gateway.ErrGatewayNotFound)
	}
	n, err := g.client.PaymentMethodNonce().Find(ctx, nonce.Reveal())
	if err != nil {
		return gateway.Nonce{}, failure("nonce", err)
	}
	return gateway.Nonce{PaymentType: nonceTypes[n.Type], ThreeDSecure: n.ThreeDSecureInfo != nil && n.ThreeDSecureInfo.LiabilityShifted}, nil
}

// nonceTypes maps the payment types of nonces.
var nonceTypes = map[string]gateway.PaymentType{
	"CreditCard": gateway.PaymentCreditCard, "PayPalAccount": gateway.PaymentPayPal, "VenmoAccount": gateway.PaymentVenmo, "ApplePayCard": gateway.PaymentApplePay,
}

// authenticated rejects a card without its bank's 3-D Secure authentication. Wallets authenticate by themselves.
func (g *Gateway) authenticated(ctx context.Context, nonce secret.Secret) error {
	n, err := g.Nonce(ctx, nonce)
	if errors.Is(err, gateway.ErrGatewayNotFound) {
		return &gateway.Decline{Code: gateway.CodePaymentNonceUsed, ProcessorCode: "91565"}
	}
	if err != nil {
		return err
	}
	if n.PaymentType == gateway.PaymentCreditCard && !n.ThreeDSecure {
		reason := string(client.GatewayRejectionReasonThreeDSecure)
		return &gateway.Decline{Code: gateway.DeclineCode(reason), ProcessorCode: reason}
	}
	return nil
}

// unkept returns the reason why a payment method wasn't stored. A bank's decline has no validation errors: its reason is in a part of
// the response that the client doesn't parse.
func unkept(err error) error {
	var refused *client.BraintreeError
	if errors.As(err, &refused) && refused.StatusCode() == http.StatusUnprocessableEntity && refused.Transaction == nil && len(refused.All()) == 0 {
		return &gateway.Decline{Code: gateway.DeclineCode("")}
	}
	return failure("payment method", err)
}
