package invite_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/mailer"
)

// Who is invited to a seat after somebody else has agreed to nothing, whatever the one before agreed to.
func TestConsentIsNotInherited(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	ben := fixture.GuestOf(t, w, true)
	inviter := ben.Context(t).FamilyMembers[0].UserID
	if _, err := w.Client.Account.AgreeToTerms(t.Context(), ben.UserID, ben.Token); err != nil {
		t.Fatal(err)
	}
	if own, err := w.Client.Account.SetMarketingOptIn(t.Context(), ben.UserID, ben.Token, true); err != nil || !own.AgreedToTerms || !own.MarketingOptIn {
		t.Fatalf("Ben's consents: %+v, %v", own, err)
	}
	if _, err := w.Client.Invite.Revoke(t.Context(), invitationOf(t, ben)); err != nil {
		t.Fatal(err)
	}
	guest := form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "cara@example.com"}
	if _, err := w.Client.Invite.InviteCoParent(t.Context(), inviter, guest, "", fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	cara := w.MailedGuest(t, mailer.MailInvitation)
	if own, err := w.Client.Account.Parent(t.Context(), cara.UserID, cara.Token); err != nil || own.AgreedToTerms || own.MarketingOptIn {
		t.Errorf("Cara's consents: %+v, %v", own, err)
	}
}
