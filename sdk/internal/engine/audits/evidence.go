package audits

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Evidence implements [audit.Client].
func (c *Engine) Evidence(ctx context.Context, attemptID string) (string, error) {
	detail, err := c.payment.Attempt(ctx, attemptID)
	if err != nil {
		return "", err
	}
	attempt, placed, err := c.paymentOf(ctx, detail)
	if err != nil {
		return "", err
	}
	if placed.AccountID == nil || attempt.CapturedAt == nil {
		return "", payment.AttemptNotRefundable
	}
	if err := c.core.NoteReading(ctx, core.ReadPayment, &attempt.ID, 1); err != nil {
		return "", err
	}
	call, cancel := c.payment.GatewayContext(ctx)
	defer cancel()
	t, err := c.core.Gateway.Find(call, detail.TransactionID)
	if err != nil {
		return "", fault.New(fault.Unavailable, payment.Unavailable.Code, err)
	}
	payer, err := c.core.Account(ctx, c.core.Q, *placed.AccountID)
	if err != nil {
		return "", fmt.Errorf("evidence: payer: %w", err)
	}
	priced, err := orders.PricingOf(placed.Price)
	if err != nil {
		return "", err
	}
	logins, err := c.core.Q.ListLogins(ctx, placed.AccountID)
	if err != nil {
		return "", fmt.Errorf("evidence: logins: %w", err)
	}
	e := &evidence{}
	e.section("Payment")
	e.line("Transaction", detail.TransactionID)
	e.line("Order", placed.ID.String())
	e.line("Amount", detail.Amount+" "+detail.Currency)
	e.line("Paid with", strings.TrimSpace(string(detail.PaymentType)+" "+t.CardBrand+" "+detail.CardLastFour))
	e.at("Ordered", placed.PlacedAt)
	e.at("Captured", attempt.CapturedAt)
	e.section("Customer")
	e.line("Name", payer.Person.Name())
	e.line("E-mail", payer.Person.Email)
	if a := payer.Person.Address; a != nil {
		e.line("Billing address", strings.Join(filled(a.Line1, pg.OrEmpty(a.Line2), a.City, a.Region, a.PostalCode, a.Country), ", "))
	}
	e.at("Account since", &payer.CreatedAt)
	e.section("What was bought")
	e.line("Package", priced.DisplayName)
	e.line("Seats", fmt.Sprint(placed.Seats))
	e.at("Agreed to the terms", placed.TermsAcceptedAt)
	e.line("Terms shown beside the button", priced.Terms)
	e.section("What the bank answered (M: matches, N: does not match, U: not checked, I: not given)")
	e.checks(t)
	e.section("Use of the account")
	for _, at := range logins {
		e.at("Logged in", &at)
	}
	if len(logins) == 0 {
		e.line("Logins", "none on record")
	}
	e.section("Refunds and disputes")
	for _, r := range detail.Refunds {
		e.line("Refund "+r.CreatedAt.Format(time.DateOnly), r.Amount+" "+r.Currency+", "+r.State)
	}
	for _, d := range detail.Disputes {
		e.line("Dispute "+d.ID, strings.Join(filled(string(d.Kind), string(d.State), d.Amount+" "+d.Currency, d.Reason), ", "))
	}
	err = c.receiptInto(ctx, e, placed)
	return e.text.String(), err
}

// paymentOf reads the rows of an attempt.
func (c *Engine) paymentOf(ctx context.Context, detail *payment.AttemptDetail) (a db.PaymentAttempt, placed orders.Priced, err error) {
	orderID, number, _ := payment.ParseGatewayOrderID(detail.GatewayOrderID)
	if a, err = c.core.Q.FindAttemptByNumber(ctx, orderID, number); err != nil {
		return a, placed, fmt.Errorf("evidence: attempt: %w", err)
	}
	if placed, err = orders.Get(ctx, c.core.Q, a.OrderID); err != nil {
		return a, placed, fmt.Errorf("evidence: order: %w", err)
	}
	return a, placed, nil
}

// receiptInto adds the payer's receipt.
func (c *Engine) receiptInto(ctx context.Context, e *evidence, placed orders.Priced) error {
	row, err := c.core.Q.FindReceipt(ctx, placed.ID, orders.ReceiptPayer)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("evidence: receipt: %w", err)
	}
	receipt, err := orders.ReadReceipt(row.ID, row.Document)
	if err != nil {
		return err
	}
	e.section("Receipt")
	e.line("Number", pg.OrEmpty(row.Number))
	e.at("Mailed", row.MailedAt)
	e.line("Subtotal", receipt.Totals.SubTotalFormatted)
	for _, tax := range receipt.Taxes {
		e.line(tax.Name, tax.AmountFormatted)
	}
	e.line("Total", receipt.Totals.TotalFormatted)
	return nil
}

// evidence is the text of a record while it is being written.
type evidence struct{ text strings.Builder }

func (e *evidence) section(name string) {
	if e.text.Len() > 0 {
		e.text.WriteByte('\n')
	}
	e.text.WriteString(name + "\n")
}

func (e *evidence) line(label, value string) {
	if value != "" {
		fmt.Fprintf(&e.text, "  %s: %s\n", label, strings.Join(strings.Fields(value), " "))
	}
}

func (e *evidence) at(label string, t *time.Time) {
	if t != nil {
		e.line(label, t.UTC().Format("2006-01-02 15:04 UTC"))
	}
}

func (e *evidence) checks(t gateway.Transaction) {
	e.line("Street", t.Checks.AVSStreet)
	e.line("Postal code", t.Checks.AVSPostal)
	e.line("Security code", t.Checks.CVV)
	if t.Checks.ThreeDSecure != "" {
		e.line("3-D Secure", fmt.Sprintf("%s, liability shifted: %t", t.Checks.ThreeDSecure, t.Checks.LiabilityShifted))
	}
}

func filled(values ...string) []string {
	var out []string
	for _, v := range values {
		if v != "" {
			out = append(out, v)
		}
	}
	return out
}
