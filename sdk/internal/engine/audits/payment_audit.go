package audits

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
)

const auditBatch = 100

// auditRecent is the period of the daily audit. It covers two days without a worker.
const auditRecent = 3 * 24 * time.Hour

// Recent implements [audit.Client].
func (c *Engine) Recent(ctx context.Context) error {
	if c.core.Gateway == nil { // a program without payments
		return nil
	}
	report, err := c.auditPayments(ctx, c.core.Now().Add(-auditRecent), func(f audit.Finding) { // findings are logged even if the audit fails later
		if f.Kind != audit.Unsettled {
			c.core.Log.Error("database and provider differ about a payment", "kind", f.Kind, "order", f.Order, "attempt", f.Attempt)
		}
	})
	if err != nil {
		return err
	}
	if err := c.core.Q.InsertPaymentAudit(ctx, c.core.Now(), int32(report.Differences())); err != nil { //nolint:gosec // no more than the number of payments
		return fmt.Errorf("audit: store the number of differences: %w", err)
	}
	return nil
}

// Payments implements [audit.Client].
func (c *Engine) Payments(ctx context.Context, since time.Time) (*audit.Report, error) {
	return c.auditPayments(ctx, since, func(audit.Finding) {})
}

// auditPayments is [Engine.Payments]. It also passes each finding to notify right away.
func (c *Engine) auditPayments(ctx context.Context, since time.Time, notify func(audit.Finding)) (*audit.Report, error) {
	report := &audit.Report{Findings: []audit.Finding{}}
	add := func(found ...audit.Finding) {
		report.Findings = append(report.Findings, found...)
		for _, f := range found {
			notify(f)
		}
	}
	ours, theirs := map[money.Currency]int64{}, map[money.Currency]int64{}
	for after := uuid.Nil; ; {
		rows, err := c.core.Q.ListAuditAttempts(ctx, after, since, auditBatch)
		if err != nil {
			return nil, fmt.Errorf("audit: %w", err)
		}
		for _, row := range rows {
			after = row.PaymentAttempt.ID
			findings, err := c.auditAsOfOneMoment(ctx, row, since, ours, theirs)
			if err != nil {
				return nil, fmt.Errorf("audit: attempt %s: %w", after, err)
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			report.Attempts++
			add(findings...)
		}
		if len(rows) < auditBatch {
			break
		}
	}
	unknown, err := c.unknownTransactions(ctx, since)
	if err != nil {
		return nil, err
	}
	add(unknown...)
	unpaid, err := c.core.Q.ListUnpaidPlacedOrders(ctx, since, core.MostListed)
	if err != nil {
		return nil, fmt.Errorf("audit: orders: %w", err)
	}
	for _, id := range unpaid {
		add(audit.Finding{Kind: audit.WithoutMoney, Order: id.String()})
	}
	report.CapturedDatabase, report.CapturedProvider = decimals(ours), decimals(theirs)
	return report, nil
}

// auditTries is the maximum number of comparisons of an attempt that changes meanwhile. It goes through only a few states.
const auditTries = 5

// auditAsOfOneMoment compares an attempt with the provider's transactions. Payments go on meanwhile, so it reads the attempt again after the
// provider's response. It compares a changed attempt again. An attempt that a process is working on counts as unsettled, and is left out of
// both sums.
func (c *Engine) auditAsOfOneMoment(ctx context.Context, row db.ListAuditAttemptsRow, since time.Time, ours, theirs map[money.Currency]int64) ([]audit.Finding, error) {
	for range auditTries {
		call, cancel := c.payment.GatewayContext(ctx)
		found, err := c.core.Gateway.FindByOrderID(call, payment.GatewayOrderID(row.PaymentAttempt.OrderID, row.PaymentAttempt.Number))
		cancel()
		if err != nil {
			return nil, err
		}
		again, err := c.core.Q.ListAuditAttempts(ctx, idBefore(row.PaymentAttempt.ID), since, 1)
		if err != nil {
			return nil, err
		}
		if len(again) == 0 {
			return nil, errors.New("it is gone")
		}
		if !reflect.DeepEqual(again[0], row) {
			row = again[0]
			continue
		}
		here, there := map[money.Currency]int64{}, map[money.Currency]int64{}
		findings := auditAttempt(row, found, here, there)
		if len(findings) > 0 && c.core.Now().Before(row.PaymentAttempt.LeaseUntil) {
			break
		}
		for currency, minor := range here {
			ours[currency] += minor
		}
		for currency, minor := range there {
			theirs[currency] += minor
		}
		return findings, nil
	}
	a := row.PaymentAttempt
	return []audit.Finding{{Kind: audit.Unsettled, Order: a.OrderID.String(), Attempt: a.ID.String(), State: payments.StateOf(a)}}, nil
}

// idBefore returns the greatest id below another.
func idBefore(id uuid.UUID) uuid.UUID {
	for i := len(id) - 1; i >= 0; i-- {
		id[i]--
		if id[i] != 0xff {
			break
		}
	}
	return id
}

// unknownTransactions returns transactions that hold or move money under one of our order ids but belong to no attempt.
func (c *Engine) unknownTransactions(ctx context.Context, since time.Time) ([]audit.Finding, error) {
	all, err := c.core.Gateway.FindSince(ctx, since)
	if err != nil {
		return nil, fmt.Errorf("audit: transactions since %s: %w", since.Format(time.DateOnly), err)
	}
	var out []audit.Finding
	for page := range slices.Chunk(all, auditBatch) {
		ids, orders := make([]db.KnownAttemptsRow, len(page)), []uuid.UUID{}
		for i, t := range page {
			o, number, ours := payment.ParseGatewayOrderID(t.OrderID)
			if ours {
				ids[i] = db.KnownAttemptsRow{OrderID: o, Number: number}
				orders = append(orders, o)
			}
		}
		known, err := c.core.Q.KnownAttempts(ctx, orders)
		if err != nil {
			return nil, fmt.Errorf("audit: known attempts: %w", err)
		}
		for i, t := range page {
			moves := t.Status.Captured() || t.Status == gateway.Authorized || t.Status == gateway.Authorizing
			if ids[i].OrderID == uuid.Nil || !moves || slices.Contains(known, ids[i]) {
				continue
			}
			out = append(out, audit.Finding{Kind: audit.Unknown, Order: ids[i].OrderID.String(), TransactionID: t.ID, Provider: string(t.Status) + " " + t.Amount.String()})
		}
	}
	return out, nil
}

// auditAttempt compares one attempt with its transactions and adds to the sums.
func auditAttempt(row db.ListAuditAttemptsRow, found []gateway.Transaction, ours, theirs map[money.Currency]int64) []audit.Finding {
	var out []audit.Finding
	a, placed := row.PaymentAttempt, order.State(row.OrderState)
	state := payments.StateOf(a)
	finding := func(kind audit.Kind, t gateway.Transaction) {
		f := audit.Finding{Kind: kind, Order: a.OrderID.String(), Attempt: a.ID.String(), State: state, TransactionID: t.ID}
		if t.ID != "" {
			f.Provider = string(t.Status) + " " + t.Amount.String()
		}
		out = append(out, f)
	}
	// The expected amount: total minus refunds. Disputes are no movements of the transactions.
	kept := int64(0)
	switch state {
	case payment.AttemptCaptured, payment.AttemptSettled, payment.AttemptDisputed, payment.AttemptLost:
		kept = a.AmountMinor - row.RefundedMinor
	}
	if row.MovedMinor != kept {
		finding(audit.Movements, gateway.Transaction{})
	}
	took := state == payment.AttemptCaptured || state == payment.AttemptSettled
	disputed := state == payment.AttemptDisputed || state == payment.AttemptLost
	if took {
		ours[money.Currency(a.Currency)] += kept
	}
	captured, held, credited := 0, 0, int64(0)
	for _, t := range found {
		if t.Credit {
			if !t.Status.Refused() && t.Status != gateway.Voided && t.Status != gateway.SettlementDeclined {
				credited += t.Amount.Minor
			}
			continue
		}
		out = append(out, auditDisputes(a, row, t)...)
		if !payments.Matches(a, t) && !t.Status.Refused() {
			finding(audit.WrongAmount, t)
		}
		switch {
		case t.Status.Captured():
			captured++
			if took || !payments.IsLive(state) || captured > 1 {
				theirs[t.Amount.Currency] += t.Amount.Minor
			}
			switch {
			case captured > 1:
				finding(audit.CapturedTwice, t)
			case state == payment.AttemptRefunded && placed == order.Refunded:
			case placed == order.Refunded && disputed:
				finding(audit.PaidBackTwice, t)
			case placed != order.Placed:
				finding(audit.WithoutOrder, t)
			case !took && state != payment.AttemptCapturing && !disputed:
				finding(audit.WrongStatus, t)
			}
		case t.Status == gateway.Authorized || t.Status == gateway.Authorizing:
			held++
			if !payments.IsLive(state) || held > 1 {
				finding(audit.Orphan, t)
			}
		}
	}
	if captured > 0 && credited != row.RefundedMinor { // a void is no credit, but then nothing is captured
		finding(audit.Refunds, gateway.Transaction{})
	}
	if took {
		theirs[money.Currency(a.Currency)] -= credited
	}
	switch {
	case payments.IsOpen(state), state == payment.AttemptReview:
		finding(audit.Unsettled, gateway.Transaction{})
	case state == payment.AttemptRefunded && captured > 0 && credited == 0:
		finding(audit.WrongStatus, gateway.Transaction{}) // refunded here, but not at the provider
	case took && captured == 0:
		finding(audit.WithoutMoney, gateway.Transaction{})
	case (state == payment.AttemptAuthorised || state == payment.AttemptCapturing) && captured+held == 0:
		finding(audit.WithoutMoney, gateway.Transaction{})
	}
	return out
}

// auditDisputes compares the disputes of a sale. A difference means that no sweep has seen it yet: cojoin payments settle.
func auditDisputes(a db.PaymentAttempt, row db.ListAuditAttemptsRow, t gateway.Transaction) []audit.Finding {
	var out []audit.Finding
	for _, d := range t.Disputes {
		if !slices.Contains(row.Disputes, d.ID+" "+string(d.State)) {
			out = append(out, audit.Finding{
				Kind: audit.Dispute, Order: a.OrderID.String(), Attempt: a.ID.String(), State: payments.StateOf(a), TransactionID: t.ID,
				Provider: d.ID + " " + string(d.State) + " " + d.Amount.String(),
			})
		}
	}
	return out
}

func decimals(sums map[money.Currency]int64) map[string]string {
	out := make(map[string]string, len(sums))
	for currency, minor := range sums {
		out[string(currency)] = money.New(minor, currency).Decimal()
	}
	return out
}
