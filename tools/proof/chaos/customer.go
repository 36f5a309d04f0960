package chaos

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

// customer is one person who signs up and pays, and doesn't give up.
type customer struct {
	w        *world
	number   int
	signupID string
	key      string // of the registration
	coupons  []string
	codes    []string
	both     bool // pays for the co-parent, too
	keep     bool // has the payment method kept
	plan     plan
	during   bool // what changes for this customer changes while the provider thinks

	quote price.Quote
	tries int
}

// outcome is how it ended for a customer.
type outcome struct {
	number    int
	kind      string
	signupID  string
	displayed string // the total that the customer pressed the button for
	charged   string // of the receipt
	order     string
	paid      bool
	gone      bool // the session ran out meanwhile
	duplicate bool // somebody with the same e-mail has paid
	took      time.Duration
}

// signUp makes the registration, ready to be paid.
func (c *customer) signUp(ctx context.Context) error {
	in := map[string]any{
		"sections": []string{"PARENT", "FAMILY", "ORDER", "ADDRESS", "REFERRAL"},
		"parent": map[string]any{
			"firstName": "Ana", "lastName": "Diaz", "email": fmt.Sprintf("chaos.%d@example.com", c.number),
			"phoneCountryCode": "+1", "phoneNumber": fmt.Sprintf("21555%05d", c.number), "timeZone": "America/New_York",
		},
		"coParent": map[string]any{
			"firstName": "Ben", "lastName": "Diaz", "email": fmt.Sprintf("chaos.co.%d@example.com", c.number),
			"phoneCountryCode": "+1", "phoneNumber": fmt.Sprintf("41255%05d", c.number),
		},
		"order":    map[string]any{"packageId": packageID},
		"address":  map[string]any{"line1": "1 Market Street", "city": "Philadelphia", "region": "PA", "postalCode": "19103", "country": "US"},
		"referral": map[string]any{"selection": "SEARCH_ENGINE"},
	}
	var out signup.Answer
	if err := c.w.api.must(ctx, http.MethodPost, "/v1/signups", "", c.newKey("signup"), in, &out); err != nil {
		return err
	}
	c.signupID, c.key = out.SignupID, out.RegistrationKey.Reveal()
	return nil
}

// newKey makes an idempotency key.
func (c *customer) newKey(what string) string {
	c.tries++
	return fmt.Sprintf("chaos-%s-%d-%d", what, c.number, c.tries)
}

// price asks for a quote. Codes and coupons that don't count are given up, as the form does.
func (c *customer) price(ctx context.Context) error {
	in := map[string]any{
		"limboId": c.signupID, "orderDetail": map[string]any{"packageId": packageID}, "payForCoparent": c.both,
		"promoCodes": c.coupons, "paymentCodes": c.codes, "storePaymentOnFile": c.keep,
	}
	r, err := c.w.api.call(ctx, http.MethodPost, "/v1/pricing", c.key, "", in)
	if err != nil {
		return err
	}
	if r.problem == "registration_paid" || r.problem == "registration_expired" {
		return nil // another tab was quicker, or it is too late: the payment call tells that itself
	}
	var q price.Quote
	if err := r.read("/v1/pricing", &q); err != nil {
		return err
	}
	for _, broken := range q.ValidationErrors {
		switch broken.Field {
		case "paymentCodes":
			c.codes = nil
		case "promoCodes":
			c.coupons = nil
		}
	}
	c.quote = q
	return nil
}

// body is the payment call's; each has a nonce of its own.
func (c *customer) body(ctx context.Context, q price.Quote) (map[string]any, error) {
	nonce, err := c.w.nonce(ctx)
	if err != nil {
		return nil, err
	}
	holder := fmt.Sprintf("Ana Diaz %d", c.number)
	if c.plan.sale != "" {
		c.w.provider.expect(holder, c.plan)
		c.plan = plan{}
	}
	return map[string]any{
		"order": map[string]any{"packageId": packageID}, "payForCoparent": c.both,
		"promoCodes": c.coupons, "paymentCodes": c.codes,
		"payment": map[string]any{
			"taxId": q.TaxID, "amountDisplayed": q.Totals.Total, "taxAmountDisplayed": q.Totals.TaxAmount,
			"paymentType": "CREDIT_CARD", "nonce": nonce, "cardHolderName": holder, "storePaymentOnFile": c.keep,
		},
	}, nil
}

func (c *customer) path() string { return "/v1/signups/" + c.signupID + "/payment" }

// pay presses the button and goes on until the payment is decided: the same call again where no answer
// came, the status where it is being confirmed, a new try with a new key after every refusal.
func (c *customer) pay(ctx context.Context) (outcome, error) {
	return c.payUnder(ctx, c.newKey("pay"))
}

// payUnder is pay with a first key that may have been used before.
func (c *customer) payUnder(ctx context.Context, key string) (outcome, error) {
	out := outcome{number: c.number, signupID: c.signupID}
	if c.quote.TaxID == "" {
		if err := c.price(ctx); err != nil {
			return out, err
		}
	}
	started := time.Now()
	defer func() { out.took = time.Since(started) }()
	for {
		body, err := c.body(ctx, c.quote)
		if err != nil {
			return out, err
		}
		out.displayed = c.quote.Totals.Total
		r, err := c.w.api.once(ctx, http.MethodPost, c.path(), c.key, key, body)
		if err != nil || r.status >= 500 || r.status == http.StatusAccepted || r.problem == "in_progress" {
			if ctx.Err() != nil {
				return out, fmt.Errorf("chaos: customer %d (%s) was never answered: %w", c.number, c.signupID, ctx.Err())
			}
			if r, err = c.status(ctx); err != nil {
				return out, err
			}
		}
		out.took = time.Since(started)
		decided, err := c.read(ctx, r, &out)
		if err != nil || decided {
			return out, err
		}
		if r.problem != "payment_missing" && r.problem != "payment_in_progress" { // with a new key after every refusal
			key = c.newKey("pay")
		}
	}
}

// status asks how the payment stands until it is decided; a payment that nobody knows of is tried again.
func (c *customer) status(ctx context.Context) (reply, error) {
	for {
		r, err := c.w.api.call(ctx, http.MethodGet, c.path(), c.key, "", nil)
		if err != nil || r.status != http.StatusAccepted {
			return r, err
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// read tells whether an answer ends it.
func (c *customer) read(ctx context.Context, r reply, out *outcome) (bool, error) {
	switch {
	case r.status == http.StatusOK:
		var a payment.Answer
		if err := json.Unmarshal(r.body, &a); err != nil {
			return false, fmt.Errorf("chaos: payment answer: %w", err)
		}
		if a.Status != payment.Accepted {
			return false, nil // declined, as the status tells it: try again
		}
		out.paid, out.order, out.charged = true, a.Receipt.OrderID, a.Receipt.Totals.Total
		return true, nil
	case r.problem == "payment_missing", r.problem == "payment_in_progress":
		pause(ctx, 50*time.Millisecond)
		return false, nil
	case r.problem == "registration_expired":
		out.gone = true
		return true, nil
	case r.problem == "registration_paid": // another tab has paid
		return c.readStatus(ctx, out)
	case len(r.invalid) > 0 && r.invalid[0].Field == "nonce":
		return false, nil
	case r.problem == "payment_closed": // refused too often: nothing here may be
		return true, nil
	case len(r.invalid) > 0 && r.invalid[0].Field == "duplicate":
		out.duplicate = true
		return true, nil
	case len(r.invalid) > 0 && r.invalid[0].Field == "paymentCodes":
		c.codes = nil
		return false, c.price(ctx)
	case len(r.invalid) > 0:
		return false, c.price(ctx)
	}
	return false, fmt.Errorf("chaos: customer %d: status %d %s", c.number, r.status, r.problem)
}

func (c *customer) readStatus(ctx context.Context, out *outcome) (bool, error) {
	r, err := c.status(ctx)
	if err != nil {
		return false, err
	}
	return c.read(ctx, r, out)
}
