package integrations_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/integrations"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// app is an integration: it stores the events it receives and answers as configured.
type app struct {
	mu     sync.Mutex
	got    []integration.Event
	answer func(integration.Event) int // nil: 200
}

func (a *app) Permit(address string) error {
	if address == "https://refused.example.com" {
		return errors.New("is refused")
	}
	return nil
}

func (a *app) Reach(context.Context, string) error { return nil }

func (a *app) Send(_ context.Context, m integration.Message) (int, error) {
	var e integration.Event
	if err := json.Unmarshal(m.Body, &e); err != nil {
		return 0, err
	}
	if m.ID != e.ID || len(m.Secrets) == 0 {
		return 0, fmt.Errorf("message %s with %d secrets for event %s", m.ID, len(m.Secrets), e.ID)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	status := 200
	if a.answer != nil {
		status = a.answer(e)
	}
	if status == 200 {
		a.got = append(a.got, e)
	}
	return status, nil
}

func (a *app) types() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := make([]string, len(a.got))
	for i, e := range a.got {
		out[i] = e.Type
	}
	return out
}

func withApp(a *app) sdktest.Option {
	return sdktest.WithConfig(func(c *sdk.Config) {
		c.Integration = integration.Config{Sender: a, ReturnURLs: []string{"https://app.example.com/welcome?from=join"}}
	})
}

func addEndpoint(t *testing.T, c *sdk.Client, in integration.EndpointInput) *integration.Endpoint {
	t.Helper()
	if in.URL == "" {
		in.URL = "https://app.example.com/hook"
	}
	added, err := c.Integration.AddEndpoint(t.Context(), in, "en")
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func run[T any](t *testing.T) func(T, error) T {
	return func(out T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
}

// Two parents and a professional from sign-up to erasure. The integration receives every event, in order per subject. Each event has exactly
// the fields of its type.
func TestHostReceivesEveryEvent(t *testing.T) {
	t.Parallel()
	a := &app{}
	w := fixture.NewTill(t, withApp(a))
	addEndpoint(t, w.Client, integration.EndpointInput{})
	ctx := t.Context()

	pro := fixture.InsertProfessional(t, w.Env)
	batch := fixture.NewBatch(t, w.Env, pro, 2001, 1)
	code := run[*codes.BatchCode](t)(w.Client.Codes.Issue(ctx, pro, batch.ID, codes.IssueInput{}, caller.Meta{Lang: "en", IdempotencyKey: "issue-one-code"}))

	s := w.SignUp(t)
	paid := run[*payment.Answer](t)(w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
		in.PayForCoparent, in.TermsAndConditions, in.Payment.StorePaymentOnFile = true, true, new(true)
	})))
	w.Work(t)
	run[*account.CredentialsAnswer](t)(w.Client.Account.SetCredentials(ctx, secret.Secret(paid.ClickToJoinToken), account.CredentialsInput{Username: "ana_diaz", Password: fixture.GoodPassword}, caller.Meta{Lang: "en"}))
	guest := w.MailedGuest(t, "invitation")
	guest.Fill(t, fixture.StepOne())
	joined := guest.Fill(t, fixture.Billing())
	run[*account.CredentialsAnswer](t)(guest.Join(t, joined.ClickToJoinToken.Reveal(), true))
	w.Work(t)

	other := w.SignUp(t)
	run[*payment.Answer](t)(w.Pay(t, other, w.Input(t, other, fixture.GoodNonce, func(in *payment.Input) {
		in.PaymentCodes, in.TermsAndConditions = []string{code.Code}, true
	})))
	w.Work(t)
	w.Clock.Advance(15 * 24 * time.Hour) // the other family's invitation expires
	if err := w.Client.Operate.Expire(ctx); err != nil {
		t.Fatal(err)
	}

	// A dispute that is won, regardless of the writer.
	family := paid.Registration.Parent.FamilyID
	for _, state := range []string{"suspended", "active"} {
		if _, err := w.Pool.Exec(ctx, "UPDATE subscriptions SET state = $1, updated_at = $2 WHERE family_id = $3", state, w.Clock.Now(), family); err != nil {
			t.Fatal(err)
		}
	}
	w.RunOn(t, fixture.FirstEnd.Add(time.Hour)) // renews
	if _, err := w.Pool.Exec(ctx, "UPDATE subscription_seats SET cancelled_at = $1, updated_at = $1 WHERE family_id = $2 AND number = 2", w.Clock.Now(), family); err != nil {
		t.Fatal(err)
	}
	attempts := run[[]payment.Attempt](t)(w.Client.Payment.Attempts(ctx, payment.AttemptFilter{State: payment.AttemptCaptured}))
	run[*payment.AttemptDetail](t)(w.Client.Payment.Refund(ctx, attempts[0].ID, payment.RefundInput{}))
	if _, err := w.Client.Privacy.ErasePerson(ctx, paid.Registration.Parent.UserID); err != nil {
		t.Fatal(err)
	}
	w.Work(t)

	byType := map[string]int{}
	last := map[string]int64{}
	for _, e := range a.got {
		byType[e.Type]++
		if e.Position <= last[e.Subject] {
			t.Errorf("%s at position %d arrived after position %d of its subject", e.Type, e.Position, last[e.Subject])
		}
		last[e.Subject] = e.Position
		checkData(t, e)
	}
	for _, k := range integration.Kinds {
		if byType[k.Name] == 0 {
			t.Errorf("the host got no event %s", k.Name)
		}
	}
	erased := a.got[slices.IndexFunc(a.got, func(e integration.Event) bool { return e.Type == "privacy.erased" })]
	if want := fmt.Sprintf(`{"accountId": "%s"}`, paid.Registration.Parent.UserID); string(erased.Data) != want && strings.ReplaceAll(string(erased.Data), " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("privacy.erased has %s, want %s", erased.Data, want)
	}
	for _, secretPart := range []string{"Diaz", "Benjamin", "@example.com", "2155500001", "Market Street", code.Code} {
		all, err := json.Marshal(a.got)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(all), secretPart) {
			t.Errorf("events hold %q", secretPart)
		}
	}
}

// checkData compares an event's fields with its type, in both directions.
func checkData(t *testing.T, e integration.Event) {
	t.Helper()
	at := slices.IndexFunc(integration.Kinds, func(k integration.Kind) bool { return k.Name == e.Type })
	if at < 0 {
		t.Errorf("type %s isn't in host.Kinds", e.Type)
		return
	}
	typed := reflect.New(reflect.TypeOf(integration.Kinds[at].Data))
	if err := json.Unmarshal(e.Data, typed.Interface()); err != nil {
		t.Errorf("%s: %v in %s", e.Type, err, e.Data)
	}
	again, err := json.Marshal(typed.Interface())
	if err != nil {
		t.Fatal(err)
	}
	var sent, known map[string]any
	if err := errors.Join(json.Unmarshal(e.Data, &sent), json.Unmarshal(again, &known)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(names(known), names(sent)); diff != "" {
		t.Errorf("fields of %s (-type +sent):\n%s", e.Type, diff)
	}
}

func names(fields map[string]any) []string {
	var out []string
	for name, value := range fields {
		out = append(out, name)
		if inner, ok := value.(map[string]any); ok {
			for _, n := range names(inner) {
				out = append(out, name+"."+n)
			}
		}
	}
	slices.Sort(out)
	return out
}

// An endpoint that was down gets all events once it is up, in order per subject, and delays no other endpoint. Duplicates have the same id.
func TestFailedEndpointIsRetried(t *testing.T) {
	t.Parallel()
	down := true
	a := &app{}
	w := fixture.NewTill(t, withApp(a))
	good := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"order.placed"}})
	bad := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"subscription.started", "family.joined", "subscription.cancelled"}})
	a.answer = func(e integration.Event) int {
		if down && e.Type != "order.placed" {
			return 503
		}
		return 200
	}
	answer := w.Subscribe(t, fixture.Kept)
	if diff := cmp.Diff([]string{"order.placed"}, a.types()); diff != "" {
		t.Errorf("while one is down (-want +got):\n%s", diff)
	}
	f := run[*integration.Endpoint](t)(w.Client.Integration.Endpoint(t.Context(), bad.ID)).Figures
	if f.Pending != 2 || f.Dead != 0 {
		t.Errorf("figures %+v, want 2 that wait: the second is due after the first is taken", f)
	}
	seat := run[[]subscription.Subscription](t)(w.Client.Subscription.List(t.Context(), subscription.Filter{}))[0]
	run[*subscription.Subscription](t)(w.Client.Subscription.EndRenewal(t.Context(), seat.ID))
	down = false
	w.Work(t)
	if got := a.types(); len(got) != 1 {
		t.Errorf("%q arrived before the end of the pause", got)
	}
	w.Clock.Advance(6 * time.Second)
	w.Work(t)
	if diff := cmp.Diff([]string{"order.placed", "family.joined", "subscription.started", "subscription.cancelled"}, a.types()); diff != "" {
		t.Errorf("once it is up again (-want +got):\n%s", diff)
	}
	n := run[int](t)(w.Client.Integration.Replay(t.Context(), bad.ID, integration.Replay{Subject: answer.Registration.Parent.FamilyID}))
	w.Work(t)
	ids := map[string]int{}
	for _, e := range a.got {
		ids[e.ID]++
	}
	if n != 3 || len(a.got) != 7 || len(ids) != 4 {
		t.Errorf("%d replayed, %d got, %d ids; want 3, 7 and 4", n, len(a.got), len(ids))
	}
	if f := run[*integration.Endpoint](t)(w.Client.Integration.Endpoint(t.Context(), good.ID)).Figures; f != (integration.Figures{}) {
		t.Errorf("the other endpoint's figures are %+v", f)
	}
}

// Events wait while an endpoint is disabled.
func TestDisabledEndpointGetsMissedEvents(t *testing.T) {
	t.Parallel()
	a := &app{}
	w := fixture.NewTill(t, withApp(a))
	e := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"order.placed", "subscription.started"}})
	enable := func(to bool) {
		run[*integration.Endpoint](t)(w.Client.Integration.ChangeEndpoint(t.Context(), e.ID, integration.EndpointChange{Enabled: &to}, "en"))
	}
	enable(false)
	w.Subscribe(t, fixture.Kept)
	w.Work(t)
	if got := a.types(); len(got) != 0 {
		t.Errorf("%q was sent to a disabled endpoint", got)
	}
	enable(true)
	w.Work(t)
	if diff := cmp.Diff([]string{"order.placed", "subscription.started"}, a.types()); diff != "" {
		t.Errorf("once it is enabled (-want +got):\n%s", diff)
	}
}

// An event that an endpoint rejects for days is given up, listed, and sent again on request. The next events of its subject are still sent.
func TestRejectedEventIsGivenUp(t *testing.T) {
	t.Parallel()
	a := &app{}
	w := fixture.NewTill(t, withApp(a))
	e := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"family.joined", "subscription.started"}})
	poisoned := true
	a.answer = func(e integration.Event) int {
		if poisoned && e.Type == "family.joined" {
			return 500
		}
		return 200
	}
	w.Subscribe(t, fixture.Kept)
	began := w.Clock.Now()
	for len(a.types()) == 0 && w.Clock.Now().Sub(began) < 10*24*time.Hour {
		w.Clock.Advance(6 * time.Hour)
		w.Work(t)
	}
	if days := w.Clock.Now().Sub(began).Hours() / 24; days < 3 || days > 8 {
		t.Errorf("given up after %.1f days", days)
	}
	dead := run[[]integration.Delivery](t)(w.Client.Integration.Dead(t.Context(), e.ID, 0, 0))
	if len(dead) != 1 || dead[0].Type != "family.joined" || dead[0].Tries != 14 || dead[0].LastStatus != 500 || dead[0].Problem != "answered 500" {
		t.Errorf("dead: %+v", dead)
	}
	poisoned = false
	run[int](t)(w.Client.Integration.Replay(t.Context(), e.ID, integration.Replay{EventID: dead[0].EventID}))
	w.Work(t)
	if diff := cmp.Diff([]string{"subscription.started", "family.joined"}, a.types()); diff != "" {
		t.Errorf("after the replay (-want +got):\n%s", diff)
	}
}

// An endpoint gets the configured personal data as it is at the time of sending: none of people erased meanwhile.
func TestPersonalDataIsAddedOnSending(t *testing.T) {
	t.Parallel()
	a := &app{answer: func(integration.Event) int { return 503 }}
	w := fixture.NewTill(t, withApp(a))
	e := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"account.created"}, People: []string{"name", "locale"}})
	w.Subscribe(t, fixture.Kept)
	erased := w.Subscribe(t, fixture.Kept)
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), erased.Registration.Parent.UserID); err != nil {
		t.Fatal(err)
	}
	a.answer = nil
	w.Clock.Advance(6 * time.Second)
	w.Work(t)
	got := []*integration.Person{a.got[0].Person, a.got[1].Person}
	if a.got[0].Subject == erased.Registration.Parent.UserID { // two subjects: in any order
		slices.Reverse(got)
	}
	if diff := cmp.Diff([]*integration.Person{{FirstName: "Ana", LastName: "Diaz", Locale: "en"}, {}}, got); diff != "" {
		t.Errorf("people (-want +got):\n%s", diff)
	}
	if feed := run[[]integration.Event](t)(w.Client.Integration.After(t.Context(), 0, 0, 0)); feed[0].Person != nil {
		t.Errorf("the feed has a person: %+v", feed[0].Person)
	}
	none := []string{}
	changed := run[*integration.Endpoint](t)(w.Client.Integration.ChangeEndpoint(t.Context(), e.ID, integration.EndpointChange{People: &none, Rotate: true}, "en"))
	if changed.Secret == "" || changed.Secret == e.Secret || changed.OldUntil == nil {
		t.Errorf("changed: %+v", changed)
	}
}

// A forbidden URL and unknown kinds and parts of people are rejected. A secret is sealed and shown once.
func TestEndpointsAreChecked(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, withApp(&app{}))
	_, err := env.Client.Integration.AddEndpoint(t.Context(), integration.EndpointInput{URL: "https://refused.example.com", Kinds: []string{"nothing"}, People: []string{"phone"}}, "en")
	fixture.WantRefusal(t, err, "url=host_url_refused", "kinds=host_kind_unknown", "people=host_people_unknown")
	added := addEndpoint(t, env.Client, integration.EndpointInput{})
	if !strings.HasPrefix(added.Secret, "whsec_") {
		t.Errorf("secret %q", added.Secret)
	}
	if again := run[*integration.Endpoint](t)(env.Client.Integration.Endpoint(t.Context(), added.ID)); again.Secret != "" {
		t.Error("the secret is shown again")
	}
	for table, content := range fixture.Everything(t, env) {
		if strings.Contains(content, added.Secret) {
			t.Errorf("%s has the secret unencrypted", table)
		}
	}
	if _, err := env.Client.Integration.Endpoint(t.Context(), "x"); !errors.Is(err, integration.EndpointNotFound) {
		t.Errorf("unknown endpoint: %v", err)
	}
}

// A token grants its scopes until it is revoked. A login code leads one person to one URL, once, within a minute.
func TestHostTokens(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, withApp(&app{}))
	ctx, h := t.Context(), engine.Of(w.Client).Integration
	paid := w.Subscribe(t, fixture.Kept)
	userID := paid.Registration.Parent.UserID
	tokens := map[string]secret.Secret{}
	for _, scope := range integration.Scopes {
		tokens[scope] = secret.Secret(run[*integration.Token](t)(h.CreateToken(ctx, integration.TokenInput{Name: scope, Scopes: []string{scope}}, "en")).Token)
	}
	calls := map[string]func(secret.Secret) error{
		integration.ScopeEntitlements: func(s secret.Secret) error { return fixture.Second(h.Entitlement(ctx, s, userID)) },
		integration.ScopeEvents:       func(s secret.Secret) error { return fixture.Second(h.Feed(ctx, s, 0, 0, 0)) },
		integration.ScopeLogin: func(s secret.Secret) error {
			return fixture.Second(h.UseLoginCode(ctx, s, "unknown", "https://app.example.com"))
		},
		integration.ScopeLookup: func(s secret.Secret) error {
			return fixture.Second(h.Lookup(ctx, s, " "+strings.ToUpper(paid.Registration.Parent.Email)))
		},
	}
	for _, call := range integration.Scopes {
		for _, scope := range integration.Scopes {
			want := integration.ScopeMissing
			switch {
			case call == scope && scope == integration.ScopeLogin:
				want = integration.CodeInvalid
			case call == scope:
				want = nil
			}
			if err := calls[call](tokens[scope]); want == nil && err != nil || want != nil && !errors.Is(err, want) {
				t.Errorf("%s with a token for %s: %v", call, scope, err)
			}
		}
		if err := calls[call]("a-token-that-somebody-made-up"); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("%s with an invented token: %v", call, err)
		}
	}
	got := run[*integration.Entitlement](t)(h.Entitlement(ctx, tokens[integration.ScopeEntitlements], userID))
	s := got.Subscription
	if !got.Entitled || got.AccountState != "created" || s.State != "active" || *s.AccountID != userID || s.PackageID != 2001 || !s.Renews || !s.EndsAt.Equal(fixture.FirstEnd) {
		t.Errorf("entitlement %+v, subscription %+v", got, s)
	}
	for what, c := range map[string]struct {
		address, back string
		wait          time.Duration
		want          error
	}{
		"good":          {"https://app.example.com/welcome?from=join", "https://app.example.com/welcome?from=join", 0, nil},
		"late":          {"https://app.example.com/welcome?from=join", "https://app.example.com/welcome?from=join", integrations.LoginCodeLife, integration.CodeInvalid},
		"other address": {"https://app.example.com/welcome?from=join", "https://app.example.com/", 0, integration.CodeInvalid},
	} {
		u := run[*url.URL](t)(url.Parse(run[string](t)(h.LoginURL(ctx, fixture.Core(w.Env).Q, uuid.MustParse(userID), c.address, "abc"))))
		code := u.Query().Get("code")
		if u.Query().Get("state") != "abc" || u.Query().Get("from") != "join" || code == "" {
			t.Fatalf("%s: led to %s", what, u)
		}
		w.Clock.Advance(c.wait)
		came, err := h.UseLoginCode(ctx, tokens[integration.ScopeLogin], secret.Secret(code), c.back)
		if c.want == nil && (err != nil || came.AccountID != userID) || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %+v, %v", what, came, err)
		}
		if err := fixture.Second(h.UseLoginCode(ctx, tokens[integration.ScopeLogin], secret.Secret(code), c.address)); !errors.Is(err, integration.CodeInvalid) {
			t.Errorf("%s, used again: %v", what, err)
		}
	}
	if led := run[string](t)(h.LoginURL(ctx, fixture.Core(w.Env).Q, uuid.MustParse(userID), "https://elsewhere.example.com/", "")); led != "https://elsewhere.example.com/" {
		t.Errorf("the login URL is %s", led)
	}
	for _, token := range run[[]integration.Token](t)(h.Tokens(ctx)) {
		if token.Token != "" || token.LastUsedAt == nil {
			t.Errorf("listed: %+v", token)
		}
		if err := h.RevokeToken(ctx, token.ID); err != nil {
			t.Fatal(err)
		}
		if err := calls[token.Name](tokens[token.Name]); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("%s with a revoked token: %v", token.Name, err)
		}
	}
}
