package payments

import (
	"context"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// ClientTokenFor returns the provider's client token in the package's currency, if the payer may still try.
func (c *Engine) ClientTokenFor(ctx context.Context, v Visit, packageID int) (payment.ClientToken, error) {
	currency, err := c.packageCurrency(ctx, packageID)
	if err != nil {
		return payment.ClientToken{}, err
	}
	demand, err := c.MayPay(ctx, v)
	if err == nil {
		err = demand.Fault()
	}
	if err != nil {
		return payment.ClientToken{}, err
	}
	token, err := c.clientToken(ctx, v.Session, currency)
	return payment.ClientToken{Token: secret.Shown(token), VerifyCard: demand.Verify}, err
}

// ClientTokenIn returns the provider's client token in a currency, if the customer or professional may still try.
func (c *Engine) ClientTokenIn(ctx context.Context, payer string, currency money.Currency) (string, error) {
	if err := c.MayPayKnown(ctx, payer); err != nil {
		return "", err
	}
	return c.clientToken(ctx, payer, currency)
}

func (c *Engine) clientToken(ctx context.Context, payer string, currency money.Currency) (string, error) {
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitPayments, c.core.Limits.Payments, payer); err != nil {
		return "", err
	}
	account, err := c.MerchantAccount(currency)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, c.config.GatewayTimeout)
	defer cancel()
	token, err := c.core.Gateway.ClientToken(ctx, gateway.ClientTokenRequest{MerchantAccountID: account})
	if err != nil || token == "" {
		c.core.Log.Warn("client token not created", "payer", payer, "error", err)
		return "", fault.New(fault.Unavailable, payment.Unavailable.Code, err)
	}
	return token, nil
}

// packageCurrency returns the currency of the package.
func (c *Engine) packageCurrency(ctx context.Context, packageID int) (money.Currency, error) {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return "", err
	}
	pkg := cat.Package(packageID)
	if pkg == nil { // it was withdrawn from sale after it was chosen
		return "", fault.StepOutOfOrder
	}
	return pkg.Currency(), nil
}

// MerchantAccount returns the provider's merchant account for a currency. Fault: [payment.Unavailable].
func (c *Engine) MerchantAccount(currency money.Currency) (string, error) {
	account, ok := c.config.MerchantAccount(currency)
	if !ok {
		c.core.Log.Warn("no merchant account for this currency", "currency", currency)
		return "", payment.Unavailable
	}
	return account, nil
}
