package emails

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/subscriptions"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/text"
)

// subscriptionMailPrefixes are the prefixes of each mail's text codes.
var subscriptionMailPrefixes = map[email.Kind]text.Code{
	email.RenewalNotice: "mail_renewal_notice_", email.RenewalDeclined: "mail_renewal_declined_",
	email.RenewalLapsed: "mail_renewal_lapsed_", email.SubscriptionCancelled: "mail_renewal_cancelled_",
	email.MethodReplaced: "mail_method_replaced_", email.RenewalConfirm: "mail_renewal_confirm_",
}

// SendSubscription implements [email.Client].
func (c *Engine) SendSubscription(ctx context.Context, job email.SubscriptionJob) error {
	id, err := uuid.Parse(job.SubscriptionID)
	if err != nil {
		return fmt.Errorf("subscription mail: id: %w", err)
	}
	if _, ok := subscriptionMailPrefixes[job.Mail]; !ok {
		return fmt.Errorf("subscription mail: no template for %q", job.Mail)
	}
	key := fmt.Sprintf("%s/%s/%s/%d", job.Mail, job.SubscriptionID, job.TermEnd, job.Notice)
	if job.MethodID != "" {
		key += "/" + job.MethodID
	}
	if job.Try > 0 {
		key += fmt.Sprintf("/try %d", job.Try)
	}
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	s, err := subscriptions.SeatOf(ctx, c.core.Q, id)
	if err != nil {
		return fmt.Errorf("subscription mail: %w", err)
	}
	owner := &s.Subscription.PayerAccountID
	if job.Mail == email.RenewalLapsed || job.Mail == email.RenewalNotice && !s.Renews() {
		owner = s.AccountID
	}
	if owner == nil {
		return nil
	}
	holder, err := c.core.Account(ctx, c.core.Q, *owner)
	if err != nil {
		return fmt.Errorf("subscription mail: account: %w", err)
	}
	if holder.State == accounts.Closed {
		return nil
	}
	if !stillSo(job, s) {
		return nil
	}
	bought, err := orders.Get(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
	if err != nil {
		return fmt.Errorf("subscription mail: order: %w", err)
	}
	if job.MethodID != "" { // the method may have been replaced again meanwhile
		method, err := uuid.Parse(job.MethodID)
		if err != nil {
			return fmt.Errorf("subscription mail: method: %w", err)
		}
		s.Subscription.PaymentMethodID = &method
	}
	to := accountRecipient(holder)
	about, err := c.subscriptionArgs(ctx, s, bought, to)
	if err != nil {
		return err
	}
	priced, err := orders.PricingOf(bought.Price)
	if err != nil {
		return err
	}
	l := subscriptionLetter(to, job.Mail, s, priced.SayTax("mail_renewal_notice_renews"), c.core.Now(), about)
	if job.Mail == email.RenewalNotice && s.Renews() {
		if err := c.warnOfExpiry(ctx, &l, s, to.words()); err != nil {
			return err
		}
	}
	if job.Mail == email.RenewalNotice && s.Renews() {
		l.Button = Button{Label: to.words().In("mail_renewal_notice_button", nil), URL: c.core.Site.Links["home"]}
	}
	if page := c.core.Site.Links[site.LinkPaymentMethod]; page != "" {
		switch job.Mail {
		case email.RenewalDeclined:
			offerReplacement(&l, to.words(), page, about, waits(s))
		case email.RenewalConfirm:
			l.Button = Button{Label: to.words().In("mail_renewal_confirm_button", nil), URL: page}
		}
	}
	return c.deliver(ctx, job.Mail, key, to, l, "")
}

// subscriptionArgs returns the arguments of the mails' texts: package, end of the term, price of the renewal, and payment method.
func (c *Engine) subscriptionArgs(ctx context.Context, s subscriptions.Seat, bought orders.Priced, to recipient) (map[string]any, error) {
	w := to.words()
	name, err := c.subscription.PackageNameIn(ctx, s.SubscriptionTerm, bought, w.Lang)
	if err != nil {
		return nil, err
	}
	seats, err := subscriptions.SeatsOf(ctx, c.core.Q, s.Subscription.ID)
	if err != nil {
		return nil, fmt.Errorf("subscription mail: %w", err)
	}
	locale, err := c.core.LocaleIn(ctx, bought.Country, to.locale)
	if err != nil {
		return nil, err
	}
	var minor int64
	for _, seat := range subscriptions.Renewing(seats) {
		minor += seat.SubscriptionSeat.RenewalMinor
	}
	args := map[string]any{
		"product": c.core.Site.Product, "package": name, "date": w.Day(orders.EndsOn(s.SubscriptionTerm)),
		"amount": money.New(minor, money.Currency(s.Subscription.Currency)).Format(locale), "method": "", "next": "",
	}
	if s.Subscription.RetryAt != nil {
		args["next"] = w.Day(day.On(*s.Subscription.RetryAt, s.SubscriptionTerm.Zone))
	}
	if s.Subscription.PaymentMethodID != nil {
		method, err := c.core.Q.GetPaymentMethod(ctx, *s.Subscription.PaymentMethodID)
		if err != nil {
			return nil, fmt.Errorf("subscription mail: payment method: %w", err)
		}
		args["method"] = methodName(w, gateway.PaymentType(method.PaymentType), pg.OrEmpty(method.LastFour))
	}
	return args, nil
}

// methodName returns the name of a payment method: the last four digits of a card, the name of a wallet.
func methodName(w text.Wording, t gateway.PaymentType, lastFour string) string {
	method, known := t.Method()
	switch {
	case !known:
		return string(t)
	case method.Wallet:
		return w.In(method.Name, nil)
	}
	return w.In("mail_receipt_paid_card", map[string]any{"lastFour": lastFour})
}

// subscriptionLetter writes one of these mails. renews is the text about the renewal's price.
func subscriptionLetter(to recipient, kind email.Kind, s subscriptions.Seat, renews text.Code, now time.Time, args map[string]any) Letter {
	w := to.words()
	prefix := subscriptionMailPrefixes[kind]
	var body []text.Code
	switch {
	case kind == email.RenewalNotice && s.Renews():
		body = []text.Code{renews, "mail_renewal_notice_method", "mail_renewal_notice_cancel"}
	case kind == email.RenewalNotice:
		prefix = "mail_renewal_ends_"
		body = []text.Code{"mail_renewal_ends_intro", "mail_renewal_ends_" + whyItEnds(s), "mail_renewal_ends_next"}
	case kind == email.RenewalLapsed && !s.IsPayers(): // the payer's card is none of the seat holder's business
		body = []text.Code{"mail_renewal_lapsed_ended", "mail_renewal_lapsed_next"}
	case kind == email.SubscriptionCancelled && !s.SubscriptionTerm.EndsAt.After(now): // canceled during the retries of its renewal
		body = []text.Code{prefix + "intro", prefix + "over", "mail_renewal_lapsed_next"}
	case kind == email.RenewalDeclined && waits(s):
		body = []text.Code{prefix + "intro", prefix + "hard"}
	case kind == email.RenewalLapsed && s.Subscription.Recourse != nil && gateway.Recourse(*s.Subscription.Recourse) != gateway.RecourseWait:
		body = []text.Code{prefix + "waited", prefix + "next"} // one attempt, no retries
	default:
		body = []text.Code{prefix + "intro", prefix + "next"}
	}
	l := Letter{Subject: w.In(prefix+"subject", args), Heading: w.In(prefix+"heading", args), Paragraphs: []string{w.Hello(to.firstName)}}
	for _, code := range body {
		l.Paragraphs = append(l.Paragraphs, w.In(code, args))
	}
	return l
}

// offerReplacement links to the page for another card or wallet, in place of the text about support.
func offerReplacement(l *Letter, w text.Wording, page string, args map[string]any, only bool) {
	if !only {
		l.Paragraphs[len(l.Paragraphs)-1] = w.In("mail_renewal_declined_replace", args)
	}
	l.Button = Button{Label: w.In("mail_renewal_declined_button", nil), URL: page}
}

// waits reports whether the renewal needs another payment method before the next attempt.
func waits(s subscriptions.Seat) bool {
	r := s.Subscription.Recourse
	return r != nil && gateway.Recourse(*r) == gateway.RecourseReplace
}

// stillSo reports whether the mail is still true. It may have waited in the queue while the term was paid, refunded or canceled.
func stillSo(job email.SubscriptionJob, s subscriptions.Seat) bool {
	present := string(orders.EndsOn(s.SubscriptionTerm)) == job.TermEnd
	switch job.Mail {
	case email.RenewalNotice, email.RenewalDeclined, email.RenewalConfirm:
		return present && s.State() == order.SubscriptionActive
	case email.SubscriptionCancelled: // a sweep may have ended the subscription since
		return present && (s.State() == order.SubscriptionActive || s.State() == order.SubscriptionEnded)
	case email.RenewalLapsed:
		return s.State() == order.SubscriptionLapsed
	}
	return s.Subscription.Live
}

// warnOfExpiry adds a warning to the notice of a renewal if the stored card expires before the renewal.
func (c *Engine) warnOfExpiry(ctx context.Context, l *Letter, s subscriptions.Seat, w text.Wording) error {
	if s.Subscription.PaymentMethodID == nil {
		return nil
	}
	method, err := c.core.Q.GetPaymentMethod(ctx, *s.Subscription.PaymentMethodID)
	if err != nil {
		return fmt.Errorf("subscription mail: payment method: %w", err)
	}
	if method.ExpiresAt == nil || method.ExpiresAt.After(s.SubscriptionTerm.EndsAt) {
		return nil
	}
	l.Paragraphs = append(l.Paragraphs, w.In("mail_renewal_notice_expires", map[string]any{
		"method": methodName(w, gateway.PaymentType(method.PaymentType), pg.OrEmpty(method.LastFour)), "expires": w.Day(day.On(*method.ExpiresAt, "UTC").AddDays(-1)),
	}))
	return nil
}

// whyItEnds returns the suffix of the text with the reason for the end of a term that isn't renewed.
func whyItEnds(s subscriptions.Seat) text.Code {
	if s.SubscriptionSeat.CancelledAt != nil {
		return "cancelled"
	}
	return "unkept" // no stored payment method
}
