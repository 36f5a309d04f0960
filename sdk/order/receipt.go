package order

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/text"
)

// CodeBatchLine says what was bought with a batch of subscription codes.
func CodeBatchLine(lang string, size int, pkg *price.CatalogPackage) string {
	return text.In(lang, "code_batch_line", map[string]any{"count": size, "package": pkg.DisplayName.In(lang)})
}

// Kinds of receipts: who a receipt is for.
const (
	ReceiptPayer    = "payer"
	ReceiptCoParent = "co_parent" // see [CoParentReceipt]
)

// InsertReceipt sets the receipt's id and stores the receipt as it is shown. A co-parent's is of no account.
func InsertReceipt(ctx context.Context, q *db.Queries, order db.Order, accountID *uuid.UUID, kind string, receipt *Receipt) (uuid.UUID, error) {
	id := pg.NewID()
	receipt.ReceiptID = id.String()
	document, err := json.Marshal(receipt)
	if err != nil {
		return id, fmt.Errorf("receipt: %w", err)
	}
	err = q.InsertReceipt(ctx, db.InsertReceiptParams{
		ID: id, OrderID: order.ID, AccountID: accountID, Kind: kind, Locale: order.Locale, Document: document, Now: pg.OrZero(order.PlacedAt),
	})
	if err != nil {
		return id, fmt.Errorf("insert receipt: %w", err)
	}
	return id, nil
}

// PayerReceipt is the receipt of an order; attempt is nil where nothing was due.
func PayerReceipt(order Priced, attempt *db.PaymentAttempt, seller site.Seller) (*Receipt, error) {
	priced, err := PricingOf(order.Price)
	if err != nil {
		return nil, err
	}
	placedAt := pg.OrZero(order.PlacedAt)
	end := TermEnd(placedAt, int(order.Years))
	r := &Receipt{
		OrderID: order.ID.String(), Locale: priced.Locale, TransactionDateTime: placedAt.Format(time.RFC3339),
		Totals: priced.Totals, Taxes: priced.Taxes, CouponDetail: priced.CouponDetail,
		PayForCoParent: priced.PayForCoParent, PaymentCodeDetails: priced.PaymentCodeDetails,
		PackageName: order.PackageName, ReceiptText: priced.ReceiptText, EndsAt: end.Format(time.RFC3339), Seller: SellerOf(seller, order.Order),
	}
	if attempt != nil {
		r.paidWith(*attempt)
		if attempt.PaymentMethodID != nil {
			r.RenewsAt = r.EndsAt
		}
	}
	return r, nil
}

func (r *Receipt) paidWith(a db.PaymentAttempt) {
	r.TransactionID, r.CardLastFour, r.PaymentType = pg.OrEmpty(a.TransactionID), pg.OrEmpty(a.LastFour), gateway.PaymentType(a.PaymentType)
}

// CoParentReceipt is the record of a seat that somebody else has paid for, without prices and without anything of the
// payer. It is kept as the co-parent's proof of the term: nothing mails or shows it, and only the data export of the
// co-parent's own account contains it.
func CoParentReceipt(of *Receipt) *Receipt {
	return &Receipt{
		OrderID: of.OrderID, TransactionDateTime: of.TransactionDateTime, PackageName: of.PackageName,
		ReceiptText: of.ReceiptText, EndsAt: of.EndsAt, Taxes: []price.TaxLine{}, PaymentCodeDetails: []price.PaymentCodeDetail{},
	}
}

// Pricing is what an order keeps of its price as it was shown.
type Pricing struct {
	price.Quote
	ReceiptText string `json:"receiptText"`
	DisplayName string `json:"displayName"`
}

// PricingOf returns what was shown of an order's price.
func PricingOf(kept db.OrderPrice) (*Pricing, error) {
	p := new(Pricing)
	if err := json.Unmarshal(kept.Shown, p); err != nil {
		return nil, fmt.Errorf("order %s: price as shown: %w", kept.OrderID, err)
	}
	return p, nil
}

// Receipt is the proof of a purchase. Only the payer may see it:
//   - in the answer to a payment and to its status, which take the registration's key or the invitation's token;
//   - in the mail that goes to the payer's address;
//   - on the account page, with the token of a login (see [Client.OwnReceipt]);
//   - in the data export of the payer's account.
//
// The other parent never sees it; see [CoParentReceipt]. Operators verify receipts (package operate), and read none.
type Receipt struct {
	ReceiptID           string                    `json:"receiptId"`
	OrderID             string                    `json:"orderId"`
	Locale              string                    `json:"locale,omitempty" doc:"BCP 47 tag by which the amounts are written; days are, too"`
	TransactionID       string                    `json:"transactionId,omitempty" doc:"The provider's; empty when nothing was due"`
	TransactionDateTime string                    `json:"transactionDateTime" doc:"RFC 3339, UTC"`
	CardLastFour        string                    `json:"cardLastFour,omitempty"`
	PaymentType         gateway.PaymentType       `json:"paymentType,omitempty"`
	Totals              price.Totals              `json:"totals"`
	Taxes               []price.TaxLine           `json:"taxes"`
	CouponDetail        *price.CouponDetail       `json:"couponDetail,omitempty"`
	PayForCoParent      bool                      `json:"payForCoParent"`
	PaymentCodeDetails  []price.PaymentCodeDetail `json:"paymentCodeDetails"`
	PackageName         string                    `json:"packageName"`
	ReceiptText         string                    `json:"receiptText"`
	RenewsAt            string                    `json:"renewsAt,omitempty" doc:"RFC 3339; empty when it doesn't renew"`
	EndsAt              string                    `json:"endsAt"`
	Number              string                    `json:"number,omitempty" doc:"Consecutive for each seller and year; empty for the first minutes"`
	Seller              *ReceiptSeller            `json:"seller,omitempty" doc:"Who sold it, as configured on the day of the sale"`
}

// ReceiptSeller is who sold what a receipt is for.
type ReceiptSeller struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty" doc:"In one line"`
	TaxID   string `json:"taxId,omitempty" doc:"Under which the tax of the payer's country is charged"`
}

// SellerOf is the seller as an order's documents name it; nil where the installation names none.
func SellerOf(seller site.Seller, of db.Order) *ReceiptSeller {
	if seller.Name == "" {
		return nil
	}
	return &ReceiptSeller{Name: seller.Name, Address: strings.Join(seller.Address, ", "), TaxID: seller.TaxIDs[pg.OrEmpty(of.Country)]}
}
