package braintree

import (
	"context"
	"fmt"
	"slices"
	"strings"

	client "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/sdk"
)

// maxPages bounds a search. An order id of ours has a handful of transactions at most.
const maxPages = 10

// FindByOrderID implements [sdk.Gateway].
func (g *Gateway) FindByOrderID(ctx context.Context, gatewayOrderID string) ([]sdk.GatewayTransaction, error) {
	const what = "search"
	if gatewayOrderID == "" {
		return nil, fmt.Errorf("braintree: a search without an order id would find everything")
	}
	query := &client.SearchQuery{}
	query.AddTextField("order-id").Is = gatewayOrderID
	found, err := g.client.Transaction().SearchIDs(ctx, query)
	if err != nil {
		return nil, failure(what, err)
	}
	if found.PageCount > maxPages {
		return nil, fmt.Errorf("%w: %s: %d pages of transactions for one order", sdk.ErrGatewayUnknown, what, found.PageCount)
	}
	all := []sdk.GatewayTransaction{}
	seen := map[string]bool{}
	for page := 1; page <= found.PageCount; page++ {
		result, err := g.client.Transaction().SearchPage(ctx, query, found, page)
		if err != nil {
			return nil, failure(what, err)
		}
		for _, t := range result.Transactions {
			read, err := transaction(what, t)
			if err != nil {
				return nil, err
			}
			if read.OrderID == gatewayOrderID && !seen[read.ID] {
				seen[read.ID] = true
				all = append(all, read)
			}
		}
	}
	for _, id := range found.IDs {
		if !seen[id] { // ids without their transactions: a half answer must not pass for a whole one
			return nil, fmt.Errorf("%w: %s: transaction %s was found but not told of", sdk.ErrGatewayUnknown, what, id)
		}
	}
	slices.SortStableFunc(all, func(a, b sdk.GatewayTransaction) int {
		if by := a.CreatedAt.Compare(b.CreatedAt); by != 0 {
			return by
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all, nil
}
