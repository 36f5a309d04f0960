package braintree

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	client "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/secret"
)

// DefaultTimeout is the default limit of one call.
const DefaultTimeout = 25 * time.Second

// Config selects the account and the environment.
type Config struct {
	// Environment is "production" or "sandbox" (Braintree's own). Not needed with BaseURL.
	Environment string
	// BaseURL is another server with Braintree's API, such as this project's sandbox (http://127.0.0.1:4010). It
	// takes precedence over Environment.
	BaseURL string
	// MerchantID, PublicKey and PrivateKey are the account's. Required.
	MerchantID string
	PublicKey  string
	PrivateKey secret.Secret
	// OldKeys are replaced private keys by their public key. They only verify webhooks that are signed with them.
	OldKeys map[string]secret.Secret
	// Timeout limits one call to the provider. Default: [DefaultTimeout].
	Timeout time.Duration
}

// Gateway implements [gateway.Gateway]. It is safe for concurrent use.
type Gateway struct {
	client   *client.Braintree
	verifies []*client.Braintree // one for each replaced key
}

var _ gateway.Gateway = (*Gateway)(nil)

// New returns a gateway. It checks the configuration and makes no call.
func New(cfg Config) (*Gateway, error) {
	if cfg.MerchantID == "" || cfg.PublicKey == "" || cfg.PrivateKey == "" {
		return nil, errors.New("braintree: merchant id, public key and private key are required")
	}
	var environment client.Environment
	switch {
	case cfg.BaseURL != "":
		u, err := url.Parse(cfg.BaseURL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Path != "" && u.Path != "/" {
			return nil, errors.New("braintree: the base URL must contain only http or https and a host")
		}
		environment = client.NewEnvironment(u.Scheme + "://" + u.Host)
	case cfg.Environment == "production":
		environment = client.Production
	case cfg.Environment == "sandbox":
		environment = client.Sandbox
	default:
		return nil, fmt.Errorf("braintree: environment %q is neither production nor sandbox", cfg.Environment)
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = DefaultTimeout
	}
	// The client's Logger stays nil: it prints whole bodies, including nonces.
	calls := newHTTPClient(cfg.Timeout)
	g := &Gateway{client: client.NewWithHttpClient(environment, cfg.MerchantID, cfg.PublicKey, cfg.PrivateKey.Reveal(), calls)}
	for public, private := range cfg.OldKeys {
		if public == "" || private == "" || public == cfg.PublicKey {
			return nil, errors.New("braintree: an old key needs a private key, and a public key that differs from the current one")
		}
		g.verifies = append(g.verifies, client.NewWithHttpClient(environment, cfg.MerchantID, public, private.Reveal(), calls))
	}
	return g, nil
}

// ClientToken implements [gateway.Gateway].
func (g *Gateway) ClientToken(ctx context.Context, in gateway.ClientTokenRequest) (string, error) {
	token, err := g.client.ClientToken().GenerateWithRequest(ctx, &client.ClientTokenRequest{MerchantAccountID: in.MerchantAccountID})
	if err != nil {
		return "", failure("client token", err)
	}
	if token == "" {
		return "", fmt.Errorf("%w: client token: the answer holds none", gateway.ErrGatewayUnknown)
	}
	return token, nil
}

// Authorize implements [gateway.Gateway].
func (g *Gateway) Authorize(ctx context.Context, in gateway.AuthorizeRequest) (gateway.Transaction, error) {
	if in.Amount.Minor <= 0 {
		return gateway.Transaction{}, fmt.Errorf("braintree: can't authorize %s: the amount must be positive", in.Amount)
	}
	if (in.Nonce == "") == (in.PaymentMethodToken == "") {
		return gateway.Transaction{}, errors.New("braintree: give either a nonce or a payment method token")
	}
	request := &client.TransactionRequest{
		Type: "sale", Amount: decimal(in.Amount), OrderId: in.OrderID, MerchantAccountId: in.MerchantAccountID,
		PaymentMethodNonce: in.Nonce.Reveal(), PaymentMethodToken: in.PaymentMethodToken.Reveal(),
		DeviceData: in.DeviceData.Reveal(), TransactionSource: client.TransactionSource(in.Initiator),
		Options: &client.TransactionOptions{StoreInVaultOnSuccess: in.Vault},
	}
	if in.CardHolderName != "" && in.Nonce != "" {
		request.CreditCard = &client.CreditCard{CardholderName: in.CardHolderName}
	}
	if in.Email != "" || in.Customer != (gateway.Customer{}) {
		request.Customer = &client.CustomerRequest{Email: in.Email, FirstName: in.Customer.FirstName, LastName: in.Customer.LastName, Phone: in.Customer.Phone}
	}
	if a := in.Billing; a != (gateway.Address{}) {
		request.BillingAddress = &client.Address{
			StreetAddress: a.Street, ExtendedAddress: a.Extended, Locality: a.Locality, Region: a.Region, PostalCode: a.PostalCode, CountryCodeAlpha2: a.Country,
		}
	}
	if in.Tax.Currency == in.Amount.Currency {
		request.TaxAmount = decimal(in.Tax)
	}
	if in.RequireThreeDSecure {
		request.Options.ThreeDSecure = &client.TransactionOptionsThreeDSecureRequest{Required: true}
	}
	t, err := g.client.Transaction().Create(ctx, request)
	if err != nil {
		return gateway.Transaction{}, failure("sale", err)
	}
	return transaction("sale", t)
}

// Find implements [gateway.Gateway].
func (g *Gateway) Find(ctx context.Context, transactionID string) (gateway.Transaction, error) {
	return g.act("find", transactionID, func(id string) (*client.Transaction, error) { return g.client.Transaction().Find(ctx, id) })
}

// Capture implements [gateway.Gateway].
func (g *Gateway) Capture(ctx context.Context, transactionID string) (gateway.Transaction, error) {
	return g.act("capture", transactionID, func(id string) (*client.Transaction, error) {
		return g.client.Transaction().SubmitForSettlement(ctx, id)
	})
}

// Void implements [gateway.Gateway].
func (g *Gateway) Void(ctx context.Context, transactionID string) (gateway.Transaction, error) {
	return g.act("void", transactionID, func(id string) (*client.Transaction, error) { return g.client.Transaction().Void(ctx, id) })
}

// Refund implements [gateway.Gateway].
func (g *Gateway) Refund(ctx context.Context, transactionID string, amount money.Amount) (gateway.Transaction, error) {
	if amount.Minor <= 0 {
		return gateway.Transaction{}, fmt.Errorf("braintree: can't refund %s: the amount must be positive", amount)
	}
	return g.act("refund", transactionID, func(id string) (*client.Transaction, error) {
		return g.client.Transaction().Refund(ctx, id, decimal(amount))
	})
}

// Forget implements [gateway.Gateway]. Each stored method has its own customer, so it deletes the customer.
func (g *Gateway) Forget(ctx context.Context, paymentMethodToken secret.Secret) error {
	const what = "forget"
	if !idForm.MatchString(paymentMethodToken.Reveal()) { // it becomes part of a path
		return fmt.Errorf("%w: %s: not a token", gateway.ErrGatewayNotFound, what)
	}
	method, err := g.client.PaymentMethod().Find(ctx, paymentMethodToken.Reveal())
	if err != nil {
		return failure(what, err)
	}
	if customer := method.GetCustomerId(); idForm.MatchString(customer) {
		err = g.client.Customer().Delete(ctx, customer)
	} else {
		err = g.client.PaymentMethod().Delete(ctx, paymentMethodToken.Reveal())
	}
	if err != nil {
		return failure(what, err)
	}
	return nil
}

// act makes a call about a transaction.
func (g *Gateway) act(what, id string, call func(id string) (*client.Transaction, error)) (gateway.Transaction, error) {
	if !idForm.MatchString(id) { // it becomes part of a path
		return gateway.Transaction{}, fmt.Errorf("%w: %s: not an id", gateway.ErrGatewayNotFound, what)
	}
	t, err := call(id)
	if err != nil {
		return gateway.Transaction{}, failure(what, err)
	}
	return transaction(what, t)
}

// failure converts the client's error to the gateway's. Only an explicit refusal is a decline. After any other
// error the call may have taken effect.
func failure(what string, err error) error {
	var refused *client.BraintreeError
	if errors.As(err, &refused) && refused.StatusCode() == http.StatusUnprocessableEntity {
		return refusal(what, refused)
	}
	var api client.APIError
	if errors.As(err, &api) {
		if api.StatusCode() == http.StatusNotFound {
			return fmt.Errorf("%w: %s", gateway.ErrGatewayNotFound, what)
		}
		return fmt.Errorf("%w: %s: the provider answered %d", gateway.ErrGatewayUnknown, what, api.StatusCode())
	}
	return fmt.Errorf("%w: %s: %s", gateway.ErrGatewayUnknown, what, cause(err))
}

// refusal converts a 422 response: a declined transaction, or validation errors.
func refusal(what string, refused *client.BraintreeError) error {
	if t := refused.Transaction; t != nil {
		reason := string(t.GatewayRejectionReason)
		status := statuses[t.Status]
		if !status.Refused() || reason == string(client.GatewayRejectionReasonDuplicate) {
			return fmt.Errorf("%w: %s: the response is a decline, but transaction %s is %s %s", gateway.ErrGatewayUnknown, what, t.Id, t.Status, reason)
		}
		code := processorCode(t)
		return &gateway.Decline{Code: gateway.DeclineCode(reason, code), TransactionID: t.Id, ProcessorCode: first(reason, code)}
	}
	var codes []string
	for _, e := range refused.All() {
		codes = append(codes, e.Code)
	}
	if len(codes) == 0 {
		return fmt.Errorf("%w: %s: a decline without a reason", gateway.ErrGatewayUnknown, what)
	}
	return &gateway.Decline{Code: gateway.DeclineCode("", codes...), ProcessorCode: codes[0]}
}

func processorCode(t *client.Transaction) string {
	if t.ProcessorResponseCode == 0 {
		return ""
	}
	return fmt.Sprint(t.ProcessorResponseCode.Int())
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
