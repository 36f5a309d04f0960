package signups_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// invitedByOthers makes families invited by a professional, and a seat that is offered again.
func invitedByOthers(t *testing.T, w *fixture.Till, inviter string) {
	t.Helper()
	pro := w.Professional(t)
	offer := func(in invite.Input) []invite.Info {
		t.Helper()
		made, err := w.Client.Invite.Create(t.Context(), pro, in, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	family := offer(invite.Input{
		Parent:   form.InvitedPerson{FirstName: "Ada", LastName: "Roy", Email: "Ada@example.com", PhoneCountryCode: "1", PhoneNumber: "4125550171"},
		CoParent: &form.InvitedPerson{FirstName: "Noa", LastName: "Katz", Email: "ana.diaz.802@example.com", PhoneCountryCode: "52", PhoneNumber: "55 1234 5678"},
		Children: []form.Child{{FirstName: "Lia", LastName: "Roy", Email: "lia@example.com"}}, Locale: "es_MX",
	})
	// An invitation to an address that another sign-up is using.
	s := w.SignUp(t, func(in *signup.Input) { in.Parent.Email = "ida@example.com" })
	offer(invite.Input{Parent: form.InvitedPerson{FirstName: "Ida", LastName: "Poe", Email: "ida@example.com"}, Locale: "en"})
	w.Work(t)

	w.Clock.Advance(time.Minute)
	holder := func(invitation string) secret.Secret {
		t.Helper()
		link, err := w.Client.Invite.Link(t.Context(), invitation)
		if err != nil {
			t.Fatal(err)
		}
		_, token, _ := strings.Cut(link.Reveal(), "token=")
		return secret.Secret(token)
	}
	if _, err := w.Client.Account.AgreeToTerms(t.Context(), family[0].UserID, holder(family[0].ID)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.Account.SetMarketingOptIn(t.Context(), family[1].UserID, holder(family[1].ID), true); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)

	w.Clock.Advance(7 * fixture.Day)
	if n, err := w.Client.Invite.Remind(t.Context()); n == 0 || err != nil {
		t.Fatalf("%d reminded, %v", n, err)
	}
	if _, err := w.Client.Invite.Resend(t.Context(), family[0].ID); err != nil {
		t.Fatal(err)
	}
	open, err := w.Client.Invite.List(t.Context(), invite.Filter{Email: "ben.diaz.802@example.com"})
	if err != nil || len(open) != 1 {
		t.Fatalf("invitations of the first family: %v, %v", open, err)
	}
	if _, err := w.Client.Invite.Revoke(t.Context(), open[0].ID); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.Clock.Advance(time.Minute)
	if _, err := w.Client.Invite.InviteCoParent(t.Context(), inviter, form.InvitedPerson{
		FirstName: "Cara", LastName: "Vale", Email: "Cara@example.com", PhoneCountryCode: "52", PhoneNumber: "55 8765 4321",
	}, "es_MX", fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
}

// professionalsKeptBack makes a verified professional, a suspended one, and a restored one.
func professionalsKeptBack(t *testing.T, w *fixture.Till) {
	t.Helper()
	for i, changes := range [][]func(id string) error{
		{func(id string) error { return w.Client.Professional.Verify(t.Context(), id) }},
		{func(id string) error { return w.Client.Professional.Suspend(t.Context(), id) }},
		{
			func(id string) error { return w.Client.Professional.Suspend(t.Context(), id) },
			func(id string) error { return w.Client.Professional.Restore(t.Context(), id) },
		},
	} {
		added, err := w.Client.Professional.Add(t.Context(), form.Professional{
			FirstName: "Kim", LastName: "Oka", Email: "kim." + string(rune('a'+i)) + "@example.com",
		}, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range changes {
			w.Clock.Advance(time.Minute)
			if err := change(added.ProfessionalID); err != nil {
				t.Fatal(err)
			}
		}
	}
}
