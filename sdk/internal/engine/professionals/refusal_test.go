package professionals_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
)

var unknownLink = regexp.MustCompile(`/app/mail/unknown\?lang=en#token=(\S+)`)

// invited makes a professional invite an address, and returns the token with which the invitee answers that they don't know them.
func invited(t *testing.T, w *fixture.Till, professionalID, address string) secret.Secret {
	t.Helper()
	in := invite.Input{Parent: form.InvitedPerson{FirstName: "Ben", LastName: "Diaz", Email: address}}
	if _, err := w.Client.Invite.Create(t.Context(), professionalID, in, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	mails := w.Mailbox.Mails()
	found := unknownLink.FindStringSubmatch(mails[len(mails)-1].Text)
	if found == nil {
		t.Fatalf("the last mail, %s, has no link for strangers", mails[len(mails)-1].Kind)
	}
	return secret.Secret(found[1])
}

// Three people suspend a professional, not three refusals: two invitations and two refusals of one person count once.
func TestOnePersonRefusingTwiceCountsOnce(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	pro := fixture.InsertProfessional(t, w.Env)
	links := []secret.Secret{
		invited(t, w, pro, "one@example.com"), invited(t, w, pro, "one@example.com"), invited(t, w, pro, "two@example.com"), invited(t, w, pro, "three@example.com"),
	}
	type standing struct {
		State    professional.State
		Refusals int
	}
	var got []standing
	for _, link := range links {
		if err := w.Client.Invite.Refuse(t.Context(), link, false); err != nil {
			t.Fatal(err)
		}
		found, err := w.Client.Professional.Find(t.Context(), pro)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, standing{found.State, found.Refusals})
	}
	want := []standing{{professional.Verified, 1}, {professional.Verified, 1}, {professional.Verified, 2}, {professional.Suspended, 3}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("after each refusal (-want +got):\n%s", diff)
	}
}

// A restored professional starts again: the refusals before the restoration suspend them no more, and three new ones do.
func TestRestoredProfessionalStartsAnew(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	pro := fixture.InsertProfessional(t, w.Env)
	var got []professional.State
	for n := range 6 {
		if n == 3 {
			if err := w.Client.Professional.Restore(t.Context(), pro); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Client.Invite.Refuse(t.Context(), invited(t, w, pro, fmt.Sprintf("person-%d@example.com", n)), false); err != nil {
			t.Fatal(err)
		}
		found, err := w.Client.Professional.Find(t.Context(), pro)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, found.State)
	}
	const free, out = professional.Verified, professional.Suspended
	if diff := cmp.Diff([]professional.State{free, free, out, free, free, out}, got); diff != "" {
		t.Errorf("after each refusal, restored after the third (-want +got):\n%s", diff)
	}
}
