package apiserver

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/adapter/delivery"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// hostOf creates a host token with all scopes and returns its header.
func (b *bundle) hostOf(t *testing.T) []string {
	t.Helper()
	made, err := b.env.Client.Integration.CreateToken(t.Context(), integration.TokenInput{Name: "app", Scopes: integration.Scopes}, "en")
	if err != nil {
		t.Fatal(err)
	}
	return []string{"Authorization", "Bearer " + made.Token.Reveal()}
}

// A host with the current entitlement gets 304 until it changes. A lookup by address returns the same entitlement.
func TestEntitlementIsSentOnlyWhenItChanged(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	parent := b.env.Join(t)
	token := b.hostOf(t)
	path := "/v1/host/accounts/" + parent.UserID + "/entitlements"
	fetch := func(tag string) reply {
		return b.call(http.MethodGet, path, nil, append([]string{"If-None-Match", tag}, token...)...)
	}

	first := fetch("")
	var got integration.Entitlement
	first.into(t, &got)
	tag := first.header.Get("ETag")
	if !got.Entitled || got.AccountID != parent.UserID || got.Subscription == nil || !got.Subscription.Renews || tag == "" {
		t.Fatalf("entitlement %+v with ETag %q", got, tag)
	}
	for _, held := range []string{tag, "W/" + tag, `"another", ` + tag, "*"} {
		if again := fetch(held); again.status != http.StatusNotModified || len(again.body) > 0 || again.header.Get("ETag") != tag {
			t.Errorf("with %s: status %d, ETag %s, body %s", held, again.status, again.header.Get("ETag"), again.body)
		}
	}
	if other := fetch(`"another"`); other.status != http.StatusOK || string(other.body) != string(first.body) {
		t.Errorf("with another's ETag: status %d, body %s", other.status, other.body)
	}

	email := b.env.Mailbox.Mails()[0].To
	var found integration.Entitlement
	b.call(http.MethodPost, "/v1/host/accounts/lookup", map[string]any{"email": " " + email}, token...).into(t, &found)
	if diff := cmp.Diff(got, found); diff != "" {
		t.Errorf("by address (-by id +by address):\n%s", diff)
	}
	if unknown := b.call(http.MethodPost, "/v1/host/accounts/lookup", map[string]any{"email": "nobody@example.com"}, token...); unknown.status != http.StatusNotFound {
		t.Errorf("an unknown address: status %d", unknown.status)
	}

	seats, err := b.env.Client.Subscription.List(t.Context(), subscription.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.env.Client.Subscription.EndRenewal(t.Context(), seats[0].ID); err != nil {
		t.Fatal(err)
	}
	changed := fetch(tag)
	got = integration.Entitlement{}
	changed.into(t, &got)
	if got.Subscription.Renews || changed.header.Get("ETag") == tag {
		t.Errorf("once it was cancelled: renews %t, ETag %s as before", got.Subscription.Renews, changed.header.Get("ETag"))
	}
}

// A waiting host gets the next event immediately. Events are neither repeated nor skipped.
func TestFeedWaitsForTheNextEvent(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	token := b.hostOf(t)
	read := func(after int64, limit, wait int) (page integration.FeedPage) {
		t.Helper()
		path := "/v1/host/events?after=" + strconv.FormatInt(after, 10) + "&limit=" + strconv.Itoa(limit) + "&wait=" + strconv.Itoa(wait)
		b.call(http.MethodGet, path, nil, token...).into(t, &page)
		return page
	}
	if none := read(0, 0, 0); len(none.Events) > 0 || none.Next != 0 {
		t.Errorf("before anything has happened: %+v", none)
	}
	b.env.Join(t)
	relay := func() {
		t.Helper()
		if _, err := b.env.Client.Integration.Relay(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	relay()
	var paged []integration.Event
	for after := int64(0); ; {
		page := read(after, 2, 0)
		if len(page.Events) == 0 {
			if page.Next != after {
				t.Errorf("after an empty page, next is %d, want %d", page.Next, after)
			}
			break
		}
		paged, after = append(paged, page.Events...), page.Next
	}
	whole := read(0, 500, 0)
	if diff := cmp.Diff(whole.Events, paged); diff != "" || len(whole.Events) < 3 {
		t.Fatalf("%d events; in pages (-whole +paged):\n%s", len(whole.Events), diff)
	}

	answer := make(chan integration.FeedPage, 1)
	go func() { answer <- read(whole.Next, 0, 10) }()
	b.waitsInFeed(t)
	b.env.SignUpProfessional(t)
	relay()
	select {
	case page := <-answer:
		if len(page.Events) == 0 || page.Events[0].Position != whole.Next+1 {
			t.Errorf("the waiting call got %+v, want the events after %d", page, whole.Next)
		}
	case <-time.After(time.Minute):
		t.Error("the waiting call got no answer")
	}
	if r := b.call(http.MethodGet, "/v1/host/events?wait=11", nil, token...); r.status < 400 || r.status > 499 {
		t.Errorf("to wait for longer than a connection lasts: status %d", r.status)
	}
}

// Operators can add an endpoint, change it, replay events to it, list its dead events and remove it.
func TestOperatorsManageEndpoints(t *testing.T) {
	t.Parallel()
	received := make(chan string, 10)
	app := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { received <- r.Header.Get("Webhook-Id") }))
	t.Cleanup(app.Close)
	b := setup(t, nil, sdktest.WithConfig(func(c *sdk.Config) { c.Integration.Sender = delivery.NewLocal() }))
	b.env.SignUpProfessional(t)
	if _, err := b.env.Client.Integration.Relay(t.Context()); err != nil { // before the endpoint exists
		t.Fatal(err)
	}
	private := admin(t, b)
	call := func(method, path string, body, into any) {
		t.Helper()
		r := private.call(method, "/v1/admin/host/"+path, body, "Authorization", "Bearer "+operatorToken)
		if r.status < 200 || r.status > 299 {
			t.Fatalf("%s %s: %d %s", method, path, r.status, r.body)
		}
		if into != nil {
			r.into(t, into)
		}
	}
	var added, changed integration.Endpoint
	call(http.MethodPost, "endpoints", map[string]any{"url": app.URL, "note": "staging"}, &added)
	call(http.MethodPut, "endpoints/"+added.ID, map[string]any{"note": "production"}, &changed)
	if changed.ID != added.ID || changed.Note != "production" || changed.URL != app.URL {
		t.Errorf("changed: %+v", changed)
	}
	var again struct{ Events int }
	call(http.MethodPost, "endpoints/"+added.ID+"/replay", map[string]any{}, &again)
	if n, err := b.env.Client.Integration.Deliver(t.Context(), added.ID); err != nil || n == 0 || again.Events < n {
		t.Errorf("%d events are sent again, %d delivered: %v", again.Events, n, err)
	}
	if id := <-received; id == "" {
		t.Error("the delivery has no id")
	}
	if _, err := b.env.Pool.Exec(t.Context(), "UPDATE host_deliveries SET state = 'dead', ended_at = now(), last_problem = 'answered 500'"); err != nil {
		t.Fatal(err)
	}
	var dead struct{ Deliveries []integration.Delivery }
	call(http.MethodGet, "endpoints/"+added.ID+"/dead", nil, &dead)
	if len(dead.Deliveries) != again.Events || dead.Deliveries[0].Problem != "answered 500" {
		t.Errorf("dead deliveries: %+v", dead.Deliveries)
	}
	var tried integration.TestResult
	call(http.MethodPost, "endpoints/"+added.ID+"/test", nil, &tried)
	if tried.Status != http.StatusOK {
		t.Errorf("tried: %+v", tried)
	}
	call(http.MethodDelete, "endpoints/"+added.ID, nil, nil)
	var left struct{ Endpoints []integration.Endpoint }
	call(http.MethodGet, "endpoints", nil, &left)
	if len(left.Endpoints) != 0 {
		t.Errorf("left: %+v", left.Endpoints)
	}
}

// waitsInFeed waits until a call has found the feed empty.
func (b *bundle) waitsInFeed(t *testing.T) {
	t.Helper()
	for range 600 {
		var n int
		err := b.env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle' AND query LIKE '%name: ListHostEvents :many%'").Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no call reads the feed")
}
