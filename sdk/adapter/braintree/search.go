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

// mostFound is the maximum number of transactions in a search result; the provider omits the others
// (https://developer.paypal.com/braintree/docs/reference/general/searching/search-results). maxPages limits a search by order id or ids, in pages of
// 50: these find only a few transactions.
const (
	mostFound = 20_000
	maxPages  = 10
)

// FindByOrderID implements [gateway.Gateway].
func (g *Gateway) FindByOrderID(ctx context.Context, gatewayOrderID string) ([]gateway.Transaction, error) {
	if gatewayOrderID == "" {
		return nil, fmt.Errorf("braintree: a search needs an order id; without one it returns all transactions")
	}
	query := &client.SearchQuery{}
	query.AddTextField("order-id").Is = gatewayOrderID
	return g.searchShort(ctx, query, maxPages, func(t gateway.Transaction) bool { return t.OrderID == gatewayOrderID })
}

// FindSince implements [gateway.Gateway].
func (g *Gateway) FindSince(ctx context.Context, since time.Time) ([]gateway.Transaction, error) {
	return g.searchSince(ctx, "created-at", since, nil, func(gateway.Transaction) bool { return true })
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
	return g.searchShort(ctx, query, 1, func(t gateway.Transaction) bool { return slices.Contains(transactionIDs, t.ID) })
}

// FindRefundsSince implements [gateway.Gateway].
func (g *Gateway) FindRefundsSince(ctx context.Context, since time.Time) ([]gateway.Transaction, error) {
	return g.searchSince(ctx, "created-at", since, []string{"credit"}, func(t gateway.Transaction) bool { return t.Credit })
}

// FindDisputedSince implements [gateway.Gateway].
func (g *Gateway) FindDisputedSince(ctx context.Context, since time.Time) ([]gateway.Transaction, error) {
	return g.searchSince(ctx, "dispute-date", since, nil, func(t gateway.Transaction) bool { return len(t.Disputes) > 0 })
}

// searchSince searches by a time field, from a time on. It returns the transactions oldest first.
func (g *Gateway) searchSince(ctx context.Context, field string, since time.Time, types []string, keep func(gateway.Transaction) bool) ([]gateway.Transaction, error) {
	all := newCollection(keep)
	if err := g.searchBetween(ctx, field, since.Truncate(time.Second), time.Time{}, types, all); err != nil {
		return nil, err
	}
	return all.oldestFirst(), nil
}

// searchBetween adds the transactions of a period to a collection. A zero to means no end. If the period may have more than the provider returns, it
// searches both halves, which share their border.
func (g *Gateway) searchBetween(ctx context.Context, field string, from, to time.Time, types []string, all *collection) error {
	query := &client.SearchQuery{}
	bounds := query.AddTimeField(field)
	bounds.Min, bounds.Max = from, to
	if len(types) > 0 {
		query.AddMultiField("type").Items = types
	}
	found, err := g.client.Transaction().SearchIDs(ctx, query)
	if err != nil {
		return failure(search, err)
	}
	if len(found.IDs) < mostFound {
		return g.readPages(ctx, query, found, all)
	}
	end := to
	if end.IsZero() {
		end = time.Now()
	}
	half := from.Add(end.Sub(from) / 2).Truncate(time.Second)
	if !half.After(from) {
		return fmt.Errorf("%w: %s: more than %d transactions have the same %s, %s", gateway.ErrGatewayUnknown, search, mostFound, field, from.Format(time.RFC3339))
	}
	if err := g.searchBetween(ctx, field, from, half, types, all); err != nil {
		return err
	}
	return g.searchBetween(ctx, field, half, to, types, all)
}

// searchShort runs a search with a short result, and returns the matching transactions, oldest first.
func (g *Gateway) searchShort(ctx context.Context, query *client.SearchQuery, pages int, keep func(gateway.Transaction) bool) ([]gateway.Transaction, error) {
	found, err := g.client.Transaction().SearchIDs(ctx, query)
	if err != nil {
		return nil, failure(search, err)
	}
	if found.PageCount > pages {
		return nil, fmt.Errorf("%w: %s: %d pages of transactions; at most %d can be read", gateway.ErrGatewayUnknown, search, found.PageCount, pages)
	}
	all := newCollection(keep)
	if err := g.readPages(ctx, query, found, all); err != nil {
		return nil, err
	}
	return all.oldestFirst(), nil
}

// search is the name of a search in errors.
const search = "search"

// readPages adds every page of a search to a collection.
func (g *Gateway) readPages(ctx context.Context, query *client.SearchQuery, found *client.SearchResult, all *collection) error {
	for page := 1; page <= found.PageCount; page++ {
		result, err := g.client.Transaction().SearchPage(ctx, query, found, page)
		if err != nil {
			return failure(search, err)
		}
		for _, t := range result.Transactions {
			read, err := transaction(search, t)
			if err != nil {
				return err
			}
			all.add(read)
		}
	}
	for _, id := range found.IDs {
		if !all.seen[id] { // ids without their transactions: an incomplete result must not count as complete
			return fmt.Errorf("%w: %s: the search lists transaction %s without its data", gateway.ErrGatewayUnknown, search, id)
		}
	}
	return nil
}

// collection holds the found transactions, each once, even if several results contain it.
type collection struct {
	keep func(gateway.Transaction) bool
	seen map[string]bool
	all  []gateway.Transaction
}

func newCollection(keep func(gateway.Transaction) bool) *collection {
	return &collection{keep: keep, seen: map[string]bool{}, all: []gateway.Transaction{}}
}

func (c *collection) add(t gateway.Transaction) {
	if c.keep(t) && !c.seen[t.ID] {
		c.seen[t.ID] = true
		c.all = append(c.all, t)
	}
}

func (c *collection) oldestFirst() []gateway.Transaction {
	slices.SortStableFunc(c.all, func(a, b gateway.Transaction) int {
		if by := a.CreatedAt.Compare(b.CreatedAt); by != 0 {
			return by
		}
		return strings.Compare(a.ID, b.ID)
	})
	return c.all
}
