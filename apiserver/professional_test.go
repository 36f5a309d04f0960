package apiserver

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// professionalRequest returns the form as a client sends it, with secrets in plain text.
func professionalRequest(t *testing.T, number int) map[string]any {
	t.Helper()
	in := sdktest.ReadyProfessional(number)
	raw, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	m["securityAnswer"], m["securityCode"], m["securityCodeConfirm"] = in.SecurityAnswer.Reveal(), in.SecurityCode.Reveal(), in.SecurityCodeConfirm.Reveal()
	return m
}

// recordedEvents is a sink that stores its events.
type recordedEvents struct {
	mu   sync.Mutex
	seen []string
}

func (r *recordedEvents) Record(_ context.Context, anonymousID string, events []Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range events {
		r.seen = append(r.seen, anonymousID+" "+e.Event)
	}
	return nil
}

func TestProfessionalSignupOverHTTP(t *testing.T) {
	t.Parallel()
	events := &recordedEvents{}
	b := setup(t, func(cfg *Config) { cfg.Events = events })
	form := professionalRequest(t, 1)
	step1 := map[string]any{"email": "nobody"}
	for _, field := range []string{"title", "firstName", "lastName", "phoneCountryCode", "phoneNumber", "hearAboutUs", "referralColleagueName"} {
		step1[field] = form[field]
	}
	headers := []string{"Accept-Language", "es-MX,es;q=0.9", "Anonymous-Id", "visitor-1", "Activity", "start"}

	refused := b.call(http.MethodPost, "/v2/professional/users/validator", step1, headers...)
	var rejected problem.Validation
	if err := json.Unmarshal(refused.body, &rejected); err != nil || refused.status != http.StatusConflict {
		t.Fatalf("status %d: %s", refused.status, refused.body)
	}
	type item struct{ field, text string }
	var got []item
	for _, v := range rejected.ValidationErrors {
		got = append(got, item{v.Field, v.Text})
	}
	want := []item{
		{"email", "El correo electrónico no es válido"},
		{"referralColleagueRole", "Elija la función de su colega"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(item{})); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}

	step1["email"], step1["referralColleagueRole"] = form["email"], form["referralColleagueRole"]
	var good professional.StepAnswer
	b.call(http.MethodPost, "/v2/professional/users/validator", step1, headers...).into(t, &good)
	if good.Step != 1 {
		t.Errorf("step %d was checked, want 1", good.Step)
	}
	if diff := cmp.Diff([]string{"visitor-1 Professional Signup Started"}, events.seen); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}

	once := append(headers, "Idempotency-Key", "professional-1")
	first := b.call(http.MethodPost, "/v2/professional/users", form, once...)
	if first.status != http.StatusCreated {
		t.Fatalf("status %d: %s", first.status, first.body)
	}
	var made professional.Answer
	first.into(t, &made)
	if made.Name.FirstName != "Pat" || made.State != professional.Pending || made.PracticeName != "Lee Family Law" {
		t.Errorf("answer %s", first.body)
	}
	for _, key := range []string{"Bigotes", "0427", secret.Redacted, "securityAnswer", "securityCode"} {
		if strings.Contains(string(first.body), key) {
			t.Errorf("the answer holds %q: %s", key, first.body)
		}
	}
	again := b.call(http.MethodPost, "/v2/professional/users", form, once...)
	if diff := cmp.Diff(string(first.body), string(again.body)); diff != "" || again.status != http.StatusCreated {
		t.Errorf("sent twice: %d (-first +second):\n%s", again.status, diff)
	}

	if second := b.call(http.MethodPost, "/v2/professional/users", form); second.status != http.StatusCreated {
		t.Errorf("before the address is proved: %d %s", second.status, second.body)
	}
	b.env.RunJobs(t)
	link := b.env.Mailbox.Link(email.ProfessionalWelcome).Get("token")
	set := b.call(http.MethodPost, "/v1/credentials", map[string]any{"username": "pat_lee", "password": "Correct-Horse-1"}, "Authorization", "Bearer "+link)
	if set.status != http.StatusOK {
		t.Fatalf("credentials: %d %s", set.status, set.body)
	}
	taken := b.call(http.MethodPost, "/v2/professional/users", form)
	if err := json.Unmarshal(taken.body, &rejected); err != nil || taken.status != http.StatusConflict || len(rejected.ValidationErrors) != 1 || rejected.ValidationErrors[0].Field != "duplicate" {
		t.Errorf("a second account of one e-mail: %d %s", taken.status, taken.body)
	}
	if strings.Contains(b.log.String(), "Lee") || strings.Contains(b.log.String(), "Bigotes") {
		t.Error("the log names the professional")
	}
}

// A professional invites a family over HTTP: each parent gets a mail, a second call with the key gets the
// same response, and the number of mails to strangers is limited.
func TestInviteFamilyOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Invitations = caller.Limit{Count: 2, Per: time.Hour} }))
	pat := b.env.SignUpProfessional(t)
	bearer := []string{"Authorization", "Bearer " + pat.Token.Reveal(), "Accept-Language", "es", "Idempotency-Key", "invite-over-http-1"}
	family := map[string]any{
		"parent":   map[string]string{"firstName": "Ben", "lastName": "Lee", "email": "ben@example.com"},
		"coParent": map[string]string{"firstName": "Ida", "lastName": "Lee", "phoneNumber": "4125550101"},
	}
	var made, again InvitedFamily
	b.call(http.MethodPost, "/v2/professional/invitations", family, bearer...).into(t, &made)
	if len(made.Invitations) != 2 {
		t.Fatalf("%d invitations, want 2", len(made.Invitations))
	}
	ben, ida := made.Invitations[0], made.Invitations[1]
	want := invite.Info{
		ID: ben.ID, State: invite.Open, UserID: ben.UserID, FamilyID: ben.FamilyID, FirstName: "Ben", LastName: "Lee", Email: "ben@example.com",
		ProfessionalID: pat.ProfessionalID, Locale: "es", CreatedAt: sdktest.Start, ExpiresAt: sdktest.Start.AddDate(0, 0, 14),
	}
	if diff := cmp.Diff(want, ben); diff != "" {
		t.Errorf("invitation (-want +got):\n%s", diff)
	}
	if ida.FamilyID != ben.FamilyID || ida.PhoneNumber != "+14125550101" {
		t.Errorf("the other parent: %+v", ida)
	}
	b.call(http.MethodPost, "/v2/professional/invitations", family, bearer...).into(t, &again)
	if diff := cmp.Diff(made, again); diff != "" {
		t.Errorf("the same call again (-first +second):\n%s", diff)
	}
	b.env.RunJobs(t)
	var to []string
	for _, m := range b.env.Mailbox.Mails() {
		if m.Kind == email.Invitation {
			to = append(to, m.To)
		}
	}
	if diff := cmp.Diff([]string{"ben@example.com"}, to); diff != "" {
		t.Errorf("mailed to (-want +got):\n%s", diff)
	}

	broken := b.call(http.MethodPost, "/v2/professional/invitations", map[string]any{"parent": map[string]string{"firstName": "Ben"}}, bearer[:2]...)
	if fields := fieldsOf(t, broken); !slices.Equal(fields, []string{"parent.lastName", "parent.email"}) {
		t.Errorf("broken rules of %v", fields)
	}
	for i, want := range []int{http.StatusCreated, http.StatusTooManyRequests} {
		other := map[string]any{"parent": map[string]string{"firstName": "Ben", "lastName": "Lee", "email": fmt.Sprintf("ben.%d@example.com", i)}}
		if got := b.call(http.MethodPost, "/v2/professional/invitations", other, bearer[:2]...); got.status != want {
			t.Errorf("one more family: %d %s, want %d", got.status, got.body, want)
		}
	}
}

func fieldsOf(t *testing.T, r reply) []string {
	t.Helper()
	var p problem.Validation
	if err := json.Unmarshal(r.body, &p); err != nil || r.status != http.StatusConflict {
		t.Fatalf("status %d: %s", r.status, r.body)
	}
	fields := make([]string, len(p.ValidationErrors))
	for i, v := range p.ValidationErrors {
		fields[i] = v.Field
	}
	return fields
}
