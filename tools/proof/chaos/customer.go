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

// customer signs up and pays, and doesn't give up.
type customer struct {
	w        *world
	number   int
	signupID string
	key      string // of the registration
	coupons  []string
	codes    []string
	both     bool // pays for the co-parent, too
	keep     bool // keeps the payment method on file
	plan     plan
	during   bool // changes happen while the provider processes the payment

	quote price.Quote
	tries int
}

// outcome is the end of one customer's payment.
type outcome struct {
	number    int
	kind      string
	signupID  string
	displayed string // the total beside the pressed button
	charged   string // the receipt's total
	order     string
	paid      bool
	gone      bool // the session expired meanwhile
	duplicate bool // another sign-up with the same email has paid
	took      time.Duration
}

// signUp creates the registration, ready to be paid.
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

// newKey returns a new idempotency key.
func (c *customer) newKey(what string) string {
	c.tries++
	return fmt.Sprintf("chaos-%s-%d-%d", what, c.number, c.tries)
}

// price gets a quote. It drops invalid codes and coupons, as the form does.
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
		return nil // another tab was quicker, or it is too late: the payment call returns the same problem
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

// body returns the body of a payment call, each with a new nonce.
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

// pay presses the button and goes on until the payment is decided. Without a reply it repeats the same call. While the payment is being confirmed it
// polls the status. After a refusal it tries again under a new key.
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
		if r.problem != "payment_missing" && r.problem != "payment_in_progress" { // a new key after every refusal
			key = c.newKey("pay")
		}
	}
}

// status polls the payment's status until it is decided. The caller pays again if the payment is missing.
func (c *customer) status(ctx context.Context) (reply, error) {
	for {
		r, err := c.w.api.call(ctx, http.MethodGet, c.path(), c.key, "", nil)
		if err != nil || r.status != http.StatusAccepted {
			return r, err
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// read reports whether a reply ends the customer's payment.
func (c *customer) read(ctx context.Context, r reply, out *outcome) (bool, error) {
	switch {
	case r.status == http.StatusOK:
		var a payment.Answer
		if err := json.Unmarshal(r.body, &a); err != nil {
			return false, fmt.Errorf("chaos: payment answer: %w", err)
		}
		if a.Status != payment.Accepted {
			return false, nil // declined, by its status: try again
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
	case r.problem == "payment_closed": // refused too often; must not happen here
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
