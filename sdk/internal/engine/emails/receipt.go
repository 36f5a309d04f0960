package emails

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// SendReceipt implements [email.Client].
func (c *Engine) SendReceipt(ctx context.Context, receiptID string) error {
	id, err := uuid.Parse(receiptID)
	if err != nil {
		return fmt.Errorf("receipt mail: id: %w", err)
	}
	key := "receipt/" + receiptID
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	row, err := c.core.Q.GetReceipt(ctx, id)
	if err != nil {
		return fmt.Errorf("receipt mail: %w", err)
	}
	if row.AccountID == nil { // a co-parent's receipt isn't mailed
		return nil
	}
	owner, err := c.core.Account(ctx, c.core.Q, *row.AccountID)
	if err != nil {
		return fmt.Errorf("receipt mail: account: %w", err)
	}
	placed, err := orders.Get(ctx, c.core.Q, row.OrderID)
	if err != nil {
		return fmt.Errorf("receipt mail: order: %w", err)
	}
	receipt, err := orders.ReadReceipt(row.ID, row.Document)
	if err != nil {
		return err
	}
	if placed.Attempts > 1 { // a single attempt has no other payment to mention: this saves a query for most mails
		if err := orders.SetPayment(ctx, c.core.Q, row.OrderID, receipt); err != nil {
			return err
		}
	}
	priced, err := orders.PricingOf(placed.Price)
	if err != nil {
		return err
	}
	to := accountRecipient(owner)
	to.locale = row.Locale
	number, err := c.order.NumberReceipt(ctx, row.ID)
	if err != nil {
		return err
	}
	if placed.State == string(order.Cancelled) {
		return nil // the payment was voided meanwhile: no money was taken, no term has begun
	}
	standing, err := c.core.Q.StandingOfOrder(ctx, placed.ID)
	if err != nil {
		return fmt.Errorf("receipt mail: what was bought: %w", err)
	}
	if !standing.Renews {
		receipt.RenewsOn = ""
	}
	if standing.Subscription != string(order.SubscriptionActive) { // refunded or suspended meanwhile; another mail reports that
		receipt.EndsOn = ""
	}
	l := c.receiptLetter(to, number, *receipt, priced, placed.Purpose == orders.PurposeRenewal)
	var link string
	if owner.State == accounts.Created {
		if placed.Purpose != orders.PurposeRenewal { // at a renewal the reminders were sent a term ago
			if err := c.remindOfCredentials(ctx, owner.ID, 0); err != nil {
				return err
			}
		}
		token, err := c.core.NewReceiptToken(ctx, owner.ID)
		if err != nil {
			return err
		}
		link = c.core.Link("/credentials", owner.ID.String(), token)
		w := to.words()
		l.Paragraphs = append(l.Paragraphs, w.In("mail_receipt_finish", nil))
		l.Button = Button{Label: w.In("mail_credentials_button", nil), URL: link}
	}
	return c.deliver(ctx, email.Receipt, key, to, l, secret.Secret(link))
}

func (c *Engine) receiptLetter(to recipient, number string, r order.Receipt, priced *orders.Pricing, renewal bool) Letter {
	w := to.words()
	product := map[string]any{"product": c.core.Site.Product}
	l := Letter{
		Subject: w.In("mail_receipt_subject", product), Heading: w.In("mail_receipt_heading", product),
		Paragraphs: []string{w.Hello(to.firstName), w.In("mail_receipt_intro", nil)},
		Rows:       receiptRows(w, to.locale, number, r, priced),
		Links:      appLinks(w, c.core.Site.Links),
	}
	if renewal {
		l.Heading, l.Links = w.In("mail_receipt_renewed_heading", product), nil
	}
	switch renewal := map[string]any{"date": w.Day(r.RenewsOn), "amount": priced.RenewalFormatted}; {
	case r.EndsOn == "":
	case r.RenewsOn == "":
		l.After = []string{w.In("mail_receipt_ends", map[string]any{"date": w.Day(r.EndsOn)})}
	default:
		l.After = []string{w.In(priced.SayTax("mail_receipt_renews"), renewal)}
	}
	return l
}

// receiptRows returns the lines of a receipt, in the order of the price's calculation.
func receiptRows(w text.Wording, locale, number string, r order.Receipt, priced *orders.Pricing) []Row {
	var rows []Row
	add := func(code text.Code, args map[string]any, value string) {
		rows = append(rows, Row{Label: w.In(code, args), Value: value})
	}
	add("mail_receipt_number", nil, number)
	add("mail_receipt_date", nil, w.Day(r.PaidOn))
	add("mail_receipt_package", nil, priced.DisplayName)
	if r.PayForCoParent {
		add("mail_receipt_seats", nil, w.In("mail_receipt_seats_both", nil))
	}
	add("mail_receipt_subtotal", nil, r.Totals.SubTotalFormatted)
	if k := r.CouponDetail; k != nil {
		add("mail_receipt_discount", map[string]any{"coupon": k.CouponCode}, "−"+k.DiscountFormatted)
	}
	for _, code := range r.PaymentCodeDetails {
		add("mail_receipt_code", map[string]any{"code": code.Code}, "−"+code.AmountFormatted)
	}
	for _, tax := range r.Taxes {
		label := text.Code("mail_receipt_tax_added")
		if tax.Included {
			label = "mail_receipt_tax_included"
		}
		rate := tax.Rate
		if ratio, err := money.ParsePercent(rate); err == nil {
			rate = ratio.FormatPercent(locale)
		}
		add(label, map[string]any{"name": tax.Name, "rate": rate}, tax.AmountFormatted)
	}
	if len(r.Taxes) == 0 {
		add("mail_receipt_tax_none", nil, r.Totals.TaxAmountFormatted)
	}
	rows = append(rows, Row{Label: w.In("mail_receipt_total", nil), Value: r.Totals.TotalFormatted, Strong: true})
	add("mail_receipt_paid", nil, paidWith(w, r))
	if r.TransactionID != "" {
		add("mail_receipt_transaction", nil, r.TransactionID)
	}
	return append(rows, sellerRows(w, r.Seller)...)
}

// sellerRows returns the lines about the seller; none if the installation names no seller.
func sellerRows(w text.Wording, seller *order.ReceiptSeller) []Row {
	if seller == nil {
		return nil
	}
	rows := []Row{{Label: w.In("mail_receipt_seller", nil), Value: seller.Name}}
	if seller.Address != "" {
		rows = append(rows, Row{Label: w.In("mail_receipt_seller_address", nil), Value: seller.Address})
	}
	if seller.TaxID != "" {
		rows = append(rows, Row{Label: w.In("mail_receipt_seller_tax", nil), Value: seller.TaxID})
	}
	return rows
}

func paidWith(w text.Wording, r order.Receipt) string {
	if r.PaymentType == "" {
		return w.In("mail_receipt_paid_nothing", nil)
	}
	return methodName(w, r.PaymentType, r.CardLastFour)
}
