package sdk_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Each state is a list of its own. One whose time is over has expired, whether a job has said so or not; one that is being
// paid stays open.
func TestRegistrationsByState(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	marked, paid := env.SignUp(t), env.SignUp(t)
	pay(t, env, paid)
	env.Clock.Advance(25 * time.Hour)
	if n, err := env.Client.ExpireRegistrations(t.Context()); n != 1 || err != nil {
		t.Fatalf("%d expired, %v", n, err)
	}
	overdue, paying := env.SignUp(t), env.SignUp(t)
	if err := env.Client.BeginPayingForTest(t.Context(), paying.SignupID, paying.Key); err != nil {
		t.Fatal(err)
	}
	env.Clock.Advance(25 * time.Hour)
	open := env.SignUp(t)

	for name, tc := range map[string]struct {
		filter sdk.RegistrationFilter
		want   []string
	}{
		"all":                 {sdk.RegistrationFilter{}, []string{open.SignupID, paying.SignupID, overdue.SignupID, paid.SignupID, marked.SignupID}},
		"open":                {sdk.RegistrationFilter{State: sdk.RegistrationOpen}, []string{open.SignupID, paying.SignupID}},
		"paid":                {sdk.RegistrationFilter{State: sdk.RegistrationPaid}, []string{paid.SignupID}},
		"expired":             {sdk.RegistrationFilter{State: sdk.RegistrationExpired}, []string{overdue.SignupID, marked.SignupID}},
		"first page":          {sdk.RegistrationFilter{State: sdk.RegistrationExpired, Limit: 1}, []string{overdue.SignupID}},
		"the page after":      {sdk.RegistrationFilter{State: sdk.RegistrationExpired, Before: overdue.SignupID}, []string{marked.SignupID}},
		"of one person":       {sdk.RegistrationFilter{State: sdk.RegistrationOpen, Email: sdktest.ReadyToPay(5).Parent.Email}, []string{open.SignupID}},
		"nobody's in a state": {sdk.RegistrationFilter{State: sdk.RegistrationPaid, Email: "nobody@example.com"}, []string{}},
	} {
		list, err := env.Client.Registrations(t.Context(), tc.filter)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, r := range list {
			got = append(got, r.SignupID)
			if tc.filter.State != "" && r.State != tc.filter.State {
				t.Errorf("%s: one is %s", name, r.State)
			}
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
