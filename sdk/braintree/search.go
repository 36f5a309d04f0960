package braintree

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	client "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/sdk/gateway"
)

// Bounds of searches, in pages of 50. One of our order ids has a handful of transactions at most; the provider
// itself returns no more than 20,000.
const (
	maxPages      = 10
	maxAuditPages = 400
)

// FindByOrderID implements [gateway.Gateway].
func (g *Gateway) FindByOrderID(ctx context.Context, gatewayOrderID string) ([]gateway.Transaction, error) {
	if gatewayOrderID == "" {
		return nil, fmt.Errorf("braintree: a search without an order id would find everything")
	}
	query := &client.SearchQuery{}
	query.AddTextField("order-id").Is = gatewayOrderID
	return g.search(ctx, query, maxPages, func(t gateway.Transaction) bool { return t.OrderID == gatewayOrderID })
}

// FindSince implements [gateway.Gateway].
func (g *Gateway) FindSince(ctx context.Context, since time.Time) ([]gateway.Transaction, error) {
	query := &client.SearchQuery{}
	query.AddTimeField("created-at").Min = since
	return g.search(ctx, query, maxAuditPages, func(gateway.Transaction) bool { return true })
}

// FindMany implements [gateway.Gateway].
func (g *Gateway) FindMany(ctx context.Context, transactionIDs []string) ([]gateway.Transaction, error) {
	if len(transactionIDs) == 0 {
		return nil, nil
	}
	if len(transactionIDs) > gateway.MostFound {
		return nil, fmt.Errorf("braintree: %d transactions are more than one page", len(transactionIDs))
	}
	query := &client.SearchQuery{}
	query.AddMultiField("ids").Items = transactionIDs
	return g.search(ctx, query, 1, func(t gateway.Transaction) bool { return slices.Contains(transactionIDs, t.ID) })
}

// FindRefundsSince implements [gateway.Gateway].
func (g *Gateway) FindRefundsSince(ctx context.Context, since time.Time) ([]gateway.Transaction, error) {
	query := &client.SearchQuery{}
	query.AddTimeField("created-at").Min = since
	query.AddMultiField("type").Items = []string{"credit"}
	return g.search(ctx, query, maxAuditPages, func(t gateway.Transaction) bool { return t.Credit })
}

// FindDisputedSince implements [gateway.Gateway].
func (g *Gateway) FindDisputedSince(ctx context.Context, since time.Time) ([]gateway.Transaction, error) {
	query := &client.SearchQuery{}
	query.AddTimeField("dispute-date").Min = since
	return g.search(ctx, query, maxAuditPages, func(t gateway.Transaction) bool { return len(t.Disputes) > 0 })
}

// search reads every page of a search, and gives what is kept of it, oldest first.
func (g *Gateway) search(ctx context.Context, query *client.SearchQuery, pages int, keep func(gateway.Transaction) bool) ([]gateway.Transaction, error) {
	const what = "search"
	found, err := g.client.Transaction().SearchIDs(ctx, query)
	if err != nil {
		return nil, failure(what, err)
	}
	if found.PageCount > pages {
		return nil, fmt.Errorf("%w: %s: %d pages of transactions, and at most %d are read", gateway.ErrGatewayUnknown, what, found.PageCount, pages)
	}
	all := []gateway.Transaction{}
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
			if keep(read) && !seen[read.ID] {
				seen[read.ID] = true
				all = append(all, read)
			}
		}
	}
	for _, id := range found.IDs {
		if !seen[id] { // ids without their transactions: a half answer must not pass for a whole one
			return nil, fmt.Errorf("%w: %s: transaction %s was found but not told of", gateway.ErrGatewayUnknown, what, id)
		}
	}
	slices.SortStableFunc(all, func(a, b gateway.Transaction) int {
		if by := a.CreatedAt.Compare(b.CreatedAt); by != 0 {
			return by
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all, nil
}
