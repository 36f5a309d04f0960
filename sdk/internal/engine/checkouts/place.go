package checkouts

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// Pay implements [checkout.Client].
func (c *Engine) Pay(ctx context.Context, signupID string, key secret.Secret, in payment.Input, meta caller.Meta) (*payment.Answer, error) {
	return c.PayThrough(ctx, c.signup.KeyAccess(signupID, key), in, meta)
}

// PayThrough is Pay for a registration that access authenticates.
func (c *Engine) PayThrough(ctx context.Context, access signups.Access, in payment.Input, meta caller.Meta) (*payment.Answer, error) {
	storeOnFile := in.Payment.StorePaymentOnFile
	in, err := payments.NormalizeInput(in)
	if err != nil {
		return nil, err
	}
	if meta.IdempotencyKey == "" {
		return nil, fault.IdempotencyKeyInvalid
	}
	row, _, err := access.Read(ctx, c.core.Q)
	if err != nil {
		return nil, err
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitPayments, c.core.Limits.Payments, row.ID.String()); err != nil {
		return nil, err
	}
	call := core.IdempotentCall{Scope: access.Scope, Key: meta.IdempotencyKey, Request: hashed(in, storeOnFile), Lang: meta.Lang}
	return core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*payment.Answer, error) {
		return c.pay(ctx, access, row, submit{Input: in, meta: meta, claim: claim})
	})
}

// hashed returns the payment in the form that its call is hashed. Release 0.1 treated a missing storePaymentOnFile as false and hashed neither; so
// does this. A call repeated at a server of the other release therefore has the same hash and gets its stored answer.
func hashed(in payment.Input, storeOnFile *bool) payment.Input {
	in.Payment.StorePaymentOnFile = nil
	if storeOnFile != nil && *storeOnFile {
		in.Payment.StorePaymentOnFile = storeOnFile
	}
	return in
}

// submit is one call to pay, in progress.
type submit struct {
	payment.Input
	meta  caller.Meta
	claim *core.IdempotencyClaim
	nonce *gateway.Nonce // from the provider, if it was looked up

	decision signups.DecisionContext // no catalog yet: the flags may come from outside the database
}

// pay reserves (beginPayment), commits that the attempt is about to be sent (SendAttempt), calls the provider (Authorize) and stores its response
// (concludePayment).
func (c *Engine) pay(ctx context.Context, access signups.Access, row signups.Row, in submit) (*payment.Answer, error) {
	var err error
	in.nonce, err = c.nonceToVerify(ctx, row, in.Input)
	if err != nil {
		return nil, err
	}
	c.payment.Interrupt(payment.InterruptBeforeReserve)
	begun, err := c.beginPayment(ctx, access, in)
	if errors.Is(err, errVerifyFirst) { // nothing is reserved or locked during the lookup
		if in.nonce, err = c.payment.NonceOnDemand(ctx, in.Input); err != nil {
			return nil, err
		}
		begun, err = c.beginPayment(ctx, access, in)
	}
	if err != nil || begun.answer != nil {
		return begun.answer, err
	}
	c.payment.Interrupt(payment.InterruptAfterReserve)
	a := begun.attempt
	sent, err := c.payment.SendAttempt(ctx, &a)
	if err != nil {
		return nil, err
	}
	if !sent { // the sweep assumed that this process was dead and gave up the attempt: nothing was sent
		return &payment.Answer{Status: payment.Confirming}, nil
	}
	c.payment.Interrupt(payment.InterruptAfterSend)
	held, err := c.payment.Authorize(ctx, a, begun.order, begun.payer, in.Input)
	c.payment.Interrupt(payment.InterruptAfterAuthorize)
	return c.concludePayment(ctx, payments.Sent{Attempt: a, Transaction: held, Err: err}, payments.Tried{Visit: begun.visit, Meta: in.meta}, in.claim)
}

// errVerifyFirst ends a payment that needs a verified card before its nonce has been looked up at the provider.
var errVerifyFirst = errors.New("checkout: the nonce has to be looked up first")

// nonceToVerify looks the nonce up if the registration's country requires verified cards.
func (c *Engine) nonceToVerify(ctx context.Context, row signups.Row, in payment.Input) (*gateway.Nonce, error) {
	if row.State == string(signup.Paid) || len(c.payment.Config().AuthenticationCountries) == 0 {
		return nil, nil
	}
	d, err := c.signup.Open(ctx, c.core.Q, row)
	if err != nil || d.Address == nil {
		return nil, err
	}
	return c.payment.NonceToVerify(ctx, in, d.Address.Country)
}

// begunPayment is an attempt to send, or the answer if there is nothing to send.
type begunPayment struct {
	answer  *payment.Answer
	attempt db.PaymentAttempt
	order   db.Order
	payer   payments.Payer
	visit   payments.Visit
}

// payerOf returns the payer of a registration: its parent, at the billing address.
func payerOf(d *signups.Draft) payments.Payer {
	parent, address := d.Parent, d.Address
	return payments.Payer{
		Email:    parent.Email,
		Customer: gateway.Customer{FirstName: parent.FirstName, LastName: parent.LastName, Phone: parent.PhoneCountryCode + parent.PhoneNumber},
		Billing: gateway.Address{
			Street: address.Line1, Extended: pg.OrEmpty(address.Line2), Locality: address.City, Region: address.Region, PostalCode: address.PostalCode, Country: address.Country,
		},
	}
}

// beginPayment checks, prices again, reserves, and inserts order and attempt, in one transaction.
func (c *Engine) beginPayment(ctx context.Context, access signups.Access, in submit) (begun begunPayment, err error) {
	in.decision = c.signup.DecisionContextWith(ctx, nil, in.meta)
	var refusal error // committed, because it stores a new quote
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		begun, refusal = begunPayment{}, nil
		row, proof, err := access.Lock(ctx, tx.Queries)
		if err != nil {
			return err
		}
		if row.State == string(signup.Paid) {
			begun.answer, err = c.paidAnswer(ctx, tx, row, in.meta.IdempotencyKey)
			return err
		}
		d, err := c.signup.Open(ctx, tx.Queries, row)
		if err != nil {
			return err
		}
		facts, err := c.readPaymentFacts(ctx, tx, d, proof, in)
		if err != nil {
			return err
		}
		begun.answer, err = facts.answer(d.Locale)
		if err != nil || begun.answer != nil {
			return err
		}
		if err := c.mayPay(ctx, tx.Queries, d, facts, in.meta.Lang); err != nil {
			return err
		}
		if in.meta.Locale != "" { // mails follow in the language of the payment
			d.Locale = text.Language(in.meta.Lang)
		}
		var priced *price.Repriced
		priced, refusal, err = c.priceForPayment(ctx, tx.Queries, d, facts, in)
		if err != nil || refusal != nil {
			return err
		}
		if !priced.Priced.Total.IsZero() { // without an amount due no card is charged
			if err := facts.demand.Fault(); err != nil {
				return err
			}
			if facts.demand.Verify && in.nonce == nil {
				return errVerifyFirst
			}
		}
		order, err := pricedOrder(d, priced, facts.decision.Catalog.Package(priced.Priced.PackageID), in.Input)
		if err != nil {
			return err
		}
		order, err = c.openOrder(ctx, tx.Queries, facts.pending, order, in.TermsAndConditions)
		if err != nil {
			return err
		}
		if !priced.Priced.Total.IsZero() {
			if err := c.payment.RefusePaying(ctx, tx.Queries, d.EmailKey()); err != nil {
				return err
			}
		}
		if err := c.order.ReserveCodes(ctx, tx.Queries, order.ID, priced, in.meta.Lang); err != nil {
			return err
		}
		if priced.Priced.Total.IsZero() {
			placed, err := c.placeOrder(ctx, tx, d, order, nil)
			if refused := c.refusedAccounts(err, d, in.meta.Lang); refused != nil {
				return refused
			}
			if err != nil {
				return err
			}
			begun.answer, err = c.paymentAnswer(d, placed)
			if err != nil {
				return err
			}
			return in.claim.Store(ctx, tx, begun.answer)
		}
		begun.order, begun.payer, begun.visit = order.Order, payerOf(d), facts.visit
		begun.payer.Verified = facts.demand.Verify && in.nonce.PaymentType == gateway.PaymentCreditCard
		begun.attempt, err = c.insertAttempt(ctx, tx.Queries, d, order.Order, in)
		return err
	})
	if err == nil && refusal != nil {
		err = refusal
		if refusesCodes(refusal) {
			c.order.WatchCodeMisses(ctx)
		}
	}
	return begun, payments.Conflict(err, in.meta.Lang)
}

func refusesCodes(refusal error) bool {
	var invalid *fault.ValidationError
	return errors.As(refusal, &invalid) && slices.ContainsFunc(invalid.Violations, func(v fault.Violation) bool { return v.Field == orders.FieldCodes })
}

// mayPay checks that the sign-up has reached its payment and that its email has no account yet.
func (c *Engine) mayPay(ctx context.Context, q *db.Queries, d *signups.Draft, facts paymentFacts, lang string) error {
	atPayment, err := c.checkouts[purposeOf(d.Row)].AtPayment(ctx, q, d, facts.decision)
	switch {
	case err != nil:
		return err
	case !atPayment || d.Address == nil || d.Parent == nil:
		return fault.StepOutOfOrder
	case facts.taken:
		return DuplicateAtPayment(c, d, lang)
	case d.Referral == nil && purposeOf(d.Row) == orders.PurposeSignup: // for invited parents their step requires it
		_, missing := form.ValidateReferral(form.Referral{}, text.Language(lang))
		return &fault.ValidationError{Violations: missing}
	}
	return nil
}

// SignupAtPayment implements [Kind.AtPayment] for sign-ups.
func SignupAtPayment(_ context.Context, _ *db.Queries, d *signups.Draft, decision signups.DecisionContext) (bool, error) {
	step := d.StepState(decision, false)
	return step == signups.StepPayment || step == signups.StepPaymentCustom, nil
}

// DuplicateAtPayment returns the violation for an email that has an account by now.
func DuplicateAtPayment(c *Engine, d *signups.Draft, lang string) *fault.ValidationError {
	return &fault.ValidationError{Violations: fault.Violations{form.Violation(core.FieldDuplicate, form.CodeParentDuplicate, lang, c.signup.SupportArgs(d))}}
}

// insertAttempt inserts the attempt of a registration, and closes the registration to changes.
func (c *Engine) insertAttempt(ctx context.Context, q *db.Queries, d *signups.Draft, placed db.Order, in submit) (db.PaymentAttempt, error) {
	account, err := c.payment.MerchantAccount(orders.Total(placed).Currency)
	if err != nil {
		return db.PaymentAttempt{}, err
	}
	a, err := c.payment.OpenAttempt(ctx, q, placed, db.InsertAttemptParams{
		MerchantAccountID: account, PaymentType: string(in.Payment.PaymentType), Vault: placed.StorePayment,
		PayerHash: c.payment.PayerHash(d.EmailKey()), NonceHash: c.payment.NonceHash(in.Payment.Nonce),
		CallHash: payments.CallHash(d.Row.ID.String(), in.meta.IdempotencyKey),
	})
	if err != nil {
		return a, err
	}
	if err := q.MarkRegistrationPaying(ctx, a.CreatedAt, d.Locale, d.Row.ID); err != nil {
		return a, fmt.Errorf("registration is being paid: %w", err)
	}
	return a, nil
}
