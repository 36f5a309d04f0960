package sdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// codePaymentSuperseded tells of an attempt that was given up: a new try is welcome, and an authorisation
// that turns up for the old one is voided.
const codePaymentSuperseded text.Code = "payment_superseded"

// PaymentMissing is the fault of asking about a payment that nobody has tried.
var PaymentMissing = NewFault(FaultNotFound, "payment_missing", nil)

// Payment tells how a registration's payment stands: confirming while the provider's answer isn't known,
// declined (with the reason, in the registration's language, field nonce) when a new try is welcome, or
// accepted with everything that [Client.Pay] answers. Each accepted answer carries a new token to set
// username and password, which ends the one before; none once they are set.
//
// Faults: [RegistrationNotFound], [RegistrationKeyWrong], [RegistrationGone], [PaymentMissing].
func (c *Client) Payment(ctx context.Context, signupID string, key Secret) (*PaymentAnswer, error) {
	return c.paymentThrough(ctx, c.keyDoor(signupID, key))
}

// paymentThrough is Payment for whoever the door lets in.
func (c *Client) paymentThrough(ctx context.Context, door registrationDoor) (*PaymentAnswer, error) {
	row, err := door.read(ctx, c.q)
	if err != nil {
		return nil, err
	}
	if row.State == string(RegistrationPaid) {
		var answer *PaymentAnswer
		err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
			answer, err = c.acceptedAnswer(ctx, q, tx, row)
			return err
		})
		return answer, err
	}
	a, err := c.q.FindLatestAttempt(ctx, &row.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, PaymentMissing
	}
	if err != nil {
		return nil, fmt.Errorf("payment status: %w", err)
	}
	return standingOf(a, row.Locale), nil
}

// standingOf says how an attempt of a registration that isn't paid stands.
func standingOf(a db.PaymentAttempt, locale string) *PaymentAnswer {
	state := AttemptState(a.State)
	switch {
	case state.Open(), state == AttemptAuthorised: // authorised and not placed: being given back
		return &PaymentAnswer{Status: PaymentConfirming}
	case state == AttemptDeclined:
		return &PaymentAnswer{Status: PaymentDeclined, ValidationErrors: declined(text.Code(orEmpty(a.DeclineCode)), text.Language(locale)).Violations}
	}
	return &PaymentAnswer{Status: PaymentDeclined, ValidationErrors: declined(codePaymentSuperseded, text.Language(locale)).Violations}
}

// paidAnswer answers a submit for a registration that is paid: whoever sends the key that paid gets the
// answer that was lost, anybody else is told that it is paid.
func (c *Client) paidAnswer(ctx context.Context, q *db.Queries, tx pgx.Tx, row registrationRow, idempotencyKey string) (*PaymentAnswer, error) {
	mine, err := q.FindAttemptByIdempotency(ctx, &row.ID, nameOf("payment key", idempotencyKey))
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && !AttemptState(mine.State).Live():
		return nil, RegistrationIsPaid
	case err != nil:
		return nil, fmt.Errorf("payment attempt of this key: %w", err)
	}
	return c.acceptedAnswer(ctx, q, tx, row)
}

// acceptedAnswer makes the answer of a paid registration again, from what was kept, with a new token as
// long as username and password aren't set.
func (c *Client) acceptedAnswer(ctx context.Context, q *db.Queries, tx pgx.Tx, row registrationRow) (*PaymentAnswer, error) {
	order, err := q.FindPlacedOrder(ctx, &row.ID)
	if err != nil {
		return nil, fmt.Errorf("order of registration: %w", err)
	}
	kept, err := q.FindReceipt(ctx, order.ID, receiptPayer)
	if err != nil {
		return nil, fmt.Errorf("receipt of order: %w", err)
	}
	placed := &placedOrder{order: order, receipt: new(Receipt)}
	if err := json.Unmarshal(kept.Document, placed.receipt); err != nil {
		return nil, fmt.Errorf("receipt %s: %w", kept.ID, err)
	}
	placed.accounts.AccountID, placed.accounts.FamilyID = *order.AccountID, *order.FamilyID
	account, err := q.GetAccount(ctx, *order.AccountID)
	if err != nil {
		return nil, fmt.Errorf("account of order: %w", err)
	}
	if account.State == accountCreated {
		if placed.token, err = c.newCredentialsToken(ctx, tx, account.ID); err != nil {
			return nil, err
		}
	}
	d, err := draftOf(row)
	if err != nil {
		return nil, err
	}
	answer, err := paymentAnswer(d, placed)
	if err != nil {
		return nil, err
	}
	answer.Registration.Parent.Email = orEmpty(account.Email) // the registration forgets it, the account doesn't
	return answer, nil
}
