package chaos

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/cojoin/cojoin/sdk/price"
)

// scenario is a kind of customer with its relative frequency.
type scenario struct {
	name   string
	weight int
	run    func(ctx context.Context, w *world, c *customer) ([]outcome, error)
}

// alone is a customer that only pays, with a plan of faults at the provider.
func alone(name string, weight int, p plan) scenario {
	return scenario{name, weight, func(ctx context.Context, _ *world, c *customer) ([]outcome, error) {
		c.plan = p
		return one(c.pay(ctx))
	}}
}

func one(o outcome, err error) ([]outcome, error) { return []outcome{o}, err }

// scenarios are all kinds of customers. The first round has one of each.
var scenarios = []scenario{
	alone("plain", 30, plan{}),
	alone("answer dropped", 4, plan{sale: "drop"}),
	alone("answer cut", 3, plan{sale: "cut"}),
	alone("answer empty", 3, plan{sale: "empty"}),
	alone("error after acting", 4, plan{sale: "error=503"}),
	alone("error before acting", 2, plan{sale: "error=500;before"}),
	alone("reset", 2, plan{sale: "reset"}),
	alone("answer after the lease", 3, plan{sale: "delay=2600"}),
	alone("acts after the lease", 3, plan{sale: "delay=2600;before"}),
	alone("search empty at first", 4, plan{sale: "drop", search: "search-empty", searches: 2}),
	alone("search lags", 3, plan{sale: "cut", search: "search-lag=1500", searches: 4}),
	alone("found twice", 3, plan{sale: "empty", search: "search-double", searches: 9}),
	alone("search fails", 3, plan{sale: "drop", search: "error=503", searches: 2}),
	alone("turns up when it was given up", 20, plan{sale: "drop", hidden: true}),
	alone("declined at first", 5, plan{sale: "decline=2000"}),
	{"two tabs", 4, twoTabs},
	{"fifty submits", 1, fiftySubmits},
	{"same key, another body", 3, otherBody},
	{"one code in two sign-ups", 4, sharedCode},
	{"one e-mail in two sign-ups", 4, sharedMail},
	{"nothing due", 2, nothingDue},
	{"code revoked", 2, revokedCode},
	{"price changed", 2, changedPrice},
	{"coupon withdrawn", 2, withdrawnCoupon},
	{"session expired while paying", 2, expiredSession},
	{"code revoked while paying", 2, meanwhile(revokedCode)},
	{"price changed while paying", 2, meanwhile(changedPrice)},
	{"coupon withdrawn while paying", 2, meanwhile(withdrawnCoupon)},
}

// twoTabs pays in two tabs concurrently, with two quotes, two keys and two nonces.
func twoTabs(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	if err := c.price(ctx); err != nil {
		return nil, err
	}
	second := *c
	second.coupons, second.quote, second.tries = []string{"FLAT15"}, price.Quote{}, 1000
	var outs [2]outcome
	var errs [2]error
	var tabs sync.WaitGroup
	for i, tab := range []*customer{c, &second} {
		tabs.Go(func() { outs[i], errs[i] = tab.pay(ctx) })
	}
	tabs.Wait()
	// Only the tab that paid has the displayed total that was charged.
	return w.theOneThatPaid(outs[:]), errors.Join(errs[:]...)
}

// fiftySubmits sends fifty concurrent payment calls, each with a key and a nonce of its own.
func fiftySubmits(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	if err := c.price(ctx); err != nil {
		return nil, err
	}
	outs, errs := make([]outcome, 50), make([]error, 50)
	var all sync.WaitGroup
	for i := range outs {
		tab := *c
		tab.tries = 1000 * (i + 1)
		all.Go(func() { outs[i], errs[i] = tab.pay(ctx) })
	}
	all.Wait()
	return w.theOneThatPaid(outs), errors.Join(errs...)
}

// otherBody repeats the key of a payment with another body.
func otherBody(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	if err := c.price(ctx); err != nil {
		return nil, err
	}
	body, err := c.body(ctx, c.quote)
	if err != nil {
		return nil, err
	}
	key := c.newKey("same")
	first, err := w.api.once(ctx, http.MethodPost, c.path(), c.key, key, body)
	if err == nil && first.status == http.StatusOK {
		body["marketingOptIn"] = true
		second, err := w.api.call(ctx, http.MethodPost, c.path(), c.key, key, body)
		if err != nil {
			return nil, err
		}
		if second.status != http.StatusUnprocessableEntity {
			return nil, fmt.Errorf("chaos: another body under the key that paid: status %d %s", second.status, second.problem)
		}
		body["marketingOptIn"] = false
		w.note("same key, another body: refused")
	}
	// The same key returns the lost reply.
	return one(c.payUnder(ctx, key))

}

// sharedCode pays for two sign-ups with one subscription code concurrently.
func sharedCode(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	code, _, err := w.mintCode(ctx)
	if err != nil {
		return nil, err
	}
	other := &customer{w: w, number: w.newNumber(), keep: c.keep}
	if err := other.signUp(ctx); err != nil {
		return nil, err
	}
	var outs [2]outcome
	var errs [2]error
	var pair sync.WaitGroup
	for i, each := range []*customer{c, other} {
		each.both, each.codes = true, []string{code}
		pair.Go(func() { outs[i], errs[i] = each.pay(ctx) })
	}
	pair.Wait()
	return outs[:], errors.Join(errs[:]...)
}

// sharedMail pays for two sign-ups of the same email concurrently: one of them gets the account.
func sharedMail(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	other := &customer{w: w, number: c.number, keep: c.keep, tries: 5000} // separate keys
	c.plan = plan{sale: "delay=700"}
	if err := other.signUp(ctx); err != nil {
		return nil, err
	}
	var outs [2]outcome
	var errs [2]error
	var pair sync.WaitGroup
	for i, each := range []*customer{c, other} {
		pair.Go(func() { outs[i], errs[i] = each.pay(ctx) })
	}
	pair.Wait()
	return outs[:], errors.Join(errs[:]...)
}

// nothingDue pays with a code that covers the total: no call to the provider.
func nothingDue(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	code, _, err := w.mintCode(ctx)
	if err != nil {
		return nil, err
	}
	c.codes = []string{code}
	return one(c.pay(ctx))
}

// revokedCode has a quote with a code that is revoked before the button is pressed.
func revokedCode(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	code, batch, err := w.mintCode(ctx)
	if err != nil {
		return nil, err
	}
	c.both, c.codes = true, []string{code}
	if err := c.price(ctx); err != nil {
		return nil, err
	}
	return c.payWhen(ctx, func() error {
		return w.retry(ctx, func() error {
			_, err := w.client.Codes.RevokeBatch(ctx, w.professional, batch)
			return err
		})
	})
}

// changedPrice changes the price of a quote, for all customers, before the button is pressed.
func changedPrice(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	if err := c.price(ctx); err != nil {
		return nil, err
	}
	price := fmt.Sprintf("%d.99", 140+c.number%20)
	return c.payWhen(ctx, func() error { return w.sell(ctx, `price: "149.99"`, `price: "`+price+`"`) })
}

// withdrawnCoupon has a quote with a coupon that is removed from the catalog before the button is pressed.
func withdrawnCoupon(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	if err := w.sell(ctx, "code: FLAT15", "code: FLAT15"); err != nil { // the shipped catalog, which has the coupon
		return nil, err
	}
	c.coupons = []string{"FLAT15"}
	if err := c.price(ctx); err != nil {
		return nil, err
	}
	return c.payWhen(ctx, func() error { return w.sell(ctx, "code: FLAT15", fmt.Sprintf("code: GONE%d", c.number)) })
}

// sell applies the shipped catalog with one replacement.
func (w *world) sell(ctx context.Context, before, after string) error {
	file := strings.Replace(string(price.DefaultCatalogFile()), before, after, 1)
	return w.retry(ctx, func() error {
		_, err := w.client.Operate.ApplyCatalog(ctx, []byte(file), "chaos")
		if errors.Is(err, price.CatalogBusy) { // another customer's scenario applied one at the same time
			return nil
		}
		return err
	})
}

// expiredSession has a session that expires while the provider processes the payment.
func expiredSession(ctx context.Context, w *world, c *customer) ([]outcome, error) {
	if err := c.price(ctx); err != nil {
		return nil, err
	}
	c.during = true
	return c.payWhen(ctx, func() error {
		return w.retry(ctx, func() error {
			_, err := w.pool.Exec(ctx, "UPDATE registrations SET expires_at = now() - interval '1 minute' WHERE id = $1 AND state = 'open'", c.signupID)
			return err
		})
	})
}

// meanwhile moves a scenario's change from before the button to the time of the provider's processing.
func meanwhile(run func(context.Context, *world, *customer) ([]outcome, error)) func(context.Context, *world, *customer) ([]outcome, error) {
	return func(ctx context.Context, w *world, c *customer) ([]outcome, error) {
		c.during = true
		return run(ctx, w, c)
	}
}

// payWhen pays after the change or, with during, makes the change while the provider processes the payment.
func (c *customer) payWhen(ctx context.Context, change func() error) ([]outcome, error) {
	if !c.during {
		if err := change(); err != nil {
			return nil, err
		}
		return one(c.pay(ctx))
	}
	c.plan = plan{sale: "delay=900"}
	done := make(chan error, 1)
	go func() {
		pause(ctx, 500*time.Millisecond)
		done <- change()
	}()
	o, err := c.pay(ctx)
	return []outcome{o}, errors.Join(err, <-done)
}
