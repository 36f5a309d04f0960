package sdk

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
)

const (
	receiptPayer    = "payer"
	receiptCoParent = "co_parent"
)

// issueReceipts writes the payer's receipt and, where the co-parent's seat is paid, the co-parent's own,
// which shows no price and nothing of the payer. The payer's is mailed by a job.
func (c *Client) issueReceipts(ctx context.Context, q *db.Queries, tx pgx.Tx, placed *placedOrder, attempt *db.PaymentAttempt) error {
	receipt, err := payerReceipt(placed.order, attempt)
	if err != nil {
		return err
	}
	id, err := insertReceipt(ctx, q, placed.order, placed.accounts.AccountID, receiptPayer, receipt)
	if err != nil {
		return err
	}
	placed.receipt = receipt
	if placed.order.Seats == 2 && placed.accounts.CoParentID != nil {
		if _, err := insertReceipt(ctx, q, placed.order, *placed.accounts.CoParentID, receiptCoParent, coParentReceipt(receipt)); err != nil {
			return err
		}
	}
	return c.enqueue(ctx, tx, ReceiptMailJob{ReceiptID: id.String()}, JobOptions{})
}

// insertReceipt gives the receipt its id and keeps it as it is shown.
func insertReceipt(ctx context.Context, q *db.Queries, order db.Order, accountID uuid.UUID, kind string, receipt *Receipt) (uuid.UUID, error) {
	id := newID()
	receipt.ReceiptID = id.String()
	document, err := json.Marshal(receipt)
	if err != nil {
		return id, fmt.Errorf("receipt: %w", err)
	}
	err = q.InsertReceipt(ctx, db.InsertReceiptParams{
		ID: id, OrderID: order.ID, AccountID: accountID, Kind: kind, Locale: order.Locale, Document: document, Now: orZero(order.PlacedAt),
	})
	if err != nil {
		return id, fmt.Errorf("insert receipt: %w", err)
	}
	return id, nil
}

// payerReceipt is the receipt of an order; attempt is nil where nothing was due.
func payerReceipt(order db.Order, attempt *db.PaymentAttempt) (*Receipt, error) {
	priced, err := pricingOf(order)
	if err != nil {
		return nil, err
	}
	placedAt := orZero(order.PlacedAt)
	end := termEnd(placedAt, int(order.Years))
	r := &Receipt{
		OrderID: order.ID.String(), TransactionDateTime: placedAt.Format(time.RFC3339),
		Totals: priced.Totals, Taxes: priced.Taxes, CouponDetail: priced.CouponDetail,
		PayForCoParent: priced.PayForCoParent, PaymentCodeDetails: priced.PaymentCodeDetails,
		PackageName: order.PackageName, ReceiptText: priced.ReceiptText, EndsAt: end.Format(time.RFC3339),
	}
	if attempt != nil {
		r.TransactionID = orEmpty(attempt.TransactionID)
		r.CardLastFour = orEmpty(attempt.LastFour)
		r.PaymentType = PaymentType(attempt.PaymentType)
		if attempt.PaymentMethodID != nil {
			r.RenewsAt = r.EndsAt
		}
	}
	return r, nil
}

// coParentReceipt is what the co-parent is given of a seat that somebody else has paid for.
func coParentReceipt(of *Receipt) *Receipt {
	return &Receipt{
		OrderID: of.OrderID, TransactionDateTime: of.TransactionDateTime, PackageName: of.PackageName,
		ReceiptText: of.ReceiptText, EndsAt: of.EndsAt, Taxes: []TaxLine{}, PaymentCodeDetails: []PaymentCodeDetail{},
	}
}

// orderPricing is what an order keeps of its price as it was shown.
type orderPricing struct {
	Quote
	ReceiptText string `json:"receiptText"`
	DisplayName string `json:"displayName"`
}

func pricingOf(o db.Order) (*orderPricing, error) {
	p := new(orderPricing)
	if err := json.Unmarshal(o.Pricing, p); err != nil {
		return nil, fmt.Errorf("order %s: pricing: %w", o.ID, err)
	}
	return p, nil
}

// paymentAnswer is the answer to a payment that was accepted.
func paymentAnswer(d *draft, placed *placedOrder) (*PaymentAnswer, error) {
	priced, err := pricingOf(placed.order)
	if err != nil {
		return nil, err
	}
	ga, err := gaPayload(placed.order, placed.receipt)
	if err != nil {
		return nil, err
	}
	reg := &PaymentRegistration{
		Parent:     PaymentParent{UserID: placed.accounts.AccountID.String(), FamilyID: placed.accounts.FamilyID.String()},
		Order:      OrderChoice{PackageID: int(placed.order.PackageID), ProductID: orEmpty(placed.order.ProductID), Services: placed.order.Services},
		PromoCodes: []string{},
	}
	if len(reg.Order.Services) == 0 {
		reg.Order.Services = nil // as it reads from a stored answer
	}
	if p := d.parent(); p != nil {
		reg.Parent.Email = p.Email
	}
	if co := d.coParent; co != nil {
		reg.CoParent.Email = co.Email
		if co.PhoneNumber != "" {
			reg.CoParent.PhoneNumberWithCountryCode = "+" + normalCountryCode(co.PhoneCountryCode) + Digits(co.PhoneNumber)
		}
	}
	if placed.order.CouponCode != nil {
		reg.PromoCodes = append(reg.PromoCodes, *placed.order.CouponCode)
	}
	return &PaymentAnswer{
		Status: PaymentAccepted, GaPayloadBase64: ga, Receipt: placed.receipt, Registration: reg,
		PricingInfo: &priced.Quote, ClickToJoinToken: placed.token.Reveal(),
	}, nil
}

// gaOrder is what analytics on the host's page may know of an order: nothing about the person.
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

// gaPayload gives non-personal order data as base64 JSON. The transaction id is the order's: the
// provider's has no business on a host's page.
func gaPayload(o db.Order, r *Receipt) (string, error) {
	amount := func(minor int64) string { return money.New(minor, money.Currency(o.Currency)).Decimal() }
	raw, err := json.Marshal(gaOrder{
		TransactionID: r.OrderID, Affiliation: ProductName, Currency: o.Currency, Value: amount(o.TotalMinor), Tax: amount(o.TaxMinor),
		Discount: amount(o.DiscountMinor), Coupon: orEmpty(o.CouponCode),
		Items: []gaItem{{
			ItemID: strconv.Itoa(int(o.PackageID)), ItemName: o.PackageName,
			Price: amount(o.SubTotalMinor / int64(o.Seats)), Quantity: int(o.Seats), // a sub-total is unit × seats, so this divides evenly
		}},
	})
	if err != nil {
		return "", fmt.Errorf("analytics payload: %w", err)
	}
	return base64.StdEncoding.EncodeToString(raw), nil
}
