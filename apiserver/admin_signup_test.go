package apiserver

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestAdminListsSignups(t *testing.T) {
	t.Parallel()
	public := setup(t, nil)
	b := admin(t, public)
	auth := []string{"Authorization", "Bearer " + operatorToken}
	list := func(query string) []signup.Info {
		t.Helper()
		var got struct{ Signups []signup.Info }
		b.call("GET", "/v1/admin/signups"+query, nil, auth...).into(t, &got)
		return got.Signups
	}
	ids := func(signups []signup.Info) []string {
		out := []string{}
		for _, s := range signups {
			out = append(out, s.SignupID)
		}
		return out
	}
	one, key := public.signup(1)
	two, _ := public.signup(2)
	b.env.Clock.Advance(25 * time.Hour)
	three, _ := public.signup(3)

	for query, want := range map[string][]string{
		"": {three, two, one}, "?limit=2": {three, two}, "?limit=2&before=" + two: {one}, "?state=open": {three}, "?state=expired": {two, one},
		"?state=paid": {}, "?email=ANA.DIAZ.2%40example.com": {two}, "?email=nobody%40example.com": {},
	} {
		if diff := cmp.Diff(want, ids(list(query))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
	for query, want := range map[string]int{"?state=other": 422, "?limit=501": 422, "?before=x": 404} {
		if got := b.call("GET", "/v1/admin/signups"+query, nil, auth...).status; got != want {
			t.Errorf("%s answers %d, want %d", query, got, want)
		}
	}

	info := list("?limit=1")[0]
	want := signup.Info{
		SignupID: three, State: signup.Open, LastCompletedStep: 3, Email: "a…@example.com", PackageID: 2001, PricingGroup: "P0", Locale: "en",
		CreatedAt: b.env.Clock.Now(), UpdatedAt: b.env.Clock.Now(), ExpiresAt: b.env.Clock.Now().Add(24 * time.Hour),
	}
	if diff := cmp.Diff(want, info); diff != "" {
		t.Error(diff)
	}

	var report signup.Report
	res := b.call("GET", "/v1/admin/signups/"+three, nil, auth...)
	res.into(t, &report)
	if diff := cmp.Diff([]string{"PARENT", "FAMILY", "ORDER", "ADDRESS", "REFERRAL"}, report.Filled); diff != "" || report.Children != 2 || len(report.Changes) != 1 || report.Changes[0].Kind != "created" {
		t.Errorf("report %+v %s", report, diff)
	}
	in := sdktest.ReadyToPay(3)
	for what, secret := range map[string]string{"key": key, "e-mail": in.Parent.Email, "last name": in.Parent.LastName, "phone": in.Parent.PhoneNumber, "street": in.Address.Line1, "child": in.Children[0].FirstName} {
		if bytes.Contains(res.body, []byte(secret)) {
			t.Errorf("the report holds the %s: %s", what, res.body)
		}
	}
	if got := b.call("GET", "/v1/admin/signups/018f3a5e-0000-7000-8000-000000000000", nil, auth...).problem(t).Code; got != "registration_not_found" {
		t.Errorf("no such sign-up: %s", got)
	}

	// Every reading is recorded: the operator, the query and the number of results.
	var looks struct{ Readings []privacy.Reading }
	b.call("GET", "/v1/admin/readings?limit=2", nil, auth...).into(t, &looks)
	want2 := []privacy.Reading{
		{At: b.env.Clock.Now(), Operator: "tess", What: "registration", Subject: three, Rows: 1}, {At: b.env.Clock.Now(), Operator: "tess", What: "registrations", Rows: 1},
	}
	if diff := cmp.Diff(want2, looks.Readings, cmpopts.IgnoreFields(privacy.Reading{}, "ID")); diff != "" {
		t.Errorf("looks (-want +got):\n%s", diff)
	}
	b.call("GET", "/v1/admin/readings?before="+looks.Readings[1].ID, nil, auth...).into(t, &looks)
	if len(looks.Readings) != 8 {
		t.Errorf("%d looks before those, want 8", len(looks.Readings))
	}
}

// With a shared token, people's data can be read only by operators who name themselves in the header.
func TestAdminRequiresAName(t *testing.T) {
	t.Parallel()
	public := setup(t, nil)
	b := admin(t, public)
	public.signup(1)
	pro := sdktest.ReadyProfessional(1)
	added, err := b.env.Client.Professional.Create(t.Context(), pro, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := b.env.Config
	cfg.Operator = "" // a server has no operator itself
	b.env.Client = b.env.NewClient(t, cfg)
	b = admin(t, b)
	shared := []string{"Authorization", "Bearer " + sharedToken}
	for _, path := range []string{"/v1/admin/signups", "/v1/admin/professionals", "/v1/admin/invitations", "/v1/admin/invitations/" + added.ProfessionalID, "/v1/admin/signups/" + added.ProfessionalID} {
		for _, name := range []string{"", "  ", strings.Repeat("x", 101), "a\tb"} {
			res := b.call("GET", path, nil, append(shared, "Operator", name)...)
			if res.status != http.StatusForbidden || res.problem(t).Code != "operator_unnamed" {
				t.Errorf("%s as %q answers %d", path, name, res.status)
			}
		}
	}
	for _, call := range [][]string{append(shared, "Operator", " Ruth Ng "), {"Authorization", "Bearer " + operatorToken, "Operator", "somebody else"}} {
		if res := b.call("GET", "/v1/admin/signups", nil, call...); res.status != http.StatusOK {
			t.Errorf("with a name: %d %s", res.status, res.body)
		}
	}
	var looks struct{ Readings []privacy.Reading }
	b.call("GET", "/v1/admin/readings", nil, shared...).into(t, &looks)
	names := []string{}
	for _, look := range looks.Readings {
		names = append(names, look.Operator)
	}
	if diff := cmp.Diff([]string{"tess", "Ruth Ng"}, names); diff != "" {
		t.Errorf("recorded access (-want +got):\n%s", diff)
	}
	b.call("GET", "/v1/admin/readings?operator=Ruth%20Ng", nil, shared...).into(t, &looks)
	if len(looks.Readings) != 1 {
		t.Errorf("%d looks of one operator, want 1", len(looks.Readings))
	}
}

func TestAdminListsProfessionals(t *testing.T) {
	t.Parallel()
	b := admin(t, setup(t, nil))
	auth := []string{"Authorization", "Bearer " + operatorToken}
	add := func(name string) string {
		added, err := b.env.Client.Professional.Add(t.Context(), form.Professional{FirstName: name, LastName: "Okafor", Email: name + "@example.com"}, caller.Meta{})
		if err != nil {
			t.Fatal(err)
		}
		return added.ProfessionalID
	}
	ruth, lea := add("ruth"), add("lea")
	if err := b.env.Client.Professional.Verify(t.Context(), ruth); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string][]string{
		"": {lea, ruth}, "?limit=1": {lea}, "?before=" + lea: {ruth}, "?state=verified": {ruth}, "?state=pending_verification": {lea}, "?email=LEA%40example.com": {lea},
	} {
		var got struct{ Professionals []professional.Info }
		b.call("GET", "/v1/admin/professionals"+query, nil, auth...).into(t, &got)
		ids := []string{}
		for _, p := range got.Professionals {
			ids = append(ids, p.ProfessionalID)
		}
		if diff := cmp.Diff(want, ids); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}
