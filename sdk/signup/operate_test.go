package signup_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Each state is a list of its own. One whose time is over has expired, whether a job has said so or not; one that is being
// paid stays open.
func TestRegistrationsByState(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	marked, paid := env.SignUp(t), env.SignUp(t)
	fixture.Pay(t, env, paid)
	env.Clock.Advance(25 * time.Hour)
	if n, err := env.Client.Operate.ExpireRegistrations(t.Context()); n != 1 || err != nil {
		t.Fatalf("%d expired, %v", n, err)
	}
	overdue, paying := env.SignUp(t), env.SignUp(t)
	if err := beginPaying(t, env, paying.SignupID, paying.Key); err != nil {
		t.Fatal(err)
	}
	env.Clock.Advance(25 * time.Hour)
	open := env.SignUp(t)

	for name, tc := range map[string]struct {
		filter signup.Filter
		want   []string
	}{
		"all":                 {signup.Filter{}, []string{open.SignupID, paying.SignupID, overdue.SignupID, paid.SignupID, marked.SignupID}},
		"open":                {signup.Filter{State: signup.Open}, []string{open.SignupID, paying.SignupID}},
		"paid":                {signup.Filter{State: signup.Paid}, []string{paid.SignupID}},
		"expired":             {signup.Filter{State: signup.Expired}, []string{overdue.SignupID, marked.SignupID}},
		"first page":          {signup.Filter{State: signup.Expired, Limit: 1}, []string{overdue.SignupID}},
		"the page after":      {signup.Filter{State: signup.Expired, Before: overdue.SignupID}, []string{marked.SignupID}},
		"of one person":       {signup.Filter{State: signup.Open, Email: sdktest.ReadyToPay(5).Parent.Email}, []string{open.SignupID}},
		"nobody's in a state": {signup.Filter{State: signup.Paid, Email: "nobody@example.com"}, []string{}},
	} {
		list, err := env.Client.Signup.List(t.Context(), tc.filter)
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
