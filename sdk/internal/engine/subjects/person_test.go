package subjects_test

import (
	"encoding/json"
	"errors"
	"flag"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

var erasures = flag.Int("erasures", 20, "how often a person is erased while their subscription renews")

// exported returns a person's export as one text.
func exported(t *testing.T, env *sdktest.Env, account string) string {
	t.Helper()
	data, err := env.Client.Privacy.ExportPerson(t.Context(), account)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// wantIn fails the test unless a text has every word of all and no word of none.
func wantIn(t *testing.T, what, text string, all, none []string) {
	t.Helper()
	for _, word := range all {
		if !strings.Contains(text, word) {
			t.Errorf("%s lacks %q", what, word)
		}
	}
	for _, word := range none {
		if strings.Contains(text, word) {
			t.Errorf("%s holds %q", what, word)
		}
	}
}

// A seat is offered again, and a stranger types an address. Each person's export has their own data only.
func TestExportShowsOneOwnData(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	ben := fixture.GuestOf(t, w, true)
	inviter := ben.Context(t).FamilyMembers[0].UserID
	if _, err := w.Client.Invite.Revoke(t.Context(), w.InvitationID(t)); err != nil {
		t.Fatal(err)
	}
	cara := form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "cara@example.com"}
	if _, err := w.Client.Invite.InviteCoParent(t.Context(), inviter, cara, "", fixture.English); err != nil {
		t.Fatal(err)
	}
	stranger := sdktest.ReadyToPay(80)
	stranger.Parent.Email, stranger.Parent.FirstName, stranger.Address.Line1 = "cara@example.com", "Strange", "9 Stranger Street"
	stranger.Sections = []signup.Section{signup.SectionParent}
	if _, err := w.Pool.Exec(t.Context(), "UPDATE invitations SET email_taken = by_mail"); err != nil { // otherwise the stranger is refused
		t.Fatal(err)
	}
	if _, err := w.Client.Signup.Create(t.Context(), stranger, fixture.English); err != nil {
		t.Fatal(err)
	}
	wantIn(t, "Cara's export", exported(t, w.Env, "cara@example.com"), []string{"Cara", "Vale"}, []string{"Ben", "ben.diaz.1", "4125500001", "Ana", "Cleo", "Strange"})
	wantIn(t, "Ben's export", exported(t, w.Env, "ben.diaz.1@example.com"), []string{"Ben", "4125500001"}, []string{"Cara", "Vale", "Ana", "Cleo"})
	wantIn(t, "Ana's export", exported(t, w.Env, inviter), []string{"Ana", "Cleo", "Dan", "2155500001"}, []string{"Cara", "Vale", "ben.diaz.1", "4125500001"})
}

// A family's children are shown to the parent that entered them. If a professional entered them, they are shown to the parents that joined.
func TestExportShowsChildren(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, true)
	g.Fill(t, fixture.StepOne())
	if _, err := g.Join(t, g.Fill(t, fixture.Billing()).ClickToJoinToken.Reveal(), true); err != nil {
		t.Fatal(err)
	}
	wantIn(t, "the export of who was invited", exported(t, w.Env, g.UserID), []string{"Benjamin"}, []string{"Cleo", "Ana"})
	wantIn(t, "the export of who invited", exported(t, w.Env, "ana.diaz.1@example.com"), []string{"Cleo"}, []string{"Benjamin"})

	_, err := w.Client.Invite.Create(t.Context(), w.Professional(t), invite.Input{
		Parent: form.InvitedPerson{FirstName: "Fay", LastName: "Katz", Email: "fay@example.com"}, Children: []form.Child{{FirstName: "Gus", LastName: "Katz"}},
	}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	wantIn(t, "the export before joining", exported(t, w.Env, "fay@example.com"), []string{"Fay"}, []string{"Gus"})
	fay := w.MailedGuest(t, email.Invitation)
	typed, bill, order := fixture.StepOne(), fixture.Billing(), form.OrderChoice{PackageID: 2001}
	typed.Parent.Email, bill.Parent.Email = "fay@example.com", "fay@example.com"
	for _, step := range []signup.Input{typed, fixture.Ordering(order), bill} {
		fay.Fill(t, step)
	}
	if _, err := fay.Pay(t, fay.Payment(t, order)); err != nil {
		t.Fatal(err)
	}
	wantIn(t, "the export after joining", exported(t, w.Env, fay.UserID), []string{"Gus"}, nil)
}

// A person with an account is also named by another parent. An erasure removes both and deletes the key.
func TestErasePersonNamedTwice(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	other := w.SignUp(t, func(in *signup.Input) { // before she has an account; later it would be a duplicate
		*in = sdktest.ReadyToPay(2)
		in.CoParent = &form.CoParent{FirstName: "Anita", LastName: "Dias", Email: "ANA.diaz.1@example.com", PhoneCountryCode: "1", PhoneNumber: "2155550777"}
	})
	s := w.SignUp(t, func(in *signup.Input) { *in = sdktest.ReadyToPay(1) })
	paid, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	if err != nil {
		t.Fatal(err)
	}
	ana := paid.Registration.Parent.UserID
	if _, err := w.Pay(t, other, w.Input(t, other, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.RunJobs(t)
	keys := fixture.CountRows(t, w.Env, "person_keys")
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	if left := fixture.CountRows(t, w.Env, "person_keys"); left != keys-3 { // hers, that of the person the other parent described, and her family's
		t.Errorf("%d of %d keys are left", left, keys)
	}
	if n := fixture.CountRows(t, w.Env, "persons WHERE erased_at IS NOT NULL AND sealed IS NULL AND email_hash IS NULL"); n != 2 {
		t.Errorf("%d persons are empty, want 2", n)
	}
	for table, content := range fixture.Everything(t, w.Env) {
		for _, word := range []string{"Anita", "Dias", "2155550777", "ana.diaz.1"} {
			if strings.Contains(strings.ToLower(content), strings.ToLower(word)) {
				t.Errorf("%s still holds %q", table, word)
			}
		}
	}
	if again, err := w.Client.Privacy.ErasePerson(t.Context(), "ana.diaz.1@example.com"); err != nil || len(again.Changed) > 0 {
		t.Errorf("erased again: %+v, %v", again, err)
	}
}

// An unused invitation is forgotten with its invitee 30 days after the last link ended, not before. They are then no duplicate any more, and
// their seat may be offered again.
func TestUnusedInvitationIsForgotten(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, false)
	inviter := g.Context(t).FamilyMembers[0].UserID
	w.Clock.Advance(44*fixture.Day - 1000)
	if purged, err := w.Client.Privacy.Purge(t.Context()); err != nil || purged.Invitations != 0 || purged.Persons != 0 {
		t.Fatalf("purged %+v, %v, a moment before it is due", purged, err)
	}
	if diff := cmp.Diff("Ben", fixture.Known(t, w.Env, g.UserID)["firstName"]); diff != "" {
		t.Errorf("a moment before (-want +got):\n%s", diff)
	}
	w.Clock.Advance(2000)
	if purged, err := w.Client.Privacy.Purge(t.Context()); err != nil || purged.Invitations != 1 || purged.Persons != 1 {
		t.Fatalf("purged %+v, %v, want an invitation and a person", purged, err)
	}
	if diff := cmp.Diff(map[string]any{}, fixture.Known(t, w.Env, g.UserID)); diff != "" {
		t.Errorf("remaining data (-want +got):\n%s", diff)
	}
	if names := fixture.Children(t, w.Env); len(names) != 2 {
		t.Errorf("the inviter's children are %v", names)
	}
	if _, err := w.Client.Invite.InviteCoParent(t.Context(), inviter, form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "ben.diaz.1@example.com"}, "", fixture.English); err != nil {
		t.Errorf("offering the seat again: %v", err)
	}
}

// A family that a professional invited is forgotten with its children if no parent joins.
func TestUnjoinedFamilyIsForgotten(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	if _, err := w.Client.Invite.Create(t.Context(), w.Professional(t), invite.Input{
		Parent:   form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "cara@example.com"},
		Children: []form.Child{{FirstName: "Finn", LastName: "Vale"}},
	}, fixture.English); err != nil {
		t.Fatal(err)
	}
	const (
		sealedChildren = "children WHERE sealed IS NOT NULL"
		keys           = "person_keys JOIN children ON family_id = person_keys.person_id"
	)
	if n := fixture.CountRows(t, w.Env, sealedChildren) + fixture.CountRows(t, w.Env, keys); n != 2 {
		t.Fatalf("%d of a child and the key it is sealed under", n)
	}
	w.Clock.Advance(75 * fixture.Day)
	if purged, err := w.Client.Privacy.Purge(t.Context()); err != nil || purged.Invitations != 1 {
		t.Fatalf("purged %+v, %v, want an invitation", purged, err)
	}
	if n := fixture.CountRows(t, w.Env, sealedChildren); n != 0 {
		t.Error("the child's data is kept")
	}
	if n := fixture.CountRows(t, w.Env, keys); n != 0 {
		t.Error("the key of the family's children is kept")
	}
}

// A person is erased while their subscription renews. One of the two comes first, without a deadlock.
func TestEraseDuringRenewal(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConnections(8))
	erased := 0
	for round := range *erasures {
		w.Clock.Set(sdktest.Start)
		s := w.SignUp(t, func(in *signup.Input) { *in = sdktest.ReadyToPay(1000 + round) })
		paid, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, fixture.Kept, func(in *payment.Input) { in.PayForCoparent = true }))
		if err != nil {
			t.Fatal(err)
		}
		w.RunJobs(t)
		account := paid.Registration.Parent.UserID
		var seat string
		if err := w.Pool.QueryRow(t.Context(), "SELECT x.id FROM subscription_seats x JOIN seats p ON p.family_id = x.family_id AND p.role = x.family_role WHERE p.account_id = $1", account).Scan(&seat); err != nil {
			t.Fatal(err)
		}
		w.Clock.Set(fixture.FirstEnd)
		var both sync.WaitGroup
		both.Go(func() {
			if _, err := w.Client.Subscription.Renew(t.Context(), seat); err != nil {
				t.Errorf("round %d: renewal: %v", round, err)
			}
		})
		both.Go(func() {
			_, err := w.Client.Privacy.ErasePerson(t.Context(), account)
			if err == nil {
				erased++
			} else if !errors.Is(err, privacy.ErrPersonPaying) {
				t.Errorf("round %d: erasure: %v", round, err)
			}
		})
		both.Wait()
	}
	if n := fixture.CountRows(t, w.Env, "payment_attempts a JOIN orders o ON o.id = a.order_id JOIN accounts c ON c.id = o.account_id WHERE o.renews_id IS NOT NULL AND c.state = 'closed' AND a.state IN ('authorised', 'capturing', 'sent', 'created', 'unknown')"); n > 0 {
		t.Errorf("%d people were erased while a charge was under way", n)
	}
	t.Logf("erased first in %d of %d rounds", erased, *erasures)
}
