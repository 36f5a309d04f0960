package emails

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/text"
)

// paymentNotice is a mail about the state of a payment.
type paymentNotice struct {
	prefix text.Code              // of its text codes
	next   bool                   // it has a text about the next step
	states []payment.AttemptState // the mail applies in these states; nil: in all
}

var paymentNotices = map[email.Kind]paymentNotice{
	email.PaymentProblem:   {"mail_problem_", true, []payment.AttemptState{payment.AttemptSettlementDeclined, payment.AttemptExpired}},
	email.PaymentRecovered: {"mail_recovered_", false, []payment.AttemptState{payment.AttemptCaptured, payment.AttemptSettled}},
	email.Refund:           {"mail_refund_", false, nil},
	email.Dispute:          {"mail_dispute_", true, []payment.AttemptState{payment.AttemptDisputed}},
	email.DisputeWon:       {"mail_dispute_won_", false, []payment.AttemptState{payment.AttemptSettled}},
	email.DisputeLost:      {"mail_dispute_lost_", true, []payment.AttemptState{payment.AttemptLost}},
}

// SendPaymentNotice implements [email.Client].
func (c *Engine) SendPaymentNotice(ctx context.Context, job email.PaymentJob) error {
	id, err := uuid.Parse(job.AttemptID)
	if err != nil {
		return fmt.Errorf("payment mail: attempt id: %w", err)
	}
	notice, known := paymentNotices[job.Mail]
	if !known {
		return fmt.Errorf("payment mail: no template for %q", job.Mail)
	}
	key := string(job.Mail) + "/" + job.AttemptID
	for _, part := range []string{job.RefundID, job.Occasion} {
		if part != "" {
			key += "/" + part
		}
	}
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	attempt, err := c.core.Q.GetAttempt(ctx, id)
	if err != nil {
		return fmt.Errorf("payment mail: %w", err)
	}
	if notice.states != nil && !slices.Contains(notice.states, payments.StateOf(attempt)) || attempt.FollowedAt != nil && job.Mail == email.PaymentProblem {
		return nil
	}
	placed, err := c.core.Q.GetOrder(ctx, attempt.OrderID)
	if err != nil {
		return fmt.Errorf("payment mail: order: %w", err)
	}
	if placed.AccountID == nil {
		return nil // the order never led to an account
	}
	account, err := c.core.Account(ctx, c.core.Q, *placed.AccountID)
	if err != nil {
		return fmt.Errorf("payment mail: account: %w", err)
	}
	standing, err := c.core.Q.StandingOfOrder(ctx, placed.ID)
	if err != nil {
		return fmt.Errorf("payment mail: what was bought: %w", err)
	}
	to := accountRecipient(account)
	w := to.words()
	locale, err := c.core.LocaleIn(ctx, placed.Country, to.locale)
	if err != nil {
		return err
	}
	args, rows, err := c.noticeArgs(ctx, job, attempt, placed, w, locale)
	if err != nil {
		return err
	}
	l := Letter{
		Subject: w.In(notice.prefix+"subject", args), Heading: w.In(notice.prefix+"heading", args),
		Paragraphs: []string{w.Hello(to.firstName), w.In(notice.prefix+"intro", args)}, Rows: rows,
	}
	if bought := boughtText(standing); bought != "" {
		l.Paragraphs = append(l.Paragraphs, w.In(bought, args))
	}
	page := c.core.Site.Links[site.LinkPaymentMethod]
	switch paysAgain := job.Mail == email.PaymentProblem && standing.Subscription == string(order.SubscriptionSuspended); {
	case paysAgain && page != "":
		l.Paragraphs = append(l.Paragraphs, w.In("mail_problem_again", args))
		l.Button = Button{Label: w.In("mail_problem_button", nil), URL: page}
	case notice.next:
		l.Paragraphs = append(l.Paragraphs, w.In(notice.prefix+"next", args))
	}
	return c.deliver(ctx, job.Mail, key, to, l, "")
}

// noticeArgs returns the amounts of the mail, as the database has them now.
func (c *Engine) noticeArgs(ctx context.Context, job email.PaymentJob, a db.PaymentAttempt, placed db.Order, w text.Wording, locale string) (map[string]any, []Row, error) {
	amount := payments.AttemptAmount(a)
	args := map[string]any{"product": c.core.Site.Product, "amount": amount.Format(locale), "order": a.OrderID.String(), "disputed": amount.Format(locale)}
	if job.RefundID != "" {
		id, err := uuid.Parse(job.RefundID)
		if err != nil {
			return nil, nil, fmt.Errorf("payment mail: refund id: %w", err)
		}
		r, err := c.core.Q.GetRefund(ctx, id)
		if err != nil {
			return nil, nil, fmt.Errorf("payment mail: refund: %w", err)
		}
		args["amount"] = money.New(r.AmountMinor, money.Currency(r.Currency)).Format(locale)
		of, err := c.core.Q.FindReceipt(ctx, placed.ID, orders.ReceiptPayer)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return nil, nil, fmt.Errorf("payment mail: receipt: %w", err)
		}
		return args, c.refundRows(w, locale, r, of, placed), nil
	}
	disputes, err := c.core.Q.ListAttemptDisputes(ctx, a.ID)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, nil, fmt.Errorf("payment mail: disputes: %w", err)
	}
	for _, d := range disputes { // the newest that took money
		if d.Kind != "inquiry" {
			args["disputed"] = money.New(d.AmountMinor, money.Currency(d.Currency)).Format(locale)
		}
	}
	return args, nil, nil
}

// refundRows returns the lines of a credit note. They include the number of its receipt, if the receipt has one.
func (c *Engine) refundRows(w text.Wording, locale string, r db.Refund, of db.Receipt, placed db.Order) []Row {
	inWords := func(minor int64) string { return money.New(minor, money.Currency(r.Currency)).Format(locale) }
	rows := []Row{
		{Label: w.In("mail_refund_note", nil), Value: pg.OrEmpty(r.CreditNote)},
		{Label: w.In("mail_refund_amount", nil), Value: inWords(r.AmountMinor), Strong: true},
	}
	if r.TaxMinor > 0 {
		rows = append(rows, Row{Label: w.In("mail_refund_tax", nil), Value: inWords(r.TaxMinor)})
	}
	if of.Number != nil {
		rows = append(rows, Row{Label: w.In("mail_receipt_number", nil), Value: *of.Number})
	}
	return append(rows, sellerRows(w, orders.SellerOf(c.core.Site.Seller, placed))...)
}

// boughtText returns the text about the state of the purchase. It is empty if another payment has followed.
func boughtText(standing db.StandingOfOrderRow) text.Code {
	switch order.SubscriptionState(standing.Subscription) {
	case order.SubscriptionActive:
		return "mail_bought_active"
	case order.SubscriptionSuspended:
		return "mail_bought_suspended"
	case order.SubscriptionCancelled, order.SubscriptionLapsed, order.SubscriptionEnded:
		return "mail_bought_ended"
	}
	switch standing.Batch {
	case "":
		return ""
	case "active":
		return "mail_bought_codes_good"
	}
	return "mail_bought_codes_ended"
}
