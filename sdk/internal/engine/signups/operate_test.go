package signups_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Each state has its own list. An overdue sign-up is listed as expired, even before the job has marked it. A sign-up in payment stays open.
func TestRegistrationsByState(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	marked, paid := env.SignUp(t), env.SignUp(t)
	fixture.Pay(t, env, paid)
	env.Clock.Advance(25 * time.Hour)
	if n, err := env.Client.Privacy.ExpireRegistrations(t.Context()); n != 1 || err != nil {
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
		"all":             {signup.Filter{}, []string{open.SignupID, paying.SignupID, overdue.SignupID, paid.SignupID, marked.SignupID}},
		"open":            {signup.Filter{State: signup.Open}, []string{open.SignupID, paying.SignupID}},
		"paid":            {signup.Filter{State: signup.Paid}, []string{paid.SignupID}},
		"expired":         {signup.Filter{State: signup.Expired}, []string{overdue.SignupID, marked.SignupID}},
		"first page":      {signup.Filter{State: signup.Expired, Limit: 1}, []string{overdue.SignupID}},
		"the page after":  {signup.Filter{State: signup.Expired, Before: overdue.SignupID}, []string{marked.SignupID}},
		"of one person":   {signup.Filter{State: signup.Open, Email: sdktest.ReadyToPay(5).Parent.Email}, []string{open.SignupID}},
		"none in a state": {signup.Filter{State: signup.Paid, Email: "nobody@example.com"}, []string{}},
	} {
		list, err := env.Client.Signup.List(t.Context(), tc.filter)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, r := range list {
			got = append(got, r.SignupID)
			for _, at := range []*time.Time{&r.CreatedAt, &r.UpdatedAt, &r.ExpiresAt, r.PaidAt, r.PurgedAt} {
				if at != nil && at.Location() != time.UTC {
					t.Errorf("%s: a time is in %s", name, at.Location())
				}
			}
			if tc.filter.State != "" && r.State != tc.filter.State {
				t.Errorf("%s: one is %s", name, r.State)
			}
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// An operator sees the progress, changes and payments of a sign-up, and never the entered data.
func TestInspectAndListAreComplete(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	purged := w.SignUp(t)
	w.Clock.Advance(3 * fixture.Day)
	if err := w.Client.Operate.Expire(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(31 * fixture.Day)
	if got, err := w.Client.Privacy.Purge(t.Context()); got.Registrations != 1 || err != nil {
		t.Fatalf("purged %+v, %v", got, err)
	}

	paid := firstStep(t, w, sdktest.ReadyToPay(802), caller.Meta{Lang: "en"})
	w.Clock.Advance(time.Minute)
	in := eve()
	in.Order.PackageID = 2001
	update(t, w, paid, in, spanish)
	w.Clock.Advance(time.Minute)
	twoSeats := func(in *payment.Input) { in.PayForCoparent, in.TermsAndConditions = true, true }
	decline(t, w, paid, twoSeats, func(in *payment.Input) { in.Payment.PaymentType = gateway.PaymentVenmo })
	w.Clock.Advance(time.Minute)
	if _, err := w.Pay(t, paid, w.Input(t, paid, fixture.GoodNonce, twoSeats)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	guest := w.MailedGuest(t, email.Invitation)
	w.Clock.Advance(time.Minute)
	invited := guest.Fill(t, fixture.StepOne()).Registration.SignupID
	w.Clock.Advance(time.Minute)
	paying := w.SignUp(t)
	if err := beginPaying(t, w.Env, paying.SignupID, paying.Key); err != nil {
		t.Fatal(err)
	}
	reports := map[string]*signup.Report{}
	for name, id := range map[string]string{
		"purged": purged.SignupID, "paid": paid.SignupID, "invited": invited, "paying": paying.SignupID,
	} {
		report, err := w.Client.Signup.Inspect(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		reports[name] = report
	}
	list, err := w.Client.Signup.List(t.Context(), signup.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	inspected := []signup.Info{reports["paying"].Info, reports["invited"].Info, reports["paid"].Info, reports["purged"].Info}
	if diff := cmp.Diff(inspected, list); diff != "" {
		t.Errorf("list (-inspected +got):\n%s", diff)
	}
	raw, err := json.Marshal(reports)
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal([]byte(steady(string(raw), map[string]string{})), &whole); err != nil {
		t.Fatal(err)
	}
	wantGolden(t, "reports.json", whole)
}
