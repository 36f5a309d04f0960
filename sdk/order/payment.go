package order

import (
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/price"
)

// Receipt is the proof of a purchase.
type Receipt struct {
	ReceiptID           string                    `json:"receiptId"`
	OrderID             string                    `json:"orderId"`
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
}
