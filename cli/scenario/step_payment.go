package scenario

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
)

// confirmTimeout limits the time to poll a payment that is being confirmed.
// After a server was killed, its payment is decided once the server's lease has expired.
const confirmTimeout = 3 * time.Minute

// order returns the chosen package in the form of quote and payment, and whether the co-parent's seat is paid.
func (r *run) order() (form.OrderChoice, bool) {
	if r.reg == nil || r.reg.Order == nil {
		return form.OrderChoice{}, false
	}
	return r.reg.Order.OrderChoice, r.reg.Order.PayForCoparent
}

// price requests a quote for the current choices.
func (r *run) price(ctx context.Context) error {
	order, both := r.order()
	in := price.QuoteInput{
		LimboID: r.signupID, OrderDetail: order, PayForCoparent: both,
		PaymentCodes: r.codes.PaymentCodes, PromoCodes: r.codes.PromoCodes,
		PhoneCountryCode: r.parent.PhoneCountryCode, PhoneNumber: r.parent.PhoneNumber, StorePaymentOnFile: r.stored,
	}
	if r.reg != nil && r.reg.Address != nil {
		a := *r.reg.Address
		in.Address = &price.QuoteAddress{Type: "PRIMARY", Line1: a.Line1, Line2: a.Line2, City: a.City, Region: a.Region, PostalCode: a.PostalCode, Country: a.Country}
	}
	path, body := "/v1/pricing", any(in)
	if r.invitation != nil {
		path = r.invitePath("/pricing")
		body = invite.QuoteInput{OrderDetail: order, SubscriptionCodes: r.codes.PaymentCodes, PromoCodes: r.codes.PromoCodes, StorePaymentOnFile: r.stored}
	}
	res, err := r.postIdempotent(ctx, path, body)
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var quote price.Quote
	if err := res.decode(&quote); err != nil {
		return err
	}
	r.quote, r.last.quote = &quote, &quote
	return nil
}

// pay requests a price if there is none yet, creates the nonce, pays, and waits while the payment is being confirmed.
func (r *run) pay(ctx context.Context, p Pay) error {
	if p.PromoCodes != nil || p.PaymentCodes != nil {
		if !slices.Equal(p.PromoCodes, r.codes.PromoCodes) || !slices.Equal(p.PaymentCodes, r.codes.PaymentCodes) {
			r.codes, r.quote = p.Codes, nil
		}
	}
	if price.StoresPayment(p.StorePaymentOnFile) != price.StoresPayment(r.stored) {
		r.quote = nil // its terms are wrong about the renewal
	}
	r.stored = p.StorePaymentOnFile
	if r.quote == nil {
		if err := r.price(ctx); err != nil || r.quote == nil {
			return err
		}
	}
	res, err := r.submit(ctx, p)
	if err != nil || res.Status == 0 {
		return err
	}
	return r.notePayment(res)
}

// submit pays until the payment is decided. If a call isn't answered, it reads the payment's status and pays again
// with a new nonce: with the same key if the server doesn't know the payment, with a new key if the first attempt
// was abandoned. An answer without a status means that the nonce was refused; r.last then has the refusal.
func (r *run) submit(ctx context.Context, p Pay) (response, error) {
	key := newKey()
	for deadline := time.Now().Add(confirmTimeout); ; {
		in, err := r.paymentBody(ctx, p)
		if err != nil || in == nil {
			return response{}, err
		}
		res, err := r.press(ctx, in, key, p.Twice)
		known := true
		if res.lost(err) {
			if err != nil && !r.seen.answered.Load() {
				return res, err
			}
			r.seen.repeats.Add(1)
			if res, err = r.call(ctx, http.MethodGet, r.paymentPath(), nil, ""); err != nil {
				return res, err
			}
			known = false
		}
		if res, err = r.confirmed(ctx, res); err != nil || known || time.Now().After(deadline) {
			return res, err
		}
		switch {
		case res.problem() == string(checkout.PaymentMissing.Code):
		case givenUp(res):
			key = newKey()
		default:
			return res, nil
		}
		if err := r.pause(ctx, firstPause); err != nil {
			return res, err
		}
	}
}

// givenUp reports whether a payment with a lost answer was abandoned without a charge, so that it may be retried.
func givenUp(res response) bool {
	var answer payment.Answer
	return res.ok() && res.decode(&answer) == nil && slices.ContainsFunc(answer.ValidationErrors, func(v fault.Violation) bool {
		return v.Code == "payment_superseded"
	})
}

func newKey() string { return randomText("abcdefghijklmnopqrstuvwxyz0123456789", 24) }

// paymentBody returns the payment call's body, or nil if the nonce was refused; r.last then has the refusal.
// It is a map because the SDK's type hides secrets when it is encoded.
func (r *run) paymentBody(ctx context.Context, p Pay) (map[string]any, error) {
	nonce := p.Nonce
	if p.Card != nil {
		var err error
		if nonce, err = r.tokenise(ctx, *p.Card); err != nil || nonce == "" {
			return nil, err
		}
	}
	order, both := r.order()
	details := map[string]any{
		"taxId": r.quote.TaxID, "amountDisplayed": orDefault(p.AmountDisplayed, r.quote.Totals.Total),
		"taxAmountDisplayed": r.quote.Totals.TaxAmount, "pricingLocale": r.locale,
	}
	if nonce != "" {
		details["nonce"] = nonce
		details["paymentType"] = orDefault(string(p.PaymentType), string(gateway.PaymentCreditCard))
		details["cardHolderName"] = r.cardHolder(p.Card)
	}
	if p.StorePaymentOnFile != nil {
		details["storePaymentOnFile"] = *p.StorePaymentOnFile
	}
	if r.invitation != nil {
		return map[string]any{
			"order": order, "payment": details, "promoCodes": orEmpty(r.codes.PromoCodes), "subscriptionCodes": orEmpty(r.codes.PaymentCodes),
			"termsAndConditions": p.TermsAndConditions == nil || *p.TermsAndConditions,
			"marketingOptIn":     p.MarketingOptIn, "segmentAnonymousId": r.anonymous,
		}, nil
	}
	return map[string]any{
		"order": order, "payment": details, "payForCoparent": both,
		"promoCodes": orEmpty(r.codes.PromoCodes), "paymentCodes": orEmpty(r.codes.PaymentCodes),
		"termsAndConditions":         p.TermsAndConditions == nil || *p.TermsAndConditions,
		"marketingOptIn":             p.MarketingOptIn,
		"parentDuplicateConfirmed":   p.DuplicateConfirmed || r.reg.ParentDuplicateConfirmed,
		"coParentDuplicateConfirmed": p.DuplicateConfirmed || r.reg.CoParentDuplicateConfirmed,
		"segmentAnonymousId":         r.anonymous,
	}, nil
}

func (r *run) cardHolder(card *Card) string {
	if card != nil && card.Name != "" {
		return card.Name
	}
	return r.parent.FirstName + " " + r.parent.LastName
}

// press sends the payment once, or twice concurrently.
func (r *run) press(ctx context.Context, in map[string]any, key string, twice bool) (response, error) {
	path := r.paymentPath()
	if !twice {
		return r.send(ctx, request{http.MethodPost, path, in, key, false, nil})
	}
	var answers [2]response
	var errs [2]error
	var both sync.WaitGroup
	for i := range answers {
		both.Go(func() { answers[i], errs[i] = r.call(ctx, http.MethodPost, path, in, key) })
	}
	both.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return response{}, err
	}
	if answers[0].Status != answers[1].Status || !bytes.Equal(answers[0].Body, answers[1].Body) {
		return response{}, fmt.Errorf("the same payment, sent twice, got different answers with status %d and %d", answers[0].Status, answers[1].Status)
	}
	return answers[0], nil
}

// confirmed polls the payment's status while the answer is 202.
func (r *run) confirmed(ctx context.Context, res response) (response, error) {
	deadline := time.Now().Add(confirmTimeout)
	for res.Status == http.StatusAccepted {
		if time.Now().After(deadline) {
			return res, fmt.Errorf("the payment was still being confirmed after %s", confirmTimeout)
		}
		select {
		case <-ctx.Done():
			return res, ctx.Err()
		case <-time.After(res.Retry):
		}
		var err error
		if res, err = r.call(ctx, http.MethodGet, r.paymentPath(), nil, ""); err != nil {
			return res, err
		}
	}
	return res, nil
}

func (r *run) notePayment(res response) error {
	ok, err := r.note(res)
	if err != nil {
		return err
	}
	if !ok {
		if slices.ContainsFunc(r.last.violations, func(v fault.Violation) bool { return v.Field == "nonce" }) {
			r.outcome = OutcomeDeclined
		}
		return nil
	}
	var answer payment.Answer
	if err := res.decode(&answer); err != nil {
		return err
	}
	switch answer.Status {
	case payment.Accepted:
		r.payment, r.outcome, r.last.receipt = &answer, OutcomeReceipt, answer.Receipt
		r.credentials = answer.ClickToJoinToken.Reveal()
		if answer.Registration != nil {
			r.userID = answer.Registration.Parent.UserID
		}
	case payment.Declined:
		// The status call returns 200 with the reason; the payment call would have returned 409.
		r.outcome, r.last.violations, r.last.status = OutcomeDeclined, answer.ValidationErrors, http.StatusConflict
	}
	return nil
}

// tokenise turns a card into a nonce at the sandbox. It is never used with real cards.
func (r *run) tokenise(ctx context.Context, card Card) (string, error) {
	if err := r.readBootstrap(ctx); err != nil {
		return "", err
	}
	if r.bootstrap.Payment.Provider != "sandbox" {
		return "", fmt.Errorf("the server's payment provider is %s: cards work with the sandbox only; use a nonce", r.bootstrap.Payment.Provider)
	}
	query := url.Values{"country": {r.country}}
	if r.invitation != nil {
		query.Set("userId", r.invitation.userID)
	} else {
		query.Set("signupId", r.signupID)
	}
	res, err := r.call(ctx, http.MethodGet, "/v1/payment/client-token?"+query.Encode(), nil, "")
	if err != nil {
		return "", err
	}
	if ok, err := r.note(res); !ok {
		return "", err
	}
	var token struct {
		ClientToken string `json:"clientToken"`
	}
	if err := res.decode(&token); err != nil {
		return "", err
	}
	fingerprint, err := fingerprintOf(token.ClientToken)
	if err != nil {
		return "", err
	}
	res, err = r.postIdempotent(ctx, strings.TrimRight(r.bootstrap.Payment.SandboxURL, "/")+"/client_api/v1/payment_methods/credit_cards", map[string]any{
		"authorizationFingerprint": fingerprint,
		"creditCard": map[string]string{
			"number": card.Number, "expirationDate": orDefault(card.ExpirationDate, "12/2030"),
			"cvv": orDefault(card.CVV, "123"), "cardholderName": r.cardHolder(&card),
		},
	})
	if err != nil {
		return "", err
	}
	if !res.ok() {
		return "", fmt.Errorf("the sandbox refused the card: status %d", res.Status)
	}
	var made struct {
		CreditCards []struct {
			Nonce string `json:"nonce"`
		} `json:"creditCards"`
	}
	if err := res.decode(&made); err != nil {
		return "", err
	}
	if len(made.CreditCards) == 0 || made.CreditCards[0].Nonce == "" {
		return "", errors.New("the sandbox returned no nonce for the card")
	}
	return r.verify(ctx, card, fingerprint, made.CreditCards[0].Nonce)
}

// verify verifies the card for an amount with 3-D Secure, and returns the verified nonce. It passes the bank's challenge, if there is one.
func (r *run) verify(ctx context.Context, card Card, fingerprint, nonce string) (string, error) {
	amount := card.VerifiedFor
	switch amount {
	case "":
		return nonce, nil
	case "total":
		amount = r.quote.Totals.Total
	}
	type answer struct {
		PaymentMethod struct{ Nonce string }
		Lookup        *struct{}
	}
	post := func(path string, body map[string]any) (verified answer, err error) {
		body["authorizationFingerprint"] = fingerprint
		res, err := r.postIdempotent(ctx, strings.TrimRight(r.bootstrap.Payment.SandboxURL, "/")+"/client_api/v1/"+path, body)
		if err != nil {
			return verified, err
		}
		if !res.ok() {
			return verified, fmt.Errorf("the sandbox didn't verify the card: status %d", res.Status)
		}
		return verified, res.decode(&verified)
	}
	verified, err := post("payment_methods/"+nonce+"/three_d_secure/lookup", map[string]any{"amount": amount})
	if err == nil && verified.Lookup != nil {
		verified, err = post("three_d_secure/challenges", map[string]any{"nonce": nonce, "approve": true})
	}
	return verified.PaymentMethod.Nonce, err
}

func (r *run) readBootstrap(ctx context.Context) error {
	if r.bootstrap.Payment.Provider != "" {
		return nil
	}
	res, err := r.call(ctx, http.MethodGet, r.withFlags("/v1/bootstrap"), nil, "")
	if err != nil {
		return err
	}
	if !res.ok() {
		return fmt.Errorf("start-up data: status %d", res.Status)
	}
	return res.decode(&r.bootstrap)
}

// fingerprintOf reads the authorization from a client token.
func fingerprintOf(token string) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(token)
	if err != nil {
		return "", errors.New("the client token isn't base64")
	}
	var content struct {
		AuthorizationFingerprint string `json:"authorizationFingerprint"`
	}
	if err := json.Unmarshal(raw, &content); err != nil || content.AuthorizationFingerprint == "" {
		return "", errors.New("the client token has no authorization")
	}
	return content.AuthorizationFingerprint, nil
}

func orEmpty(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
