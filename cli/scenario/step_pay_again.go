package scenario

import (
	"context"
	"errors"
	"net/http"

	"github.com/cojoin/cojoin/sdk/subscription"
)

// PayAgain pays an amount that could not be collected, like the account page.
type PayAgain struct {
	Nonce string   `json:"nonce"`
	Mails []string `json:"mails"`
}

// errNoLogin is the mistake of a scenario that uses an account page without a login.
var errNoLogin = errors.New("nobody is logged in: a step login has to come before")

// payAgain reads the due amount, pays it, and waits for the resulting emails.
func (r *run) payAgain(ctx context.Context, p PayAgain) error {
	held, ok, err := r.subscriptions(ctx)
	if err != nil || !ok {
		return err
	}
	for _, s := range held {
		if s.Due == nil {
			continue
		}
		body := map[string]any{"amountDisplayed": s.Due.Amount, "nonce": p.Nonce, "cardHolderName": r.cardHolder(nil)}
		res, err := r.call(ctx, http.MethodPost, "/v1/subscriptions/"+s.ID+"/payment", body, newKey())
		if err != nil {
			return err
		}
		if ok, err := r.note(res); !ok {
			return err
		}
		r.moneyMails = append(r.moneyMails, p.Mails...)
		return r.moneyMailed(ctx, r.sweep)
	}
	return errors.New("nothing is due")
}

// subscriptions reads the account page of the logged-in user. If the server refuses, ok is false and r.last has the refusal.
func (r *run) subscriptions(ctx context.Context) (held []subscription.HeldSubscription, ok bool, err error) {
	if r.account == "" {
		return nil, false, errNoLogin
	}
	r.bearer = r.account
	res, err := r.call(ctx, http.MethodGet, "/v1/account", nil, "")
	if err != nil {
		return nil, false, err
	}
	if ok, err := r.note(res); !ok {
		return nil, false, err
	}
	var page struct {
		Subscriptions []subscription.HeldSubscription `json:"subscriptions"`
	}
	err = res.decode(&page)
	return page.Subscriptions, true, err
}
