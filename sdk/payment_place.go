package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Pay pays for a registration: once, whatever is sent twice or lost. It answers accepted with the receipt
// and the token that sets username and password, or confirming while the provider's answer isn't known:
// then ask with [Client.Payment], or send the same call again. meta.IdempotencyKey is required; keep it
// through lost answers and confirming, and make a new one after every other answer.
//
// Errors: [ValidationError] with nothing charged and the registration still open: field pricing (with the
// new quote) where the displayed amounts don't hold any more, nonce where the provider declined,
// paymentCodes, promoCodes, paymentType, cardHolderName, bankAccountNumber, termsAndConditions, duplicate.
// Faults: [RegistrationNotFound], [RegistrationKeyWrong], [RegistrationGone], [RegistrationIsPaid],
// [RegistrationBusy] while another sign-up with the same e-mail pays, [StepOutOfOrder], [PaymentInvalid],
// [PaymentClosed] after too many declines, [PaymentUnavailable], [TooManyTries], [IdempotencyKeyInvalid],
// [IdempotencyMismatch], [InProgress].
func (c *Client) Pay(ctx context.Context, signupID string, key Secret, in PaymentInput, meta CallMeta) (*PaymentAnswer, error) {
	return c.payThrough(ctx, c.keyDoor(signupID, key), in, meta)
}

// payThrough is Pay for whoever the door lets in.
func (c *Client) payThrough(ctx context.Context, door registrationDoor, in PaymentInput, meta CallMeta) (*PaymentAnswer, error) {
	in, err := in.normalise()
	if err != nil {
		return nil, err
	}
	if meta.IdempotencyKey == "" {
		return nil, IdempotencyKeyInvalid
	}
	row, err := door.read(ctx, c.q)
	if err != nil {
		return nil, err
	}
	if _, err := c.countEvent(ctx, c.q, limitPayments, c.cfg.Limits.Payments, row.ID.String()); err != nil {
		return nil, err
	}
	call := idempotentCall{Scope: door.scope, Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return idempotent(ctx, c, call, func(claim *idempotencyClaim) (*PaymentAnswer, error) {
		return c.pay(ctx, door, in, meta, claim)
	})
}

// pay is steps 1 to 4 of paying: reserve, say that it is being sent, send, write down the answer.
func (c *Client) pay(ctx context.Context, door registrationDoor, in PaymentInput, meta CallMeta, claim *idempotencyClaim) (*PaymentAnswer, error) {
	c.interrupt(InterruptBeforeReserve)
	begun, err := c.beginPayment(ctx, door, in, meta, claim)
	if err != nil || begun.answer != nil {
		return begun.answer, err
	}
	c.interrupt(InterruptAfterReserve)
	a := begun.attempt
	sent, err := c.sendAttempt(ctx, &a)
	if err != nil {
		return nil, err
	}
	if !sent { // the sweep took this process for dead and gave the attempt up: nothing was sent
		return &PaymentAnswer{Status: PaymentConfirming}, nil
	}
	c.interrupt(InterruptAfterSend)
	t, callErr := c.authorize(ctx, a, begun.order, in)
	c.interrupt(InterruptAfterAuthorize)
	return c.concludePayment(ctx, a, t, callErr, meta, claim)
}

// begunPayment is an attempt that may be sent, or the answer where there is nothing to send.
type begunPayment struct {
	answer  *PaymentAnswer
	attempt db.PaymentAttempt
	order   db.Order
}

// beginPayment is step 1, one transaction: check, price again, reserve, write order and attempt.
func (c *Client) beginPayment(ctx context.Context, door registrationDoor, in PaymentInput, meta CallMeta, claim *idempotencyClaim) (begun begunPayment, err error) {
	world := c.worldWith(ctx, nil, meta) // flags may ask outside of the database
	var refusal error                    // committed: it comes with a new quote
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		row, err := door.lock(ctx, q)
		if err != nil {
			return err
		}
		if row.State == string(RegistrationPaid) {
			begun.answer, err = c.paidAnswer(ctx, q, tx, row, meta.IdempotencyKey)
			return err
		}
		standing, err := c.readPaymentStanding(ctx, q, tx, row, in, meta)
		if err != nil {
			return err
		}
		begun.answer, err = standing.answer(row.Locale)
		if err != nil || begun.answer != nil {
			return err
		}
		d, err := draftOf(row)
		if err != nil {
			return err
		}
		world.catalog = standing.catalog
		if err := c.mayPay(ctx, q, d, standing, world, meta); err != nil {
			return err
		}
		var price *repriced
		price, refusal, err = c.priceForPayment(ctx, q, d, standing, in, meta)
		if err != nil || refusal != nil {
			return err
		}
		if !price.Priced.Total.IsZero() && standing.closed != nil { // where nothing is due no card is tried
			return standing.closed
		}
		order, err := c.openOrder(ctx, q, d, standing, price, in)
		if err != nil {
			return err
		}
		if err := c.reserveRedemptions(ctx, q, order.ID, price, meta.Lang); err != nil {
			return err
		}
		if price.Priced.Total.IsZero() {
			placed, err := c.placeOrder(ctx, q, tx, d, order, nil)
			if errors.Is(err, AccountExists) {
				return duplicateAtPayment(c, d, meta.Lang)
			}
			if err != nil {
				return err
			}
			begun.answer, err = paymentAnswer(d, placed)
			if err != nil {
				return err
			}
			return claim.store(ctx, q, begun.answer)
		}
		begun.order = order
		begun.attempt, err = c.insertAttempt(ctx, q, tx, d, order, in, meta)
		return err
	})
	if err == nil && refusal != nil {
		err = refusal
	}
	return begun, paymentConflict(err, meta.Lang)
}

// mayPay checks that the sign-up stands at its payment and isn't somebody's who has an account.
func (c *Client) mayPay(ctx context.Context, q *db.Queries, d *draft, standing paymentStanding, world registrationWorld, meta CallMeta) error {
	atPayment, err := c.checkouts[purposeOf(d.row)].atPayment(ctx, q, d, world)
	switch {
	case err != nil:
		return err
	case !atPayment || d.address == nil || d.row.ParentEmailKey == nil:
		return StepOutOfOrder
	case standing.account != nil && standing.account.State != accountInvited: // who pays takes the address over from who is only invited
		return duplicateAtPayment(c, d, meta.Lang)
	}
	return nil
}

// signupAtPayment is the checkout's atPayment of a sign-up.
func signupAtPayment(_ context.Context, _ *db.Queries, d *draft, world registrationWorld) (bool, error) {
	step := d.stepState(world, false)
	return step == StepPayment || step == StepPaymentCustom, nil
}

// duplicateAtPayment tells that the e-mail has an account by now.
func duplicateAtPayment(c *Client, d *draft, lang string) *ValidationError {
	return &ValidationError{Violations: Violations{violation(fieldDuplicate, CodeParentDuplicate, lang, c.supportArgs(d))}}
}

// insertAttempt opens the attempt of a registration, which it closes to changes.
func (c *Client) insertAttempt(ctx context.Context, q *db.Queries, tx pgx.Tx, d *draft, order db.Order, in PaymentInput, meta CallMeta) (db.PaymentAttempt, error) {
	account, ok := c.cfg.Payment.MerchantAccount(orderTotal(order).Currency)
	if !ok {
		return db.PaymentAttempt{}, PaymentUnavailable
	}
	a, err := c.openAttempt(ctx, q, tx, order, db.InsertAttemptParams{
		RegistrationID: order.RegistrationID, MerchantAccountID: account,
		PaymentType: string(in.Payment.PaymentType), Vault: order.StorePayment,
		PayerHash: c.keys.mac("payment payer", *d.row.ParentEmailKey), NonceHash: c.nonceHash(in.Payment.Nonce),
		IdempotencyHash: nameOf("payment key", meta.IdempotencyKey),
	})
	if err != nil {
		return a, err
	}
	if err := q.MarkRegistrationPaying(ctx, a.CreatedAt, d.row.ID); err != nil {
		return a, fmt.Errorf("registration is being paid: %w", err)
	}
	return a, nil
}

// nonceHash is what keeps a nonce from being sent twice; nil where the sandbox documents it as reusable.
func (c *Client) nonceHash(nonce Secret) []byte {
	if c.cfg.Payment.ReusableNonces && len(nonce) > 5 && nonce[:5] == "fake-" {
		return nil
	}
	return c.keys.mac("payment nonce", nonce.Reveal())
}

// sendAttempt is step 2: commits that the attempt is about to be sent. False where somebody else has
// given it up meanwhile.
func (c *Client) sendAttempt(ctx context.Context, a *db.PaymentAttempt) (bool, error) {
	now := c.now()
	lease := now.Add(c.cfg.Payment.Lease)
	n, err := c.q.SendAttempt(ctx, now, lease, a.ID, a.Fence)
	if err != nil {
		return false, fmt.Errorf("send payment attempt: %w", err)
	}
	a.State, a.SentAt, a.LeaseUntil = string(AttemptSent), &now, lease
	return n == 1, nil
}

// authorize is step 3: the one call that may hold money. Nothing of the database is held meanwhile.
func (c *Client) authorize(ctx context.Context, a db.PaymentAttempt, order db.Order, in PaymentInput) (GatewayTransaction, error) {
	ctx, cancel := c.gatewayContext(ctx)
	defer cancel()
	initiator := GatewayInitiatorCustomer
	if a.Vault {
		initiator = GatewayInitiatorRecurringFirst
	}
	return c.cfg.Gateway.Authorize(ctx, AuthorizeRequest{
		OrderID: a.GatewayOrderID, Amount: attemptAmount(a), MerchantAccountID: a.MerchantAccountID,
		Nonce: in.Payment.Nonce, Vault: a.Vault, Initiator: initiator,
		DeviceData: in.Payment.DeviceData, CardHolderName: in.Payment.CardHolderName,
		RequireThreeDSecure: in.Payment.PaymentType == PaymentCreditCard && c.cfg.Payment.requiresAuthentication(orEmpty(order.Country)),
	})
}

// paymentConflict turns the refusals of the unique indexes into what they mean for the customer.
func paymentConflict(err error, lang string) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.Code != "23505" {
		return err
	}
	switch pg.ConstraintName {
	case "payment_attempts_nonce_hash_key":
		return &ValidationError{Violations: Violations{violation("nonce", codePaymentNonceUsed, lang, nil)}}
	case "payment_attempts_paying_payer":
		busy := *RegistrationBusy
		busy.RetryAfter = 5 * time.Second
		return &busy
	}
	return err
}
