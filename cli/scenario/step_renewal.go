package scenario

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Later moves the server's clock to a day counted from the end of the term, and makes the server do the work due by then.
type Later struct {
	DaysAfterTerm int `json:"daysAfterTerm"`
	Renewal
}

// Method replaces the subscription's payment method, like the account page.
type Method struct {
	Nonce string `json:"nonce"`
	Renewal
}

// Renewal is the expected effect of a step on the subscription, with the payer's emails.
type Renewal struct {
	Renewed bool                    `json:"renewed"`
	State   order.SubscriptionState `json:"state"`
	Mails   []string                `json:"mails"`
}

// later moves the clock, and waits for the step's expected effect.
func (r *run) later(ctx context.Context, l Later) error {
	held, err := r.held(ctx)
	if err != nil {
		return err
	}
	if err := r.moveClock(ctx, held.EndsAt.AddDate(0, 0, l.DaysAfterTerm)); err != nil {
		return err
	}
	return r.renewal(ctx, held, l.Renewal)
}

// replaceMethod replaces the payment method. The server then retries a declined renewal.
func (r *run) replaceMethod(ctx context.Context, m Method) error {
	held, err := r.held(ctx)
	if err != nil {
		return err
	}
	res, err := r.call(ctx, http.MethodPut, "/v1/subscriptions/"+held.ID+"/payment-method", map[string]string{"nonce": m.Nonce}, "")
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	return r.renewal(ctx, held, m.Renewal)
}

// renewal waits for the emails, and compares the account page's subscription with the one before the step.
func (r *run) renewal(ctx context.Context, before subscription.HeldSubscription, want Renewal) error {
	r.moneyMails = append(r.moneyMails, want.Mails...)
	if err := r.moneyMailed(ctx, r.renew); err != nil {
		return err
	}
	after, err := r.held(ctx)
	if err != nil {
		return err
	}
	if state := orDefault(string(want.State), string(order.SubscriptionActive)); string(after.State) != state {
		return fmt.Errorf("expected the subscription to be %s, it is %s", state, after.State)
	}
	ends := before.EndsOn
	if want.Renewed {
		ends = ends.AddYears(before.Years, ends)
	}
	if after.EndsOn != ends {
		return fmt.Errorf("expected the subscription to end on %s, it ends on %s", ends, after.EndsOn)
	}
	return nil
}

// held logs in again, because a login ends before a term does, and returns the payer's own subscription.
func (r *run) held(ctx context.Context) (subscription.HeldSubscription, error) {
	if r.account == "" {
		return subscription.HeldSubscription{}, errNoLogin
	}
	if err := r.login(ctx, r.loggedIn); err != nil {
		return subscription.HeldSubscription{}, err
	}
	held, ok, err := r.subscriptions(ctx)
	if err == nil && !ok {
		err = fmt.Errorf("account page: status %d", r.last.status)
	}
	if err != nil {
		return subscription.HeldSubscription{}, err
	}
	at := slices.IndexFunc(held, func(s subscription.HeldSubscription) bool { return s.IsOwn })
	if at < 0 {
		return subscription.HeldSubscription{}, errors.New("the account has no subscription of its own")
	}
	return held[at], nil
}

// moveClock sets the server's clock until the run ends, for all of the server's users.
func (r *run) moveClock(ctx context.Context, to time.Time) error {
	r.seen.clockMoved.Store(true)
	res, err := r.call(ctx, http.MethodPut, "/dev/clock", map[string]string{"now": to.Format(time.RFC3339Nano)}, "")
	if err == nil && !res.ok() {
		err = fmt.Errorf("clock: status %d; it can be moved on development servers only", res.Status)
	}
	return err
}

// resetClock undoes moveClock.
func (r *run) resetClock(ctx context.Context) error {
	if !r.seen.clockMoved.Swap(false) {
		return nil
	}
	res, err := r.call(ctx, http.MethodDelete, "/dev/clock", nil, "")
	if err == nil && !res.ok() {
		err = fmt.Errorf("clock: status %d", res.Status)
	}
	return err
}

// renew makes the server do the renewals that are due by its clock.
func (r *run) renew(ctx context.Context) error {
	res, err := r.postIdempotent(ctx, "/dev/renewals", nil)
	if err == nil && !res.ok() {
		err = fmt.Errorf("renewals: status %d", res.Status)
	}
	return err
}
