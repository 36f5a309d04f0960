package payments

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// NonceHash returns the hash that keeps a nonce from being sent twice; nil for the sandbox's reusable nonces. The provider makes nonces at random, so
// their hash needs no server secret. It is the same on every server while one secret replaces another.
func (c *Engine) NonceHash(nonce secret.Secret) []byte {
	if c.config.ReusableNonces && strings.HasPrefix(nonce.Reveal(), "fake-") {
		return nil
	}
	return secret.NameOf("payment nonce", nonce.Reveal())
}

// purposePayer labels the hashes of payers' email addresses.
const purposePayer = "payment payer"

// PayerHash returns the hash of an email address in its compared form. It keeps two sign-ups of one address from being paid at the same time.
func (c *Engine) PayerHash(email string) []byte { return c.core.Keys.Mac(purposePayer, email) }

// RefusePaying rejects a payer with another watched attempt under another server secret. Under the same secret, the unique index on
// [Engine.PayerHash] does. While one secret replaces another, servers write hashes under either. Each locks the payer before it looks, so that the
// second of two servers sees the row of the first.
func (c *Engine) RefusePaying(ctx context.Context, q *db.Queries, email string) error {
	hashes := c.core.Keys.UnderAll(purposePayer, email)
	if len(hashes) == 1 {
		return nil
	}
	lock := "payer " + email // accounts of the address don't wait for this lock
	if err := pg.LockEmails(ctx, q, &lock); err != nil {
		return err
	}
	paying, err := q.PayerIsPaying(ctx, hashes)
	if err != nil {
		return fmt.Errorf("payer under every secret: %w", err)
	}
	if paying {
		return payerBusy()
	}
	return nil
}

func payerBusy() error {
	busy := *fault.RegistrationBusy
	busy.RetryAfter = 5 * time.Second
	return &busy
}

// CallHash returns the hash of a payment call's key and purchase. A repeated call finds its attempt by it.
func CallHash(of, idempotencyKey string) []byte {
	return secret.NameOf("payment key", of, idempotencyKey)
}

// SendAttempt commits that the attempt is about to be sent, before [Engine.Authorize] sends it. See docs/architecture.md, "A payment", for all steps.
// It returns false if another process has given the attempt up meanwhile.
func (c *Engine) SendAttempt(ctx context.Context, a *db.PaymentAttempt) (bool, error) {
	now := c.core.Now()
	n, err := c.core.Q.SendAttempt(ctx, now, now.Add(c.config.Lease), a.ID, a.Fence)
	if err != nil {
		return false, fmt.Errorf("send payment attempt: %w", err)
	}
	a.State = string(payment.AttemptSent)
	return n == 1, nil
}

// Payer is the payer's data. The provider compares it with the bank's, and shows it in its records.
type Payer struct {
	Email    string
	Customer gateway.Customer
	Billing  gateway.Address
	// Verified means that the payer's card is charged only with the 3-D Secure verification that a [Demand] required.
	Verified bool
}

// NonceToVerify returns the provider's data on the nonce of a card, if the cards of its billing country are verified by 3-D Secure. It runs before
// anything is reserved or sent, so that an unverified card isn't used up. It returns nil for any other nonce, and for one that the provider doesn't
// have: the provider rejects that itself. In [Engine.Authorize] the provider checks that the bank verified the charged amount.
//
// Faults: [payment.Unavailable].
func (c *Engine) NonceToVerify(ctx context.Context, in payment.Input, country string) (*gateway.Nonce, error) {
	if in.Payment.PaymentType != gateway.PaymentCreditCard || in.Payment.Nonce == "" || !c.config.RequiresAuthentication(country) {
		return nil, nil
	}
	return c.readNonce(ctx, in.Payment.Nonce)
}

// NonceOnDemand returns the provider's data on a nonce if [Demand.Verify] is set, for every payment type and country. A nonce that the provider
// doesn't have counts as an unverified card, so that it reaches no bank and counts as no decline.
//
// Faults: [payment.Unavailable].
func (c *Engine) NonceOnDemand(ctx context.Context, in payment.Input) (*gateway.Nonce, error) {
	n, err := c.readNonce(ctx, in.Payment.Nonce)
	if err == nil && n == nil {
		n = &gateway.Nonce{PaymentType: gateway.PaymentCreditCard}
	}
	return n, err
}

func (c *Engine) readNonce(ctx context.Context, nonce secret.Secret) (*gateway.Nonce, error) {
	ctx, cancel := c.GatewayContext(ctx)
	defer cancel()
	n, err := c.core.Gateway.Nonce(ctx, nonce)
	switch {
	case errors.Is(err, gateway.ErrGatewayNotFound):
		return nil, nil
	case err != nil:
		c.core.Log.Warn("nonce not looked up at the provider", "error", err)
		return nil, payment.Unavailable
	}
	return &n, nil
}

// Authorize sends the only request that may hold money. Nothing in the database is locked meanwhile.
func (c *Engine) Authorize(ctx context.Context, a db.PaymentAttempt, order db.Order, payer Payer, in payment.Input) (gateway.Transaction, error) {
	ctx, cancel := c.GatewayContext(ctx)
	defer cancel()
	initiator := gateway.InitiatorCustomer
	if a.Vault {
		initiator = gateway.InitiatorRecurringFirst
	}
	return c.core.Gateway.Authorize(ctx, gateway.AuthorizeRequest{
		OrderID: payment.GatewayOrderID(a.OrderID, a.Number), Amount: AttemptAmount(a), MerchantAccountID: a.MerchantAccountID,
		Nonce: in.Payment.Nonce, Vault: a.Vault, Initiator: initiator,
		DeviceData: in.Payment.DeviceData, CardHolderName: in.Payment.CardHolderName,
		Email: payer.Email, Customer: payer.Customer, Billing: payer.Billing, Tax: money.New(order.TaxMinor, money.Currency(order.Currency)),
		RequireThreeDSecure: payer.Verified || in.Payment.PaymentType == gateway.PaymentCreditCard && c.config.RequiresAuthentication(pg.OrEmpty(order.Country)),
	})
}

// Conflict converts a unique violation of [Engine.OpenAttempt] to a fault, and returns other errors unchanged.
func Conflict(err error, lang string) error {
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) {
		return err
	}
	switch pgErr.ConstraintName {
	case "payment_attempts_nonce":
		return &fault.ValidationError{Violations: fault.Violations{form.Violation("nonce", gateway.CodePaymentNonceUsed, lang, nil)}}
	case "payment_attempts_paying_payer":
		return payerBusy()
	}
	return err
}
