package apiserver

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// professionalRequest writes the form as a client would, secrets in clear.
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

// recordedEvents is a sink that keeps what it is given.
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
	var told ValidationProblem
	if err := json.Unmarshal(refused.body, &told); err != nil || refused.status != http.StatusConflict {
		t.Fatalf("status %d: %s", refused.status, refused.body)
	}
	type item struct{ field, text string }
	var got []item
	for _, v := range told.ValidationErrors {
		got = append(got, item{v.Field, v.Text})
	}
	want := []item{
		{"email", "El correo electrónico no es válido"},
		{"referralColleagueRole", "Elija la función de su colega"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(item{})); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}

	step1["email"], step1["referralColleagueRole"] = form["email"], form["referralColleagueRole"]
	var good sdk.ProfessionalStepAnswer
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
	var made sdk.ProfessionalAnswer
	first.into(t, &made)
	if made.Name.FirstName != "Pat" || made.State != sdk.ProfessionalPending || made.PracticeName != "Lee Family Law" {
		t.Errorf("answer %s", first.body)
	}
	for _, secret := range []string{"Bigotes", "0427", sdk.Redacted, "securityAnswer", "securityCode"} {
		if strings.Contains(string(first.body), secret) {
			t.Errorf("the answer holds %q: %s", secret, first.body)
		}
	}
	again := b.call(http.MethodPost, "/v2/professional/users", form, once...)
	if diff := cmp.Diff(string(first.body), string(again.body)); diff != "" || again.status != http.StatusCreated {
		t.Errorf("sent twice: %d (-first +second):\n%s", again.status, diff)
	}

	taken := b.call(http.MethodPost, "/v2/professional/users", form)
	if err := json.Unmarshal(taken.body, &told); err != nil || taken.status != http.StatusConflict || len(told.ValidationErrors) != 1 || told.ValidationErrors[0].Field != "duplicate" {
		t.Errorf("a second account of one e-mail: %d %s", taken.status, taken.body)
	}
	if strings.Contains(b.log.String(), "Lee") || strings.Contains(b.log.String(), "Bigotes") {
		t.Error("the log names the professional")
	}
}
