package scenario

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/payment"
)

// ledgers are the person's payments in the product's books, and their transactions at the provider, each oldest first.
type ledgers struct {
	Payments     []payment.AttemptDetail `json:"payments"`
	Transactions []sandbox.Entry         `json:"transactions"`
}

// ledger reads the person's rows in the books and at the payment provider's sandbox.
func (r *run) ledger(ctx context.Context) error {
	about := orDefault(r.userID, r.signupID)
	if about == "" {
		return errors.New("the person has neither an account nor a sign-up yet")
	}
	var own ledgers
	if err := r.tool(ctx, http.MethodGet, "/dev/payments.json?about="+url.QueryEscape(about), nil, &own); err != nil {
		return err
	}
	var provider sandbox.Ledger
	if err := r.provide(ctx, http.MethodGet, "ledger", nil, &provider); err != nil {
		return err
	}
	own.Transactions = transactionsOf(own.Payments, provider.Transactions)
	var err error
	r.document, err = document(own)
	return err
}

// transactionsOf returns the provider's transactions of payments: the sales and their refunds.
func transactionsOf(payments []payment.AttemptDetail, all []sandbox.Entry) []sandbox.Entry {
	orders, sales, own := map[string]bool{}, map[string]bool{}, []sandbox.Entry{}
	for _, p := range payments {
		orders[p.GatewayOrderID] = true
	}
	for _, t := range all {
		if orders[t.OrderID] || sales[t.RefundOf] || sales[t.PartOf] {
			sales[t.ID] = true
			own = append(own, t)
		}
	}
	return own
}
