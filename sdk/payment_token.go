package sdk

import (
	"context"

	"github.com/cojoin/cojoin/sdk/money"
)

// ClientToken gives what the browser needs to turn a card or wallet into a nonce. It is given only to the
// holder of a registration with a package chosen, whose payment wasn't declined too often: a token is what
// card testers are after. Its currency is the chosen package's; the country that the page names decides
// nothing.
//
// Faults: [RegistrationNotFound], [RegistrationKeyWrong], [RegistrationGone], [RegistrationIsPaid],
// [StepOutOfOrder], [PaymentClosed], [PaymentUnavailable], [TooManyTries].
func (c *Client) ClientToken(ctx context.Context, signupID string, key Secret, _ string) (string, error) {
	return c.clientTokenThrough(ctx, c.keyDoor(signupID, key))
}

// clientTokenThrough is ClientToken for whoever the door lets in.
func (c *Client) clientTokenThrough(ctx context.Context, door registrationDoor) (string, error) {
	row, err := door.read(ctx, c.q)
	if err != nil {
		return "", err
	}
	if row.State == string(RegistrationPaid) {
		return "", RegistrationIsPaid
	}
	if row.PackageID == nil || row.CustomPending {
		return "", StepOutOfOrder
	}
	return c.clientTokenFor(ctx, row.ID.String(), int(*row.PackageID))
}

// clientTokenFor asks the provider for a token in the package's currency, on behalf of whoever's payments
// are counted together.
func (c *Client) clientTokenFor(ctx context.Context, payer string, packageID int) (string, error) {
	currency, err := c.packageCurrency(ctx, packageID)
	if err != nil {
		return "", err
	}
	return c.clientTokenIn(ctx, payer, currency)
}

// clientTokenIn asks the provider for a token in a currency, where the payer may still try.
func (c *Client) clientTokenIn(ctx context.Context, payer string, currency money.Currency) (string, error) {
	if err := c.paymentClosed(ctx, payer, ""); err != nil {
		return "", err
	}
	if _, err := c.countEvent(ctx, c.q, limitPayments, c.cfg.Limits.Payments, payer); err != nil {
		return "", err
	}
	account, ok := c.cfg.Payment.MerchantAccount(currency)
	if !ok {
		return "", PaymentUnavailable
	}
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Payment.GatewayTimeout)
	defer cancel()
	token, err := c.cfg.Gateway.ClientToken(ctx, ClientTokenRequest{MerchantAccountID: account})
	if err != nil || token == "" {
		c.cfg.Log.Warn("no client token", "payer", payer, "error", err)
		return "", NewFault(FaultUnavailable, PaymentUnavailable.Code, err)
	}
	return token, nil
}

// packageCurrency is the currency that the package is sold in.
func (c *Client) packageCurrency(ctx context.Context, packageID int) (money.Currency, error) {
	cat, err := c.catalog(ctx)
	if err != nil {
		return "", err
	}
	pkg := cat.Package(packageID)
	if pkg == nil { // it was taken from sale since it was chosen
		return "", StepOutOfOrder
	}
	return pkg.Currency(), nil
}
