package sandbox_test

import (
	"strings"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/internal/sandbox"
)

func TestSearch(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	ctx := t.Context()
	for range 51 {
		b.mustSell(t, func(r *braintree.TransactionRequest) { r.OrderId = "many" })
	}
	b.clock.at = b.clock.at.Add(time.Hour)
	one := b.mustSell(t, func(r *braintree.TransactionRequest) { r.OrderId, r.Amount = "Many", braintree.NewDecimal(500, 2) })
	ids := func(change func(*braintree.SearchQuery)) int {
		t.Helper()
		q := &braintree.SearchQuery{}
		change(q)
		found, err := b.client.Transaction().SearchIDs(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		return len(found.IDs)
	}
	for name, tt := range map[string]struct {
		change func(*braintree.SearchQuery)
		want   int
	}{
		"order id":       {func(q *braintree.SearchQuery) { q.AddTextField("order-id").Is = "many" }, 51},
		"other order id": {func(q *braintree.SearchQuery) { q.AddTextField("order-id").Is = "none" }, 0},
		"starts with":    {func(q *braintree.SearchQuery) { q.AddTextField("order-id").StartsWith = "ma" }, 52},
		"amount":         {func(q *braintree.SearchQuery) { q.AddRangeField("amount").Max = 100 }, 1},
		"status":         {func(q *braintree.SearchQuery) { q.AddMultiField("status").Items = []string{"voided", "settled"} }, 0},
		"time":           {func(q *braintree.SearchQuery) { q.AddTimeField("created-at").Min = b.clock.at }, 1},
		"card":           {func(q *braintree.SearchQuery) { q.AddTextField("credit-card-number").EndsWith = "1881" }, 52},
		"several": {func(q *braintree.SearchQuery) {
			q.AddTextField("order-id").Is = "many"
			q.AddRangeField("amount").Max = 100
		}, 0},
		"merchant account": {func(q *braintree.SearchQuery) { q.AddMultiField("merchant-account-id").Items = []string{"cojoin_usd"} }, 52},
	} {
		if got := ids(tt.change); got != tt.want {
			t.Errorf("%s: %d found, want %d", name, got, tt.want)
		}
	}
	q := &braintree.SearchQuery{}
	q.AddTextField("order-id").StartsWith = "many"
	found, err := b.client.Transaction().SearchIDs(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for page := 1; page <= found.PageCount; page++ {
		result, err := b.client.Transaction().SearchPage(ctx, q, found, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, tx := range result.Transactions {
			seen[tx.Id] = true
		}
	}
	if found.PageCount != 2 || len(seen) != 52 || !seen[one.Id] {
		t.Errorf("%d pages with %d transactions", found.PageCount, len(seen))
	}
	bad := &braintree.SearchQuery{}
	bad.AddTextField("favorite-color").Is = "blue"
	if _, err := b.client.Transaction().SearchIDs(ctx, bad); err == nil || !strings.Contains(err.Error(), "favorite-color") {
		t.Errorf("an unknown field: %v", err)
	}
}
