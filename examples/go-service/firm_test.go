package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

const cases = `{"number": "2026-0117", "firstName": "Ben", "lastName": "Lee", "email": "ben@example.com", "language": "en"}
{"number": "2026-0118", "firstName": "Eva", "lastName": "Ruiz", "email": "nobody", "language": "es"}
{"number": "2026-0119", "firstName": "Tom", "lastName": "Berg", "email": "tom@example.com", "language": "es"}
`

// The service on a real database invites each case once and issues it one code, even if the case is sent again.
func TestFirmOpensCases(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	batch, err := env.Client.Codes.Create(t.Context(), codes.BatchInput{ProfessionalID: pat.ProfessionalID, PackageID: 2001, Size: 2, Active: true}, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	f := firm{client: env.Client, professionalID: pat.ProfessionalID, batchID: batch.ID}
	first := open(t, f)
	issued, err := env.Client.Codes.Codes(t.Context(), pat.ProfessionalID, batch.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := []Opened{
		{Number: "2026-0117", Invitation: first[0].Invitation, Code: issued[0].Code},
		{Number: "2026-0118", Refused: "El correo electrónico no es válido"},
		{Number: "2026-0119", Invitation: first[2].Invitation, Code: issued[1].Code},
	}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("opened (-want +got):\n%s", diff)
	}
	env.RunJobs(t)
	var mailed []string
	for _, m := range env.Mailbox.Mails() {
		if m.Kind == email.Invitation || m.Kind == email.CodeIssued {
			mailed = append(mailed, string(m.Kind)+" "+m.To+" "+m.Lang)
		}
	}
	slices.Sort(mailed)
	wantMails := []string{"code_issued ben@example.com en", "code_issued tom@example.com es", "invitation ben@example.com en", "invitation tom@example.com es"}
	if diff := cmp.Diff(wantMails, mailed); diff != "" {
		t.Errorf("mailed (-want +got):\n%s", diff)
	}

	// Repeated cases are neither invited nor issued a code again. A new case gets an error because no code is left.
	if diff := cmp.Diff(first, open(t, f)); diff != "" {
		t.Errorf("sent again (-first +second):\n%s", diff)
	}
	next := `{"number": "2026-0120", "firstName": "Ida", "lastName": "Lee", "email": "ida@example.com"}`
	if err := f.openAll(t.Context(), strings.NewReader(next), io.Discard); !errors.Is(err, codes.BatchEmpty) {
		t.Errorf("without codes: %v", err)
	}
}

func open(t *testing.T, f firm) []Opened {
	t.Helper()
	var out bytes.Buffer
	if err := f.openAll(t.Context(), strings.NewReader(cases), &out); err != nil {
		t.Fatal(err)
	}
	var all []Opened
	for d := json.NewDecoder(&out); d.More(); {
		var o Opened
		if err := d.Decode(&o); err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	return all
}
