package sdk_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
)

func (w *till) professional(t *testing.T) string {
	t.Helper()
	added, err := w.Client.AddProfessional(t.Context(), sdk.Professional{FirstName: "Pat", LastName: "Lee", Email: "pat@example.com"}, english)
	if err != nil {
		t.Fatal(err)
	}
	return added.ProfessionalID
}

func TestProfessionalInvitesAFamily(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	pro := w.professional(t)
	in := sdk.InvitationInput{
		Parent:   sdk.InvitedPerson{FirstName: "Émile", LastName: "Roy", Email: "emile@example.com"},
		CoParent: &sdk.InvitedPerson{FirstName: "Noa", LastName: "Katz", PhoneCountryCode: "52", PhoneNumber: "55 1234 5678"},
		Children: []sdk.Child{{FirstName: "Lia", LastName: "Roy"}}, Locale: "es_MX",
	}
	meta := sdk.CallMeta{Lang: "en", IdempotencyKey: "invite-family-1"}
	made, err := w.Client.CreateInvitation(t.Context(), pro, in, meta)
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.Client.CreateInvitation(t.Context(), pro, in, meta)
	if diff := cmp.Diff(made, again); err != nil || diff != "" {
		t.Errorf("sent twice: %v (-first +second):\n%s", err, diff)
	}
	now := w.Clock.Now()
	want := []sdk.InvitationInfo{
		{State: "open", FirstName: "Émile", LastName: "Roy", Email: "emile@example.com", ProfessionalID: pro, Locale: "es_MX", CreatedAt: now, ExpiresAt: now.AddDate(0, 0, 14)},
		{State: "open", FirstName: "Noa", LastName: "Katz", PhoneNumber: "+525512345678", ProfessionalID: pro, Locale: "es_MX", CreatedAt: now, ExpiresAt: now.AddDate(0, 0, 14)},
	}
	for i := range want {
		want[i].ID, want[i].UserID, want[i].FamilyID = made[i].ID, made[i].UserID, made[0].FamilyID
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("invitations (-want +got):\n%s", diff)
	}
	w.work(t)
	g := w.mailedGuest(t, sdk.MailInvitation)
	mails := w.Mailbox.Mails()
	last := mails[len(mails)-1]
	if last.To != "emile@example.com" || last.Lang != "es_MX" || !strings.Contains(last.Text, "Pat Lee") || !strings.Contains(last.Text, "familia") {
		t.Errorf("mail to %s in %s:\n%s", last.To, last.Lang, last.Text)
	}
	c := g.context(t)
	if diff := cmp.Diff(&sdk.ProfessionalName{FirstName: "Pat", LastName: "Lee"}, c.UserCreatedByPro); diff != "" {
		t.Errorf("created by (-want +got):\n%s", diff)
	}
	var names []string
	for _, m := range c.FamilyMembers {
		names = append(names, m.DisplayInitials+" "+m.FirstName)
	}
	if diff := cmp.Diff([]string{"ÉR Émile", "NK Noa", "LR Lia"}, names); diff != "" || c.LanguageLocale != "es_MX" || c.SubscriptionStatus != "none" {
		t.Errorf("family in %s, subscription %s (-want +got):\n%s", c.LanguageLocale, c.SubscriptionStatus, diff)
	}
	// Both join the one family, each with a subscription of their own.
	link, err := w.Client.InvitationLink(t.Context(), made[1].ID)
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(link.Reveal(), "token=")
	for i, one := range []guest{g, {till: w, userID: made[1].UserID, token: sdk.Secret(token)}} {
		form, bill := stepOne(), billing()
		form.Parent.Email, form.Parent.PhoneNumber = []string{"emile@example.com", "noa@example.com"}[i], []string{"4125550111", "4125550122"}[i]
		bill.Parent.Email, bill.Parent.PhoneNumber = form.Parent.Email, form.Parent.PhoneNumber
		one.fill(t, form)
		one.fill(t, ordering(sdk.OrderChoice{PackageID: 2001}))
		one.fill(t, bill)
		paid, err := one.pay(t, one.payment(t, sdk.OrderChoice{PackageID: 2001}))
		if err != nil {
			t.Fatal(err)
		}
		if paid.Registration.Parent.FamilyID != made[0].FamilyID {
			t.Errorf("parent %d joined family %s, want %s", i, paid.Registration.Parent.FamilyID, made[0].FamilyID)
		}
	}
	w.work(t)
	w.wantBooks(t, books{Placed: 2, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 2})
}

func TestCreateInvitationRefusals(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	pro := w.professional(t)
	create := func(in sdk.InvitationInput) error {
		return second(w.Client.CreateInvitation(t.Context(), pro, in, english))
	}
	ben := sdk.InvitedPerson{FirstName: "Ben", LastName: "Lee", Email: "ben@example.com"}
	wantRefusal(t, create(sdk.InvitationInput{Parent: sdk.InvitedPerson{LastName: "Lee"}}), "parent.firstName=field_required", "parent.email=invitation_unreachable")
	wantRefusal(t, create(sdk.InvitationInput{Parent: ben, CoParent: &ben}), "coParent.email=coparent_email_same")
	wantRefusal(t, create(sdk.InvitationInput{Parent: ben, Locale: "fr"}), "locale=invitation_locale_unknown")
	for _, id := range []string{"nonsense", "018f3a5e-0000-7000-8000-000000000000"} {
		if err := second(w.Client.CreateInvitation(t.Context(), id, sdk.InvitationInput{Parent: ben}, english)); !errors.Is(err, sdk.ProfessionalNotFound) {
			t.Errorf("professional %s: %v", id, err)
		}
	}
	// An address that has an account is answered like any other; its owner is told.
	other, err := w.Client.CreateInvitation(t.Context(), pro, sdk.InvitationInput{Parent: sdk.InvitedPerson{FirstName: "Some", LastName: "One", Email: "pat@example.com"}}, english)
	if err != nil || other[0].State != sdk.InvitationOpen || other[0].Email != "pat@example.com" {
		t.Errorf("a taken address: %+v, %v", other, err)
	}
	w.work(t)
	mails := w.Mailbox.Mails()
	if last := mails[len(mails)-1]; last.To != "pat@example.com" || last.Link != "" {
		t.Errorf("mail to %s with link %q", last.To, last.Link)
	}
}

// A seat whose invitation was revoked is offered again, and nobody sits on it twice.
func TestRevokeAndInviteAgain(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	g := guestOf(t, w, true)
	g.fill(t, stepOne())
	inviter := g.context(t).FamilyMembers[0].UserID
	cara := sdk.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "cara@example.com"}
	invite := func() (*sdk.InvitationInfo, error) {
		return w.Client.InviteCoParent(t.Context(), inviter, cara, "", english)
	}
	if _, err := invite(); !errors.Is(err, sdk.SeatTaken) {
		t.Errorf("while the seat is offered: %v", err)
	}
	id := w.invitationID(t)
	for range 2 { // twice changes nothing
		revoked, err := w.Client.RevokeInvitation(t.Context(), id)
		if err != nil || revoked.State != sdk.InvitationRevoked {
			t.Fatalf("revoked: %+v, %v", revoked, err)
		}
	}
	if err := g.stillGood(t); !errors.Is(err, sdk.InvitationTokenInvalid) {
		t.Errorf("the revoked link: %v", err)
	}
	if _, err := w.Client.ResendInvitation(t.Context(), id); !errors.Is(err, sdk.InvitationClosed) {
		t.Errorf("resending what was revoked: %v", err)
	}
	if err := w.Client.RenewInvitation(t.Context(), g.token, english); err != nil {
		t.Errorf("asking for a new link is answered as ever: %v", err)
	}
	made, err := invite()
	if err != nil || made.UserID != g.userID || !made.SeatPaid {
		t.Fatalf("invited again: %+v, %v", made, err)
	}
	w.work(t)
	next := w.mailedGuest(t, sdk.MailInvitation)
	c := next.context(t)
	if c.Registration.Parent.FirstName != "Cara" || !c.IsSubscriptionCurrent || c.Registration.SignupID != "" || c.Next != "/invite/step1" {
		t.Errorf("the new guest's context: %+v with parent %+v", c, c.Registration.Parent)
	}
	listed, err := w.Client.Invitations(t.Context(), sdk.InvitationFilter{})
	if err != nil || len(listed) != 2 || listed[0].ID != made.ID || listed[1].State != sdk.InvitationRevoked {
		t.Errorf("listed %+v, %v", listed, err)
	}
	if byMail, err := w.Client.Invitations(t.Context(), sdk.InvitationFilter{Email: "CARA@example.com", State: "open", Limit: 1}); err != nil || len(byMail) != 1 || byMail[0].ID != made.ID {
		t.Errorf("by e-mail: %+v, %v", byMail, err)
	}
	if _, err := w.Client.InviteCoParent(t.Context(), g.userID, cara, "", english); !errors.Is(err, sdk.InviterNotFound) {
		t.Errorf("who hasn't joined invites: %v", err)
	}
}

// What another has can't be taken, and a token opens its owner's invitation alone.
func TestInvitationRefusals(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	one, two := guestOf(t, w, false), guestOf(t, w, false)
	if err := second(w.Client.Invitation(t.Context(), two.userID, one.token, english)); !errors.Is(err, sdk.AccountForbidden) {
		t.Errorf("a good token with another's id: %v", err)
	}
	form := stepOne()
	form.Parent.UserID = two.userID
	if err := second(w.Client.UpdateInvitation(t.Context(), one.userID, one.token, form, english)); !errors.Is(err, sdk.AccountForbidden) {
		t.Errorf("another's id in the body: %v", err)
	}
	var fault *sdk.Fault
	if err := second(w.Client.Invitation(t.Context(), one.userID, "made-up", english)); !errors.As(err, &fault) || fault.StatusCode != 112 || fault.Kind != sdk.FaultUnauthenticated {
		t.Errorf("a made-up token: %v", err)
	}
	if err := second(w.Client.ParentAccount(t.Context(), one.userID, "made-up")); !errors.As(err, &fault) || fault.StatusCode != 112 {
		t.Errorf("a made-up token at the parent's calls: %v", err)
	}
	form = stepOne()
	form.Parent.Email = "ANA.diaz.1@example.com"
	wantRefusal(t, second(w.Client.UpdateInvitation(t.Context(), one.userID, one.token, form, english)), "duplicate=parent_duplicate")
	for name, in := range map[string]sdk.RegistrationInput{
		"address before step 1": billing(), "order before step 1": ordering(sdk.OrderChoice{PackageID: 2001}),
	} {
		in.Sections = in.Sections[len(in.Sections)-1:]
		if err := second(w.Client.UpdateInvitation(t.Context(), one.userID, one.token, in, english)); !errors.Is(err, sdk.StepOutOfOrder) {
			t.Errorf("%s: %v", name, err)
		}
	}
	family := sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionFamily}, CoParent: &sdk.CoParent{}}
	if err := second(w.Client.UpdateInvitation(t.Context(), one.userID, one.token, family, english)); !errors.Is(err, sdk.SectionUnknown) {
		t.Errorf("a family of the invited parent's: %v", err)
	}
	// A payment that is declined leaves everything as it was, and another card is welcome.
	one.fill(t, stepOne())
	one.fill(t, ordering(sdk.OrderChoice{PackageID: 2001}))
	one.fill(t, billing())
	declined := one.payment(t, sdk.OrderChoice{PackageID: 2001})
	declined.Payment.Nonce = "fake-processor-declined-visa-nonce"
	wantRefusal(t, second(one.pay(t, declined)), "nonce=payment_method_declined")
	if next := one.context(t).Next; next != "/invite/payment" {
		t.Errorf("after a decline: %s", next)
	}
	if _, err := one.pay(t, one.payment(t, sdk.OrderChoice{PackageID: 2001})); err != nil {
		t.Fatal(err)
	}
	if err := second(one.pay(t, declined)); !errors.Is(err, sdk.RegistrationIsPaid) {
		t.Errorf("paying twice: %v", err)
	}
	if err := second(w.Client.UpdateInvitation(t.Context(), one.userID, one.token, stepOne(), english)); !errors.Is(err, sdk.RegistrationIsPaid) {
		t.Errorf("changing what is paid: %v", err)
	}
	// The other guest can't join with the address that the first one holds by now.
	wantRefusal(t, second(w.Client.UpdateInvitation(t.Context(), two.userID, two.token, stepOne(), english)), "duplicate=parent_duplicate")
}
