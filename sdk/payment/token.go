package payment

import (
	"context"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
)

// ClientTokenFor asks the provider for a token in the package's currency. payer identifies the customer whose
// declines are counted together.
func (c *Client) ClientTokenFor(ctx context.Context, payer string, packageID int) (string, error) {
	currency, err := c.packageCurrency(ctx, packageID)
	if err != nil {
		return "", err
	}
	return c.ClientTokenIn(ctx, payer, currency)
}

// ClientTokenIn asks the provider for a token in a currency, where the payer may still try.
func (c *Client) ClientTokenIn(ctx context.Context, payer string, currency money.Currency) (string, error) {
	if err := c.PaymentClosed(ctx, payer, ""); err != nil {
		return "", err
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, LimitPayments, c.core.Limits.Payments, payer); err != nil {
		return "", err
	}
	account, ok := c.config.MerchantAccount(currency)
	if !ok {
		return "", Unavailable
	}
	ctx, cancel := context.WithTimeout(ctx, c.config.GatewayTimeout)
	defer cancel()
	token, err := c.core.Gateway.ClientToken(ctx, gateway.ClientTokenRequest{MerchantAccountID: account})
	if err != nil || token == "" {
		c.core.Log.Warn("no client token", "payer", payer, "error", err)
		return "", fault.New(fault.Unavailable, Unavailable.Code, err)
	}
	return token, nil
}

// packageCurrency is the currency that the package is sold in.
func (c *Client) packageCurrency(ctx context.Context, packageID int) (money.Currency, error) {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return "", err
	}
	pkg := cat.Package(packageID)
	if pkg == nil { // it was taken from sale since it was chosen
		return "", fault.StepOutOfOrder
	}
	return pkg.Currency(), nil
}
