package subjects_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// An export shows the entries of a paid sign-up, without the hashes of its secrets and without the co-parent. An unfinished sign-up has no
// known owner, so it isn't shown to the owner of the address.
func TestExportOpensSignUps(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	in := sdktest.ReadyToPay(5)
	in.Sections = append(in.Sections, signup.SectionSecurityQuestion, signup.SectionSecurityCode)
	begun, err := env.Client.Signup.Create(t.Context(), in, caller.Meta{AnonymousID: "visitor-5"})
	if err != nil {
		t.Fatal(err)
	}
	unfinished, err := env.Client.Privacy.ExportPerson(t.Context(), in.Parent.Email)
	if err != nil || len(unfinished.Tables) > 0 {
		t.Errorf("before it is paid: %+v, %v", unfinished, err)
	}
	if _, err := fixture.CompleteSignup(t, env, begun.SignupID, secret.Secret(begun.RegistrationKey)); err != nil {
		t.Fatal(err)
	}
	data, err := env.Client.Privacy.ExportPerson(t.Context(), in.Parent.Email)
	if err != nil {
		t.Fatal(err)
	}
	if len(data.Tables["registrations"]) != 1 {
		t.Fatalf("%d sign-ups are exported, want 1", len(data.Tables["registrations"]))
	}
	var row struct {
		Draft signups.Entered `json:"draft"`
	}
	if err := json.Unmarshal(data.Tables["registrations"][0], &row); err != nil {
		t.Fatal(err)
	}
	parent := *in.Parent
	want := signups.Entered{
		Parent: &parent, Children: in.Children, Address: in.Address, Referral: in.Referral,
		SecurityQuestion: in.SecurityQuestion, AnonymousID: "visitor-5",
	}
	if diff := cmp.Diff(want, row.Draft); diff != "" {
		t.Errorf("draft (-want +got):\n%s", diff)
	}
}

// Erasing a person named as co-parent in other people's sign-ups removes only that. While such a sign-up is being paid, the erasure is
// refused.
func TestEraseCoParentOfOthers(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s, other := w.SignUp(t), w.SignUp(t)
	in := sdktest.ReadyToPay(1)
	before, err := w.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	erased, err := w.Client.Privacy.ErasePerson(t.Context(), before.CoParent.Email)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]int{"registrations": 1}, erased.Changed); diff != "" {
		t.Errorf("changed (-want +got):\n%s", diff)
	}
	want := *before
	want.CoParent, want.LastCompletedStep, want.Next, want.Routes = nil, 1, "/step2", []string{"/step1", "/step2"}
	got, err := w.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Errorf("the sign-up that named them (-want +got):\n%s", diff)
	}
	if n := fixture.CountRows(t, w.Env, "registrations WHERE co_parent_email_hash IS NOT NULL"); n != 1 {
		t.Errorf("%d sign-ups name a co-parent, want the other one", n)
	}
	in.Sections = []signup.Section{signup.SectionFamily}
	if _, err := w.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, fixture.English); err != nil {
		t.Errorf("the family can't be filled in again: %v", err)
	}

	named, err := w.Client.Signup.Read(t.Context(), other.SignupID, other.Key, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	beginPaying(t, w, other)
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), named.CoParent.Email); !errors.Is(err, privacy.ErrPersonPaying) {
		t.Errorf("erased while the parent that named them pays: %v", err)
	}
}

// beginPaying leaves a payment without the provider's response.
func beginPaying(t *testing.T, w *fixture.Till, s sdktest.Session) {
	t.Helper()
	w.Fault(t, lostAnswer)
	answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	if err != nil || answer.Status != payment.Confirming {
		t.Fatalf("paid while the answer is lost: %+v, %v", answer, err)
	}
}

// A person can't be read if their rows came back with a backup but their key is gone from the database of keys.
func TestSignUpWithoutItsKey(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	s := env.SignUp(t)
	if _, err := env.Pool.Exec(t.Context(), "DELETE FROM person_keys"); err != nil {
		t.Fatal(err)
	}
	restarted := env.NewClient(t, env.Config)
	if _, err := restarted.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English); !errors.Is(err, fault.RegistrationGone) {
		t.Errorf("read: %v", err)
	}
	list, err := restarted.Signup.List(t.Context(), signup.Filter{})
	if err != nil || len(list) != 1 || list[0].Email != "" || list[0].SignupID != s.SignupID {
		t.Errorf("operators see %+v, %v", list, err)
	}
	if _, err := restarted.Signup.Read(t.Context(), s.SignupID, secret.Secret("another"), fixture.English); !errors.Is(err, fault.RegistrationKeyWrong) {
		t.Errorf("read with another key: %v", err)
	}
}
