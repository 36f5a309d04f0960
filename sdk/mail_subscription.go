package sdk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/letter"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// SubscriptionMailJob tells the payer of a subscription, or who uses it, what becomes of it.
type SubscriptionMailJob struct {
	SubscriptionID string   `json:"subscriptionId"`
	Mail           MailKind `json:"mail"`
	TermEnd        string   `json:"termEnd"`            // the day on which the term that it is about ends
	Notice         int      `json:"notice,omitempty"`   // which notice of the end it is, from 1
	MethodID       string   `json:"methodId,omitempty"` // the payment method that a replacement brought
}

// Kind names the job.
func (SubscriptionMailJob) Kind() string { return "mail_subscription" }

// subscriptionMailPrefixes are the beginnings of the texts of each mail.
var subscriptionMailPrefixes = map[MailKind]text.Code{
	MailRenewalNotice: "mail_renewal_notice_", MailRenewalDeclined: "mail_renewal_declined_",
	MailRenewalLapsed: "mail_renewal_lapsed_", MailSubscriptionCancelled: "mail_renewal_cancelled_",
	MailMethodReplaced: "mail_method_replaced_",
}

// MailSubscription mails what [SubscriptionMailJob] says, once for each term, or for each payment method. Who hasn't
// joined yet is told nothing.
func (c *Client) MailSubscription(ctx context.Context, job SubscriptionMailJob) error {
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
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	s, err := c.q.GetSubscription(ctx, id)
	if err != nil {
		return fmt.Errorf("subscription mail: %w", err)
	}
	owner := s.PayerAccountID
	if job.Mail == MailRenewalLapsed || job.Mail == MailRenewalNotice && !s.Renews {
		owner = s.AccountID
	}
	account, err := c.q.GetAccount(ctx, owner)
	if err != nil {
		return fmt.Errorf("subscription mail: account: %w", err)
	}
	if account.State == accountInvited || account.State == accountClosed {
		return nil
	}
	bought, err := c.q.GetOrder(ctx, s.OrderID)
	if err != nil {
		return fmt.Errorf("subscription mail: order: %w", err)
	}
	if job.MethodID != "" { // it may have been replaced again meanwhile
		method, err := uuid.Parse(job.MethodID)
		if err != nil {
			return fmt.Errorf("subscription mail: method: %w", err)
		}
		s.PaymentMethodID = &method
	}
	to := accountRecipient(account)
	about, err := c.subscriptionArgs(ctx, s, bought, to)
	if err != nil {
		return err
	}
	priced, err := pricingOf(bought)
	if err != nil {
		return err
	}
	l := subscriptionLetter(to, job.Mail, s, priced.TaxIncluded, about)
	if page := c.cfg.Site.Links[linkPaymentMethod]; job.Mail == MailRenewalDeclined && page != "" {
		offerReplacement(&l, wordingOf(to.locale), page, about)
	}
	return c.deliver(ctx, job.Mail, key, to, l, "")
}

// subscriptionArgs is what the mails say of a subscription: its package, its day, what its renewal costs and
// what pays for it.
func (c *Client) subscriptionArgs(ctx context.Context, s db.Subscription, bought db.Order, to recipient) (map[string]any, error) {
	w := wordingOf(to.locale)
	name, err := c.packageNameIn(ctx, s, bought, w.lang)
	if err != nil {
		return nil, err
	}
	seats, err := c.q.ListSeats(ctx, s.ID)
	if err != nil {
		return nil, fmt.Errorf("subscription mail: seats: %w", err)
	}
	var minor int64
	for _, seat := range renewing(seats) {
		minor += seat.RenewalMinor
	}
	args := map[string]any{
		"product": ProductName, "package": name, "date": w.date(s.EndsAt),
		"amount": money.New(minor, money.Currency(s.Currency)).Format(to.locale), "method": "", "next": "",
	}
	if s.RenewalAt != nil {
		args["next"] = w.date(*s.RenewalAt)
	}
	if s.PaymentMethodID != nil {
		method, err := c.q.GetPaymentMethod(ctx, *s.PaymentMethodID)
		if err != nil {
			return nil, fmt.Errorf("subscription mail: payment method: %w", err)
		}
		args["method"] = methodName(w, PaymentType(method.PaymentType), orEmpty(method.LastFour))
	}
	return args, nil
}

// methodName is how a payment method is called: the last four digits of a card, the name of a wallet.
func methodName(w wording, t PaymentType, lastFour string) string {
	if t == PaymentCreditCard {
		return w.in("mail_receipt_paid_card", map[string]any{"lastFour": lastFour})
	}
	return w.in(text.Code("mail_receipt_paid_"+strings.ToLower(string(t))), nil)
}

// subscriptionLetter writes one of these mails.
func subscriptionLetter(to recipient, kind MailKind, s db.Subscription, taxIncluded bool, args map[string]any) letter.Letter {
	w := wordingOf(to.locale)
	prefix := subscriptionMailPrefixes[kind]
	var body []text.Code
	switch {
	case kind == MailRenewalNotice && s.Renews:
		body = []text.Code{"mail_renewal_notice_renews", "mail_renewal_notice_method", "mail_renewal_notice_cancel"}
		if taxIncluded {
			body[0] = "mail_renewal_notice_renews_included"
		}
	case kind == MailRenewalNotice:
		prefix = "mail_renewal_ends_"
		body = []text.Code{"mail_renewal_ends_intro", "mail_renewal_ends_" + whyItEnds(s), "mail_renewal_ends_next"}
	case kind == MailRenewalLapsed && s.AccountID != s.PayerAccountID: // the payer's card is nobody else's business
		body = []text.Code{"mail_renewal_lapsed_ended", "mail_renewal_lapsed_next"}
	default:
		body = []text.Code{prefix + "intro", prefix + "next"}
	}
	l := letter.Letter{Subject: w.in(prefix+"subject", args), Heading: w.in(prefix+"heading", args), Paragraphs: []string{w.hello(to.firstName)}}
	for _, code := range body {
		l.Paragraphs = append(l.Paragraphs, w.in(code, args))
	}
	return l
}

// offerReplacement tells where another card or wallet can be given, in place of writing to support.
func offerReplacement(l *letter.Letter, w wording, page string, args map[string]any) {
	l.Paragraphs[len(l.Paragraphs)-1] = w.in("mail_renewal_declined_replace", args)
	l.Button = letter.Button{Label: w.in("mail_renewal_declined_button", nil), URL: page}
}

// whyItEnds is why a term isn't followed by another.
func whyItEnds(s db.Subscription) text.Code {
	if s.CancelledAt != nil {
		return "cancelled"
	}
	return "unkept" // no payment method is kept
}

// termDay is the day on which a term ends, as mails are keyed by it.
func termDay(end time.Time) string { return end.UTC().Format(time.DateOnly) }
