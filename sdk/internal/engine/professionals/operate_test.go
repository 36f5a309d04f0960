package professionals_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestProfessionals(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	added, err := env.Client.Professional.Add(t.Context(), form.Professional{FirstName: "Eva", LastName: "Ríos", Email: "Eva@Example.com"}, caller.Meta{Lang: "es"})
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Client.Professional.Verify(t.Context(), pat.ProfessionalID); err != nil {
		t.Fatal(err)
	}
	in := sdktest.ReadyProfessional(1)
	verified := sdktest.Start
	wantPat := professional.Info{
		Account: professional.Account{
			ProfessionalID: pat.ProfessionalID, UserID: pat.UserID, State: professional.Verified, FirstName: "Pat", LastName: "Lee", Email: pat.Email,
		},
		Title: in.Title, Credentials: in.Credentials, Practice: in.PracticeName, Country: in.Country, Roles: in.Roles, Locale: "en",
		CredentialsSet: true, CreatedAt: sdktest.Start, VerifiedAt: &verified,
	}
	wantEva := professional.Info{Account: *added, Roles: []string{}, Locale: "es", CreatedAt: sdktest.Start}
	for name, c := range map[string]struct {
		filter professional.Filter
		want   []professional.Info
	}{
		"all":       {professional.Filter{}, []professional.Info{wantEva, wantPat}},
		"one":       {professional.Filter{Limit: 1}, []professional.Info{wantEva}},
		"older":     {professional.Filter{Before: added.ProfessionalID}, []professional.Info{wantPat}},
		"verified":  {professional.Filter{State: professional.Verified}, []professional.Info{wantPat}},
		"suspended": {professional.Filter{State: professional.Suspended}, []professional.Info{}},
		"by e-mail": {professional.Filter{Email: " EVA@example.com"}, []professional.Info{wantEva}},
	} {
		got, err := env.Client.Professional.List(t.Context(), c.filter)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	found, err := env.Client.Professional.Find(t.Context(), pat.ProfessionalID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&wantPat, found); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	for _, id := range []string{"", "nobody", pat.UserID} {
		if _, err := env.Client.Professional.Find(t.Context(), id); !errors.Is(err, fault.ProfessionalNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if _, err := env.Client.Professional.List(t.Context(), professional.Filter{Before: "nobody"}); !errors.Is(err, fault.ProfessionalNotFound) {
		t.Errorf("before an unknown professional: %v", err)
	}
}

// A suspended professional's valid tokens are rejected, and work again once restored. Both are recorded once, and a pending professional is pending
// again.
func TestSuspendProfessional(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	for _, step := range []struct {
		do    func() error
		state professional.State
		may   error
	}{
		{func() error { return env.Client.Professional.Suspend(t.Context(), pat.ProfessionalID) }, professional.Suspended, fault.ProfessionalIsBlocked},
		{func() error { return env.Client.Professional.Suspend(t.Context(), pat.ProfessionalID) }, professional.Suspended, fault.ProfessionalIsBlocked},
		{func() error { return env.Client.Professional.Restore(t.Context(), pat.ProfessionalID) }, professional.Pending, nil},
		{func() error { return env.Client.Professional.Verify(t.Context(), pat.ProfessionalID) }, professional.Verified, nil},
		{func() error { return env.Client.Professional.Suspend(t.Context(), pat.ProfessionalID) }, professional.Suspended, fault.ProfessionalIsBlocked},
		{func() error { return env.Client.Professional.Restore(t.Context(), pat.ProfessionalID) }, professional.Verified, nil},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		found, err := env.Client.Professional.Find(t.Context(), pat.ProfessionalID)
		if err != nil || found.State != step.state {
			t.Errorf("state %q, want %q (%v)", found.State, step.state, err)
		}
		if _, err := env.Client.Professional.Authenticate(t.Context(), pat.Token); !errors.Is(err, step.may) {
			t.Errorf("while %s: %v, want %v", step.state, err, step.may)
		}
	}
	if n := fixture.CountRows(t, env, "account_events WHERE kind IN ('suspended', 'restored') AND actor = 'operator'"); n != 4 {
		t.Errorf("%d changes are noted, want 4", n)
	}
	for _, id := range []string{"no-id", "018f3a5e-0000-7000-8000-000000000000"} {
		if err := env.Client.Professional.Suspend(t.Context(), id); !errors.Is(err, fault.ProfessionalNotFound) {
			t.Errorf("%s: %v", id, err)
		}
	}
}
