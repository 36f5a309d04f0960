package apiserver

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The limit of changing calls is a visitor's. A busy customer's application and an operator call from one address, and have none; a visitor of that
// address keeps theirs.
func TestLimitOfWritesIsForVisitors(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Writes = caller.Limit{Count: 2, Per: time.Minute} }))
	token := b.hostOf(t)
	visit := func() int {
		return b.call(http.MethodPost, "/v1/signups", map[string]any{"sections": []string{"PARENT"}, "parent": map[string]string{}}).status
	}
	lookup := func() int {
		return b.call(http.MethodPost, "/v1/host/accounts/lookup", map[string]any{"email": "nobody@example.com"}, token...).status
	}
	operators := admin(t, b)
	verify := func() int {
		return operators.call(http.MethodPost, "/v1/admin/professionals/unknown/verify", nil, "Authorization", "Bearer "+operatorToken).status
	}
	var got []int
	for range 3 {
		got = append(got, lookup(), verify())
	}
	got = append(got, visit(), visit(), visit(), lookup(), verify())
	if diff := cmp.Diff([]int{404, 404, 404, 404, 404, 404, 409, 409, 429, 404, 404}, got); diff != "" {
		t.Errorf("three lookups and verifications, three calls of a visitor, and one of each again (-want +got):\n%s", diff)
	}
}
