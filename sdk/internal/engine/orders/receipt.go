package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/text"
)

// CodeBatchLine returns the receipt's line for a batch of subscription codes.
func CodeBatchLine(lang string, size int, pkg *price.CatalogPackage) string {
	return text.In(lang, "code_batch_line", map[string]any{"count": size, "package": pkg.DisplayName.In(lang)})
}

// Kinds of receipts, by reader.
const (
	ReceiptPayer    = "payer"
	ReceiptCoParent = "co_parent" // see [order.CoParentReceipt]
)

// InsertReceipt sets the receipt's id and stores the receipt as it is shown. A co-parent's receipt has no account.
func InsertReceipt(ctx context.Context, q *db.Queries, o db.Order, accountID *uuid.UUID, kind string, receipt *order.Receipt) (uuid.UUID, error) {
	id := pg.NewID()
	receipt.ReceiptID = id.String()
	document, err := json.Marshal(receipt)
	if err != nil {
		return id, fmt.Errorf("receipt: %w", err)
	}
	err = q.InsertReceipt(ctx, db.InsertReceiptParams{
		ID: id, OrderID: o.ID, AccountID: accountID, Kind: kind, Locale: o.Locale, Document: document, Now: pg.OrZero(o.PlacedAt),
	})
	if err != nil {
		return id, fmt.Errorf("insert receipt: %w", err)
	}
	return id, nil
}

// PayerReceipt returns the payer's receipt of an order. ends is the end of its term; attempt is nil if nothing was due.
func PayerReceipt(ord Priced, attempt *db.PaymentAttempt, ends time.Time, seller site.Seller) (*order.Receipt, error) {
	priced, err := PricingOf(ord.Price)
	if err != nil {
		return nil, err
	}
	placedAt := pg.OrZero(ord.PlacedAt)
	r := &order.Receipt{
		OrderID: ord.ID.String(), Locale: priced.Locale, TransactionDateTime: placedAt.Format(time.RFC3339), PaidOn: day.On(placedAt, ord.Zone), EndsOn: day.On(ends, ord.Zone),
		Totals: priced.Totals, Taxes: priced.Taxes, CouponDetail: priced.CouponDetail,
		PayForCoParent: priced.PayForCoParent, PaymentCodeDetails: priced.PaymentCodeDetails,
		PackageName: ord.PackageName, ReceiptText: priced.ReceiptText, EndsAt: ends.UTC().Format(time.RFC3339), Seller: SellerOf(seller, ord.Order),
	}
	if attempt != nil {
		paidWith(r, *attempt)
		if attempt.PaymentMethodID != nil {
			r.RenewsAt, r.RenewsOn = r.EndsAt, r.EndsOn
		}
	}
	return r, nil
}

// ReadReceipt returns a stored receipt. One from before its days were stored gets those of its mail, which were in UTC.
func ReadReceipt(id uuid.UUID, document []byte) (*order.Receipt, error) {
	r := new(order.Receipt)
	if err := json.Unmarshal(document, r); err != nil {
		return nil, fmt.Errorf("receipt %s: %w", id, err)
	}
	if r.PaidOn == "" {
		r.PaidOn, r.EndsOn, r.RenewsOn = utcDay(r.TransactionDateTime), utcDay(r.EndsAt), utcDay(r.RenewsAt)
	}
	return r, nil
}

func utcDay(rfc3339 string) day.Day {
	at, err := time.Parse(time.RFC3339, rfc3339)
	if err != nil { // empty
		return ""
	}
	return day.On(at, "UTC")
}

func paidWith(r *order.Receipt, a db.PaymentAttempt) {
	r.TransactionID, r.CardLastFour, r.PaymentType = pg.OrEmpty(a.TransactionID), pg.OrEmpty(a.LastFour), gateway.PaymentType(a.PaymentType)
}

// Pricing is an order's price as it was shown.
type Pricing struct {
	price.Quote
	ReceiptText string `json:"receiptText"`
	DisplayName string `json:"displayName"`
}

// PricingOf returns the stored display of an order's price.
func PricingOf(kept db.OrderPrice) (*Pricing, error) {
	p := new(Pricing)
	if err := json.Unmarshal(kept.Shown, p); err != nil {
		return nil, fmt.Errorf("order %s: price as shown: %w", kept.OrderID, err)
	}
	return p, nil
}

// SellerOf returns the seller for an order's documents; nil if the installation has none.
func SellerOf(seller site.Seller, of db.Order) *order.ReceiptSeller {
	if seller.Name == "" {
		return nil
	}
	return &order.ReceiptSeller{Name: seller.Name, Address: strings.Join(seller.Address, ", "), TaxID: seller.TaxIDs[pg.OrEmpty(of.Country)]}
}
