package professionals_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestAddProfessional(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	in := form.Professional{
		FirstName: " Pat ", LastName: "Lee", Email: "Pat.Lee@Example.com", Credentials: "J.D.", Title: "MS",
		PhoneCountryCode: "+1", PhoneNumber: "(215) 555-0177", PracticeName: "Lee Family Law", Roles: []string{"ATTORNEY"},
	}
	got, err := env.Client.Professional.Add(t.Context(), in, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	want := &professional.Account{State: professional.Pending, FirstName: "Pat", LastName: "Lee", Email: "Pat.Lee@Example.com"}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(professional.Account{}, "ProfessionalID", "UserID")); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	row := fixture.Record(t, env, `SELECT p.state, a.id::text, a.kind, a.state AS account_state FROM professionals p JOIN accounts a ON a.id = p.account_id
		WHERE p.id = $1`, got.ProfessionalID)
	row["person"] = fixture.Known(t, env, row["id"])
	wantRow := map[string]any{
		"state": "pending_verification", "id": got.UserID, "kind": "professional", "account_state": "created",
		"person": map[string]any{
			"firstName": "Pat", "lastName": "Lee", "email": "Pat.Lee@Example.com", "phoneCountryCode": "+1", "phoneNumber": "2155550177",
			"practice": map[string]any{"title": "MS", "credentials": "J.D.", "name": "Lee Family Law", "roles": []any{"ATTORNEY"}},
		},
	}
	if diff := cmp.Diff(wantRow, row); diff != "" {
		t.Errorf("row (-want +got):\n%s", diff)
	}
	if n := fixture.CountRows(t, env, "river_job WHERE kind = 'mail_professional_welcome' AND args->>'professionalId' = $1", got.ProfessionalID); n != 1 {
		t.Errorf("%d welcome mails, want 1", n)
	}

	fixture.Prove(t, env, got.UserID, "pat.lee")
	_, err = env.Client.Professional.Add(t.Context(), in, fixture.English)
	fixture.DiffViolations(t, fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}, err)
	_, err = env.Client.Professional.Add(t.Context(), form.Professional{FirstName: "P😀"}, fixture.English)
	fixture.DiffViolations(t, fault.Violations{
		{Field: "firstName", Code: form.CodeNameEmoji}, {Field: "lastName", Code: form.CodeFieldRequired}, {Field: "email", Code: form.CodeFieldRequired},
	}, err)

	for range 2 {
		if err := env.Client.Professional.Verify(t.Context(), got.ProfessionalID); err != nil {
			t.Fatal(err)
		}
	}
	if n := fixture.CountRows(t, env, "professionals WHERE id = $1 AND state = 'verified' AND verified_at IS NOT NULL", got.ProfessionalID); n != 1 {
		t.Error("the professional isn't verified")
	}
	if n := fixture.CountRows(t, env, "account_events WHERE account_id = $1 AND kind = 'verified'", got.UserID); n != 1 {
		t.Errorf("%d events of the verification, want 1", n)
	}
	for _, id := range []string{"", "nobody", "0197a0de-0000-7000-8000-000000000000"} {
		if err := env.Client.Professional.Verify(t.Context(), id); !errors.Is(err, fault.ProfessionalNotFound) {
			t.Errorf("%q: %v, want %v", id, err, fault.ProfessionalNotFound)
		}
	}
}
