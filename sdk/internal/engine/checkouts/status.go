package checkouts

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// Status implements [checkout.Client].
func (c *Engine) Status(ctx context.Context, signupID string, key secret.Secret) (*payment.Answer, error) {
	return c.PaymentThrough(ctx, c.signup.KeyAccess(signupID, key))
}

// PaymentThrough is [Engine.Status] for a registration that access authenticates.
func (c *Engine) PaymentThrough(ctx context.Context, access signups.Access) (*payment.Answer, error) {
	row, _, err := access.Read(ctx, c.core.Q)
	if err != nil {
		return nil, err
	}
	if row.State == string(signup.Paid) {
		var answer *payment.Answer
		err := c.core.Tx(ctx, func(tx *pg.Tx) error {
			answer, err = c.acceptedAnswer(ctx, tx, row)
			return err
		})
		return answer, err
	}
	a, err := c.core.Q.FindLatestAttempt(ctx, row.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, checkout.PaymentMissing
	}
	if err != nil {
		return nil, fmt.Errorf("payment status: %w", err)
	}
	choice, err := signups.ChoiceOf(row)
	if err != nil {
		return nil, err
	}
	return attemptAnswer(a, choice.Locale), nil
}

// attemptAnswer returns the answer for an attempt of a registration that isn't paid.
func attemptAnswer(a db.PaymentAttempt, locale string) *payment.Answer {
	state := payment.AttemptState(a.State)
	switch {
	case payments.IsOpen(state), state == payment.AttemptAuthorised: // authorized but not placed: being voided
		return &payment.Answer{Status: payment.Confirming}
	case state == payment.AttemptDeclined:
		return &payment.Answer{Status: payment.Declined, ValidationErrors: payments.Refusal(text.Code(pg.OrEmpty(a.DeclineCode)), text.Language(locale)).Violations}
	}
	return &payment.Answer{Status: payment.Declined, ValidationErrors: payments.Refusal(payments.CodePaymentSuperseded, text.Language(locale)).Violations}
}

// paidAnswer responds to a submit for a paid registration. A call with the key that paid gets the lost answer again; any other call gets
// [fault.RegistrationIsPaid].
func (c *Engine) paidAnswer(ctx context.Context, tx *pg.Tx, row signups.Row, idempotencyKey string) (*payment.Answer, error) {
	mine, err := tx.FindAttemptByCall(ctx, payments.CallHash(row.ID.String(), idempotencyKey))
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && !payments.IsLive(payment.AttemptState(mine.State)):
		return nil, fault.RegistrationIsPaid
	case err != nil:
		return nil, fmt.Errorf("payment attempt of this key: %w", err)
	}
	return c.acceptedAnswer(ctx, tx, row)
}

// acceptedAnswer rebuilds the answer of a paid registration from stored data. Until username and password are set it has a new token.
func (c *Engine) acceptedAnswer(ctx context.Context, tx *pg.Tx, row signups.Row) (*payment.Answer, error) {
	found, err := tx.FindPlacedOrder(ctx, row.ID)
	if err != nil {
		return nil, fmt.Errorf("order of registration: %w", err)
	}
	bought := orders.Priced{Order: found.Order, Price: found.OrderPrice}
	kept, err := tx.FindReceipt(ctx, bought.ID, orders.ReceiptPayer)
	if err != nil {
		return nil, fmt.Errorf("receipt of order: %w", err)
	}
	placed := &placedOrder{order: bought}
	if placed.receipt, err = orders.ReadReceipt(kept.ID, kept.Document); err != nil {
		return nil, err
	}
	if err := orders.SetPayment(ctx, tx.Queries, bought.ID, placed.receipt); err != nil {
		return nil, err
	}
	placed.accounts.AccountID, placed.accounts.FamilyID = *bought.AccountID, *bought.FamilyID
	owner, err := c.core.Account(ctx, tx.Queries, *bought.AccountID)
	if err != nil {
		return nil, fmt.Errorf("account of order: %w", err)
	}
	if owner.State == accounts.Created {
		if placed.token, err = c.core.NewCredentialsToken(ctx, tx, owner.ID); err != nil {
			return nil, err
		}
	}
	d, err := c.signup.Open(ctx, tx.Queries, row)
	if err != nil {
		return nil, err
	}
	answer, err := c.paymentAnswer(d, placed)
	if err != nil {
		return nil, err
	}
	answer.Registration.Parent.Email = owner.Person.Email // the registration's email may be purged
	return answer, nil
}
