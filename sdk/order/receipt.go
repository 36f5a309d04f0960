package order

import (
	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/price"
)

// CoParentReceipt returns the record of a seat that another parent has paid for, without prices and the payer's data. It is stored as the co-parent's
// proof of the term. No mail or page shows it; only the data export of the co-parent's own account contains it.
func CoParentReceipt(of *Receipt) *Receipt {
	return &Receipt{
		OrderID: of.OrderID, TransactionDateTime: of.TransactionDateTime, PaidOn: of.PaidOn, PackageName: of.PackageName,
		ReceiptText: of.ReceiptText, EndsAt: of.EndsAt, EndsOn: of.EndsOn, Taxes: []price.TaxLine{}, PaymentCodeDetails: []price.PaymentCodeDetail{},
	}
}

// Receipt is the proof of a purchase. Only the payer may see it:
//   - in the response to a payment and to its status, which require the registration's key or the invitation's token;
//   - in the mail to the payer's address;
//   - on the account page, with the token of a login (see [home.Client.Receipt]);
//   - in the data export of the payer's account.
//
// The other parent never sees it: see [CoParentReceipt]. Operators verify receipts (package operate), but can't read them.
type Receipt struct {
	ReceiptID           string                    `json:"receiptId"`
	OrderID             string                    `json:"orderId"`
	Locale              string                    `json:"locale,omitempty" doc:"BCP 47 tag for the format of amounts and days"`
	TransactionID       string                    `json:"transactionId,omitempty" doc:"The provider's id; empty if nothing was due"`
	TransactionDateTime string                    `json:"transactionDateTime" doc:"RFC 3339, UTC"`
	PaidOn              day.Day                   `json:"paidOn" format:"date" doc:"Day of the payment in the buyer's time zone"`
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
	RenewsOn            day.Day                   `json:"renewsOn,omitempty" format:"date" doc:"Day of the next charge in the buyer's time zone; empty when it doesn't renew. The last day to cancel is the day before"`
	EndsAt              string                    `json:"endsAt"`
	EndsOn              day.Day                   `json:"endsOn" format:"date" doc:"Day, in the buyer's time zone, at whose beginning the term is over"`
	Number              string                    `json:"number,omitempty" doc:"Consecutive for each seller and year; empty in the first minutes"`
	Seller              *ReceiptSeller            `json:"seller,omitempty" doc:"The seller, as configured on the day of the sale"`
}

// ReceiptSeller is the seller on a receipt.
type ReceiptSeller struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty" doc:"In one line"`
	TaxID   string `json:"taxId,omitempty" doc:"The seller's tax id for the tax of the payer's country"`
}
