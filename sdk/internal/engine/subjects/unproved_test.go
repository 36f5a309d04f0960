package subjects_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A professional is closed, and forgotten as by an erasure, 7 days after the welcome mail if its link is unused. Others stay: those that used
// it, were verified or suspended, or bought codes.
func TestUnprovedProfessionalsAreClosed(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	signUp := func(n int) *professional.Answer {
		made, err := env.Client.Professional.Create(t.Context(), sdktest.ReadyProfessional(n), fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	never, proved, verified, suspended, sold := signUp(1), signUp(2), signUp(3), signUp(4), signUp(5)
	fixture.Prove(t, env, proved.UserID, "pat.lee.2")
	batch := codes.BatchInput{ProfessionalID: sold.ProfessionalID, PackageID: 2001, Size: 2, Active: true}
	for _, change := range []func() error{
		func() error { return env.Client.Professional.Verify(t.Context(), verified.ProfessionalID) },
		func() error { return env.Client.Professional.Suspend(t.Context(), suspended.ProfessionalID) },
		func() error { return fixture.Second(env.Client.Codes.Create(t.Context(), batch, caller.Meta{})) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
	}
	states := func() []string {
		return column(t, env, `SELECT a.id || ' ' || p.state || ' ' || a.state FROM professionals p JOIN accounts a ON a.id = p.account_id`)
	}
	before := states()

	env.Clock.Set(sdktest.Start.Add(7 * 24 * time.Hour))
	if purged, err := env.Client.Privacy.Purge(t.Context()); err != nil || purged.Persons != 0 {
		t.Errorf("after 7 days: purged %+v, %v", purged, err)
	}
	env.Clock.Set(sdktest.Start.Add(7*24*time.Hour + time.Second))
	due, err := env.Client.Privacy.Due(t.Context())
	if i := slices.IndexFunc(due, func(d privacy.Due) bool { return d.Table == "professionals" }); err != nil || i < 0 || due[i].Now != 1 {
		t.Errorf("due: %+v, %v", due, err)
	}
	if purged, err := env.Client.Privacy.Purge(t.Context()); err != nil || purged.Persons != 1 {
		t.Errorf("a second later: purged %+v, %v", purged, err)
	}
	want := slices.Clone(before)
	want[slices.Index(want, never.UserID+" pending_verification created")] = never.UserID + " suspended closed"
	if diff := cmp.Diff(want, states()); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"closed system", "created registrant"}, column(t, env, "SELECT kind || ' ' || actor FROM account_events WHERE account_id = $1", never.UserID)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	erased, err := env.Client.Privacy.ErasePerson(t.Context(), never.UserID)
	if err != nil || len(erased.Changed) != 0 {
		t.Errorf("an erasure finds remaining data: %+v, %v", erased, err)
	}
	for _, stays := range []*professional.Answer{proved, verified, suspended, sold} {
		if known := fixture.Known(t, env, stays.UserID); known["email"] != stays.Email {
			t.Errorf("%s: remaining data %v", stays.UserID, known)
		}
	}
	signUp(1)
}

// An operation by the id of an unproved account reads and erases nothing of the address's owner.
func TestUnprovedAccountIsIsolated(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	ana := w.SignUp(t)
	begun, err := w.Client.Signup.Read(t.Context(), ana.SignupID, ana.Key, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	address := begun.Parent.Email
	typed := sdktest.ReadyProfessional(1)
	typed.Email = address
	stranger, err := w.Client.Professional.Create(t.Context(), typed, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	owner := fixture.Pay(t, w.Env, ana).AccountID
	before := fixture.Known(t, w.Env, owner)
	wantIn(t, "the copy", exported(t, w.Env, stranger.UserID), []string{"Lee Family Law", address}, []string{"Diaz", owner.String()})
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), stranger.UserID); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, fixture.Known(t, w.Env, owner)); diff != "" {
		t.Errorf("the owner's data (-before +after):\n%s", diff)
	}
	wantIn(t, "a copy after the erasure", exported(t, w.Env, stranger.UserID), nil, []string{"Lee Family Law", address})
}
