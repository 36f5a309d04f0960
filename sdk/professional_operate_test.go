package sdk_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestProfessionals(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	added, err := env.Client.AddProfessional(t.Context(), sdk.Professional{FirstName: "Eva", LastName: "Ríos", Email: "Eva@Example.com"}, sdk.CallMeta{Lang: "es"})
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Client.VerifyProfessional(t.Context(), pat.ProfessionalID); err != nil {
		t.Fatal(err)
	}
	form := sdktest.ReadyProfessional(1)
	verified := sdktest.Start
	wantPat := sdk.ProfessionalInfo{
		ProfessionalAccount: sdk.ProfessionalAccount{
			ProfessionalID: pat.ProfessionalID, UserID: pat.UserID, State: sdk.ProfessionalVerified, FirstName: "Pat", LastName: "Lee", Email: pat.Email,
		},
		Title: form.Title, Credentials: form.Credentials, Practice: form.PracticeName, Country: form.Country, Roles: form.Roles, Locale: "en",
		CredentialsSet: true, CreatedAt: sdktest.Start, VerifiedAt: &verified,
	}
	wantEva := sdk.ProfessionalInfo{ProfessionalAccount: *added, Roles: []string{}, Locale: "es", CreatedAt: sdktest.Start}
	for name, c := range map[string]struct {
		filter sdk.ProfessionalFilter
		want   []sdk.ProfessionalInfo
	}{
		"all":       {sdk.ProfessionalFilter{}, []sdk.ProfessionalInfo{wantEva, wantPat}},
		"one":       {sdk.ProfessionalFilter{Limit: 1}, []sdk.ProfessionalInfo{wantEva}},
		"older":     {sdk.ProfessionalFilter{Before: added.ProfessionalID}, []sdk.ProfessionalInfo{wantPat}},
		"verified":  {sdk.ProfessionalFilter{State: sdk.ProfessionalVerified}, []sdk.ProfessionalInfo{wantPat}},
		"suspended": {sdk.ProfessionalFilter{State: sdk.ProfessionalSuspended}, []sdk.ProfessionalInfo{}},
		"by e-mail": {sdk.ProfessionalFilter{Email: " EVA@example.com"}, []sdk.ProfessionalInfo{wantEva}},
	} {
		got, err := env.Client.Professionals(t.Context(), c.filter)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	found, err := env.Client.FindProfessional(t.Context(), pat.ProfessionalID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&wantPat, found); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	for _, id := range []string{"", "nobody", pat.UserID} {
		if _, err := env.Client.FindProfessional(t.Context(), id); !errors.Is(err, sdk.ProfessionalNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if _, err := env.Client.Professionals(t.Context(), sdk.ProfessionalFilter{Before: "nobody"}); !errors.Is(err, sdk.ProfessionalNotFound) {
		t.Errorf("before nobody: %v", err)
	}
}

func TestAwaitingBatches(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	newBatch(t, env, pat.ProfessionalID, 2001, 1) // paid
	ordered, err := env.Client.BuyCodeBatch(t.Context(), pat.ProfessionalID, sdk.CodePurchaseInput{PackageID: 2061, Size: 3, Invoice: true}, sdk.CallMeta{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := env.Client.AwaitingBatches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []sdk.AwaitingBatch{{CodeBatch: *ordered, Buyer: "Pat Lee", Email: pat.Email, Practice: sdktest.ReadyProfessional(1).PracticeName}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("awaiting (-want +got):\n%s", diff)
	}
	if _, err := env.Client.ActivateCodeBatch(t.Context(), ordered.ID); err != nil {
		t.Fatal(err)
	}
	if got, err = env.Client.AwaitingBatches(t.Context()); err != nil || len(got) != 0 {
		t.Errorf("after it is paid: %v, %v", got, err)
	}
}

// What a professional's page needs to take a card is given for what is on sale, and as seldom as other
// payment calls.
func TestCodeClientToken(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Payments = sdk.Limit{Count: 2, Per: time.Hour} }))
	pat := env.SignUpProfessional(t)
	for _, pkg := range []int{2009, 1} {
		_, err := env.Client.CodeClientToken(t.Context(), pat.ProfessionalID, pkg, english)
		wantRefusal(t, err, "packageId=code_batch_package_invalid")
	}
	for range 2 {
		if token, err := env.Client.CodeClientToken(t.Context(), pat.ProfessionalID, 2001, english); err != nil || token == "" {
			t.Fatalf("%q, %v", token, err)
		}
	}
	if _, err := env.Client.CodeClientToken(t.Context(), pat.ProfessionalID, 2001, english); !errors.Is(err, sdk.TooManyTries) {
		t.Errorf("a third: %v", err)
	}
}

// A suspended professional can do nothing with a token that was good a moment ago, and everything again once
// restored; both are noted once, and who awaited verification still does.
func TestSuspendProfessional(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	for _, step := range []struct {
		do    func() error
		state sdk.ProfessionalState
		may   error
	}{
		{func() error { return env.Client.SuspendProfessional(t.Context(), pat.ProfessionalID) }, sdk.ProfessionalSuspended, sdk.ProfessionalIsBlocked},
		{func() error { return env.Client.SuspendProfessional(t.Context(), pat.ProfessionalID) }, sdk.ProfessionalSuspended, sdk.ProfessionalIsBlocked},
		{func() error { return env.Client.RestoreProfessional(t.Context(), pat.ProfessionalID) }, sdk.ProfessionalPending, nil},
		{func() error { return env.Client.VerifyProfessional(t.Context(), pat.ProfessionalID) }, sdk.ProfessionalVerified, nil},
		{func() error { return env.Client.SuspendProfessional(t.Context(), pat.ProfessionalID) }, sdk.ProfessionalSuspended, sdk.ProfessionalIsBlocked},
		{func() error { return env.Client.RestoreProfessional(t.Context(), pat.ProfessionalID) }, sdk.ProfessionalVerified, nil},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		found, err := env.Client.FindProfessional(t.Context(), pat.ProfessionalID)
		if err != nil || found.State != step.state {
			t.Errorf("state %q, want %q (%v)", found.State, step.state, err)
		}
		if _, err := env.Client.ProfessionalOf(t.Context(), pat.Token); !errors.Is(err, step.may) {
			t.Errorf("while %s: %v, want %v", step.state, err, step.may)
		}
	}
	if n := countRows(t, env, "account_events WHERE kind IN ('suspended', 'restored') AND actor = 'operator'"); n != 4 {
		t.Errorf("%d changes are noted, want 4", n)
	}
	for _, id := range []string{"no-id", "018f3a5e-0000-7000-8000-000000000000"} {
		if err := env.Client.SuspendProfessional(t.Context(), id); !errors.Is(err, sdk.ProfessionalNotFound) {
			t.Errorf("%s: %v", id, err)
		}
	}
}
