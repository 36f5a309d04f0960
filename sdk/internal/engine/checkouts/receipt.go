package checkouts

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// issueReceipts stores the payer's receipt. If the seat of an invited co-parent is paid, it stores another for that seat, without price and payer. A
// job mails the payer's.
func (c *Engine) issueReceipts(ctx context.Context, tx *pg.Tx, placed *placedOrder, attempt *db.PaymentAttempt) error {
	receipt, err := orders.PayerReceipt(placed.order, attempt, orders.FirstEnd(placed.order.Order, *placed.order.PlacedAt), c.core.Site.Seller)
	if err != nil {
		return err
	}
	id, err := orders.InsertReceipt(ctx, tx.Queries, placed.order.Order, &placed.accounts.AccountID, orders.ReceiptPayer, receipt)
	if err != nil {
		return err
	}
	placed.receipt = receipt
	if placed.order.Seats == 2 && placed.accounts.InvitationID != nil {
		if _, err := orders.InsertReceipt(ctx, tx.Queries, placed.order.Order, nil, orders.ReceiptCoParent, order.CoParentReceipt(receipt)); err != nil {
			return err
		}
	}
	tx.Enqueue(email.ReceiptJob{ReceiptID: id.String()}, job.Options{})
	return nil
}

// paymentAnswer returns the answer to an accepted payment.
func (c *Engine) paymentAnswer(d *signups.Draft, placed *placedOrder) (*payment.Answer, error) {
	priced, err := orders.PricingOf(placed.order.Price)
	if err != nil {
		return nil, err
	}
	ga, err := gaPayload(placed.order.Order, placed.receipt, c.core.Site.Product)
	if err != nil {
		return nil, err
	}
	reg := &payment.Registration{
		Parent:     payment.Parent{UserID: placed.accounts.AccountID.String(), FamilyID: placed.accounts.FamilyID.String()},
		Order:      form.OrderChoice{PackageID: int(placed.order.PackageID), ProductID: pg.OrEmpty(placed.order.ProductID), Services: placed.order.Services},
		PromoCodes: []string{},
	}
	if len(reg.Order.Services) == 0 {
		reg.Order.Services = nil // as in a stored answer
	}
	if p := d.Parent; p != nil {
		reg.Parent.Email = p.Email
	}
	if co := d.CoParent; co != nil {
		reg.CoParent.Email = co.Email
		if co.PhoneNumber != "" {
			reg.CoParent.PhoneNumberWithCountryCode = "+" + form.NormalCountryCode(co.PhoneCountryCode) + form.Digits(co.PhoneNumber)
		}
	}
	if placed.order.CouponCode != nil {
		reg.PromoCodes = append(reg.PromoCodes, *placed.order.CouponCode)
	}
	return &payment.Answer{
		Status: payment.Accepted, GaPayloadBase64: ga, Receipt: placed.receipt, Registration: reg,
		PricingInfo: &priced.Quote, ClickToJoinToken: secret.Shown(placed.token),
	}, nil
}

// gaOrder holds the non-personal data of an order for analytics on the host's page.
type gaOrder struct {
	TransactionID string   `json:"transactionId"`
	Affiliation   string   `json:"affiliation"`
	Currency      string   `json:"currency"`
	Value         string   `json:"value"`
	Tax           string   `json:"tax"`
	Discount      string   `json:"discount"`
	Coupon        string   `json:"coupon,omitempty"`
	Items         []gaItem `json:"items"`
}

type gaItem struct {
	ItemID   string `json:"itemId"`
	ItemName string `json:"itemName"`
	Price    string `json:"price"`
	Quantity int    `json:"quantity"`
}

// gaPayload returns gaOrder as base64 JSON. The transaction id is the order's: host pages don't get the provider's.
func gaPayload(o db.Order, r *order.Receipt, product string) (string, error) {
	amount := func(minor int64) string { return money.New(minor, money.Currency(o.Currency)).Decimal() }
	raw, err := json.Marshal(gaOrder{
		TransactionID: r.OrderID, Affiliation: product, Currency: o.Currency, Value: amount(o.TotalMinor), Tax: amount(o.TaxMinor),
		Discount: amount(o.DiscountMinor), Coupon: pg.OrEmpty(o.CouponCode),
		Items: []gaItem{{
			ItemID: strconv.Itoa(int(o.PackageID)), ItemName: o.PackageName,
			Price: amount(o.SubTotalMinor / int64(o.Seats)), Quantity: int(o.Seats), // the subtotal is unit × seats, so it divides evenly
		}},
	})
	if err != nil {
		return "", fmt.Errorf("analytics payload: %w", err)
	}
	return base64.StdEncoding.EncodeToString(raw), nil
}
