package invites_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestProfessionalInvitesAFamily(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	pro := w.Professional(t)
	in := invite.Input{
		Parent:   form.InvitedPerson{FirstName: "Émile", LastName: "Roy", Email: "emile@example.com"},
		CoParent: &form.InvitedPerson{FirstName: "Noa", LastName: "Katz", PhoneCountryCode: "52", PhoneNumber: "55 1234 5678"},
		Children: []form.Child{{FirstName: "Lia", LastName: "Roy"}}, Locale: "es_MX",
	}
	meta := caller.Meta{Lang: "en", IdempotencyKey: "invite-family-1"}
	made, err := w.Client.Invite.Create(t.Context(), pro, in, meta)
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.Client.Invite.Create(t.Context(), pro, in, meta)
	if diff := cmp.Diff(made, again); err != nil || diff != "" {
		t.Errorf("sent twice: %v (-first +second):\n%s", err, diff)
	}
	now := w.Clock.Now()
	want := []invite.Info{
		{State: "open", FirstName: "Émile", LastName: "Roy", Email: "emile@example.com", ProfessionalID: pro, Locale: "es_MX", CreatedAt: now, ExpiresAt: now.AddDate(0, 0, 14)},
		{State: "open", FirstName: "Noa", LastName: "Katz", PhoneNumber: "+525512345678", ProfessionalID: pro, Locale: "es_MX", CreatedAt: now, ExpiresAt: now.AddDate(0, 0, 14)},
	}
	for i := range want {
		want[i].ID, want[i].UserID, want[i].FamilyID = made[i].ID, made[i].UserID, made[0].FamilyID
	}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("invitations (-want +got):\n%s", diff)
	}
	w.Work(t)
	g := w.MailedGuest(t, email.Invitation)
	mails := w.Mailbox.Mails()
	last := mails[len(mails)-1]
	if last.To != "emile@example.com" || last.Lang != "es_MX" || !strings.Contains(last.Text, "Un profesional le invita") || strings.Contains(last.Text, "Lee") || !strings.Contains(last.Text, "familia") {
		t.Errorf("mail to %s in %s:\n%s", last.To, last.Lang, last.Text)
	}
	c := g.Context(t)
	if diff := cmp.Diff(&invite.ProfessionalName{FirstName: "Pat", LastName: "Lee"}, c.UserCreatedByPro); diff != "" {
		t.Errorf("created by (-want +got):\n%s", diff)
	}
	var names []string
	for _, m := range c.FamilyMembers {
		names = append(names, m.DisplayInitials+" "+m.FirstName)
	}
	if diff := cmp.Diff([]string{"ÉR Émile", "NK Noa", "LR Lia"}, names); diff != "" || c.LanguageLocale != "es_MX" || c.SubscriptionStatus != "none" {
		t.Errorf("family in %s, subscription %s (-want +got):\n%s", c.LanguageLocale, c.SubscriptionStatus, diff)
	}
	// Both join the same family, each with their own subscription.
	link, err := w.Client.Invite.Link(t.Context(), made[1].ID)
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(link.Reveal(), "token=")
	for i, one := range []fixture.Guest{g, {Till: w, UserID: made[1].UserID, Token: secret.Secret(token)}} {
		typed, bill := fixture.StepOne(), fixture.Billing()
		typed.Parent.Email, typed.Parent.PhoneNumber = []string{"emile@example.com", "noa@example.com"}[i], []string{"4125550111", "4125550122"}[i]
		bill.Parent.Email, bill.Parent.PhoneNumber = typed.Parent.Email, typed.Parent.PhoneNumber
		one.Fill(t, typed)
		one.Fill(t, fixture.Ordering(form.OrderChoice{PackageID: 2001}))
		one.Fill(t, bill)
		paid, err := one.Pay(t, one.Payment(t, form.OrderChoice{PackageID: 2001}))
		if err != nil {
			t.Fatal(err)
		}
		if paid.Registration.Parent.FamilyID != made[0].FamilyID {
			t.Errorf("parent %d joined family %s, want %s", i, paid.Registration.Parent.FamilyID, made[0].FamilyID)
		}
	}
	w.Work(t)
	w.WantBooks(t, fixture.Books{Placed: 2, Families: 1, Subscriptions: 2, Receipts: 2, Captured: 2})
}

// Each family member has their own color until there are more members than colors.
func TestColorsOfAFamily(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	in := invite.Input{Parent: form.InvitedPerson{FirstName: "Ada", LastName: "Roy", Email: "ada@example.com"}}
	for _, name := range []string{"Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ike"} {
		in.Children = append(in.Children, form.Child{FirstName: name, LastName: "Roy"})
	}
	if _, err := w.Client.Invite.Create(t.Context(), w.Professional(t), in, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	var got []string
	for _, m := range w.MailedGuest(t, email.Invitation).Context(t).FamilyMembers {
		got = append(got, m.FirstName+" "+m.Color)
	}
	want := []string{
		"Ada #1f6f5c", "Bo #8a4b08", "Cy #2f5aa8", "Di #8a2f6b", "Ed #4d6b1f", "Flo #6a4aa8", "Gil #a03a2e", "Hal #3d5a66", "Ike #1f6f5c",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("colors (-want +got):\n%s", diff)
	}
}

// A rejection stored under an idempotency key is returned in the language of each call.
func TestStoredRefusalOfAnInvitationIsTranslated(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	pro := w.Professional(t)
	in := invite.Input{Parent: form.InvitedPerson{LastName: "Roy", Email: "ada@example.com"}}
	var texts []string
	for _, lang := range []string{"en", "es"} {
		var invalid *fault.ValidationError
		if _, err := w.Client.Invite.Create(t.Context(), pro, in, caller.Meta{Lang: lang, IdempotencyKey: "refused-key"}); !errors.As(err, &invalid) || len(invalid.Violations) != 1 {
			t.Fatalf("a refusal in %s: %v", lang, err)
		}
		texts = append(texts, invalid.Violations[0].Text)
	}
	if diff := cmp.Diff([]string{"This field is required", "Este campo es obligatorio"}, texts); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

func TestCreateInvitationRefusals(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	pro := w.ProvedProfessional(t)
	create := func(in invite.Input) error {
		return fixture.Second(w.Client.Invite.Create(t.Context(), pro, in, fixture.English))
	}
	ben := form.InvitedPerson{FirstName: "Ben", LastName: "Lee", Email: "ben@example.com"}
	fixture.WantRefusal(t, create(invite.Input{Parent: form.InvitedPerson{LastName: "Lee"}}), "parent.firstName=field_required", "parent.email=invitation_unreachable")
	fixture.WantRefusal(t, create(invite.Input{Parent: ben, CoParent: &ben}), "coParent.email=coparent_email_same")
	ada := form.InvitedPerson{FirstName: "Ada", LastName: "Roy", Email: "ada@example.com"}
	fixture.WantRefusal(t, create(invite.Input{Parent: ben, CoParent: &ada, Children: []form.Child{
		{FirstName: "Lia", LastName: "Lee", Email: " BEN@example.com"}, {FirstName: "Leo", LastName: "Lee", Email: "ada@EXAMPLE.com "},
	}}), "children[0].email=child_email_parent", "children[1].email=child_email_parent")
	fixture.WantRefusal(t, create(invite.Input{Parent: ben, Locale: "fr"}), "locale=invitation_locale_unknown")
	for _, id := range []string{"nonsense", "018f3a5e-0000-7000-8000-000000000000"} {
		if err := fixture.Second(w.Client.Invite.Create(t.Context(), id, invite.Input{Parent: ben}, fixture.English)); !errors.Is(err, fault.ProfessionalNotFound) {
			t.Errorf("professional %s: %v", id, err)
		}
	}
	// A suspended professional can't invite until the suspension ends.
	if err := w.Client.Professional.Suspend(t.Context(), pro); err != nil {
		t.Fatal(err)
	}
	fixture.WantFault(t, create(invite.Input{Parent: ben}), fault.ProfessionalNotFound)
	if err := w.Client.Professional.Restore(t.Context(), pro); err != nil {
		t.Fatal(err)
	}
	suspended := fixture.InsertProfessional(t, w.Env)
	if err := w.Client.Professional.Suspend(t.Context(), suspended); err != nil {
		t.Fatal(err)
	}
	if err := fixture.Second(w.Client.Invite.Create(t.Context(), suspended, invite.Input{Parent: ben}, fixture.English)); !errors.Is(err, fault.ProfessionalNotFound) {
		t.Errorf("a suspended professional: %v", err)
	}
	// The answer for an address with an account is the same as for any other; a mail informs its owner.
	other, err := w.Client.Invite.Create(t.Context(), pro, invite.Input{Parent: form.InvitedPerson{FirstName: "Some", LastName: "One", Email: "pat@example.com"}}, fixture.English)
	if err != nil || other[0].State != invite.Open || other[0].Email != "pat@example.com" {
		t.Errorf("a taken address: %+v, %v", other, err)
	}
	w.Work(t)
	mails := w.Mailbox.Mails()
	if last := mails[len(mails)-1]; last.To != "pat@example.com" || last.Link != "" {
		t.Errorf("mail to %s with link %q", last.To, last.Link)
	}
}

// The seat of a revoked invitation is offered again, and only one invitee gets it.
func TestRevokeAndInviteAgain(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, true)
	g.Fill(t, fixture.StepOne())
	inviter := g.Context(t).FamilyMembers[0].UserID
	cara := form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "cara@example.com"}
	invitation := func() (*invite.Info, error) {
		return w.Client.Invite.InviteCoParent(t.Context(), inviter, cara, "", fixture.English)
	}
	if _, err := invitation(); !errors.Is(err, account.SeatTaken) {
		t.Errorf("while the seat is offered: %v", err)
	}
	id := w.InvitationID(t)
	for range 2 { // the second call changes nothing
		revoked, err := w.Client.Invite.Revoke(t.Context(), id)
		if err != nil || revoked.State != invite.Revoked {
			t.Fatalf("revoked: %+v, %v", revoked, err)
		}
	}
	if err := g.StillGood(t); !errors.Is(err, account.InvitationTokenInvalid) {
		t.Errorf("the revoked link: %v", err)
	}
	if n := fixture.CountRows(t, w.Env, "registrations WHERE invitation_id IS NOT NULL AND state = 'open'"); n != 0 {
		t.Errorf("%d registrations of revoked invitations are open", n)
	}
	if n := fixture.CountRows(t, w.Env, "tokens WHERE kind = 'invitation' AND ended_why IS DISTINCT FROM 'revoked'"); n != 0 {
		t.Errorf("%d tokens of revoked invitations aren't revoked", n)
	}
	if _, err := w.Client.Invite.Resend(t.Context(), id); !errors.Is(err, invite.Closed) {
		t.Errorf("resending a revoked invitation: %v", err)
	}
	if err := w.Client.Invite.Renew(t.Context(), g.Token, fixture.English); err != nil {
		t.Errorf("requesting a new link of a revoked invitation: %v, want no error", err)
	}
	made, err := invitation()
	if err != nil || made.UserID == g.UserID || !made.SeatPaid {
		t.Fatalf("invited again: %+v, %v", made, err)
	}
	w.Work(t)
	next := w.MailedGuest(t, email.Invitation)
	c := next.Context(t)
	if c.Registration.Parent.FirstName != "Cara" || !c.IsSubscriptionCurrent || c.Registration.SignupID != "" || c.Next != "/invite/step1" || next.UserID != made.UserID {
		t.Errorf("the new guest's context: %+v with parent %+v", c, c.Registration.Parent)
	}
	listed, err := w.Client.Invite.List(t.Context(), invite.Filter{})
	if err != nil || len(listed) != 2 || listed[0].ID != made.ID || listed[1].State != invite.Revoked {
		t.Errorf("listed %+v, %v", listed, err)
	}
	if byMail, err := w.Client.Invite.List(t.Context(), invite.Filter{Email: "CARA@example.com", State: "open", Limit: 1}); err != nil || len(byMail) != 1 || byMail[0].ID != made.ID {
		t.Errorf("by e-mail: %+v, %v", byMail, err)
	}
	if _, err := w.Client.Invite.InviteCoParent(t.Context(), g.UserID, cara, "", fixture.English); !errors.Is(err, invite.InviterNotFound) {
		t.Errorf("invited by a guest without an account: %v", err)
	}
}

// An invitee can't use another person's email address or user id, and a token opens only its owner's invitation.
func TestInvitationRefusals(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	one, two := fixture.GuestOf(t, w, false), fixture.GuestOf(t, w, false)
	if err := fixture.Second(w.Client.Invite.Read(t.Context(), two.UserID, one.Token, fixture.English)); !errors.Is(err, fault.AccountForbidden) {
		t.Errorf("a good token with another's id: %v", err)
	}
	typed := fixture.StepOne()
	typed.Parent.UserID = two.UserID
	if err := fixture.Second(w.Client.Invite.Update(t.Context(), one.UserID, one.Token, typed, fixture.English)); !errors.Is(err, fault.AccountForbidden) {
		t.Errorf("another's id in the body: %v", err)
	}
	var failure *fault.Fault
	if err := fixture.Second(w.Client.Invite.Read(t.Context(), one.UserID, "made-up", fixture.English)); !errors.As(err, &failure) || failure.StatusCode != 112 || failure.Kind != fault.Unauthenticated {
		t.Errorf("an invented token: %v", err)
	}
	if err := fixture.Second(w.Client.Account.Parent(t.Context(), one.UserID, "made-up")); !errors.As(err, &failure) || failure.StatusCode != 112 {
		t.Errorf("an invented token at the parent's calls: %v", err)
	}
	typed = fixture.StepOne()
	typed.Parent.Email = "ANA.diaz.1@example.com"
	fixture.WantRefusal(t, fixture.Second(w.Client.Invite.Update(t.Context(), one.UserID, one.Token, typed, fixture.English)), "duplicate=parent_duplicate")
	for name, in := range map[string]signup.Input{
		"address before step 1": fixture.Billing(), "order before step 1": fixture.Ordering(form.OrderChoice{PackageID: 2001}),
	} {
		in.Sections = in.Sections[len(in.Sections)-1:]
		if err := fixture.Second(w.Client.Invite.Update(t.Context(), one.UserID, one.Token, in, fixture.English)); !errors.Is(err, fault.StepOutOfOrder) {
			t.Errorf("%s: %v", name, err)
		}
	}
	family := signup.Input{Sections: []signup.Section{signup.SectionFamily}, CoParent: &form.CoParent{}}
	if err := fixture.Second(w.Client.Invite.Update(t.Context(), one.UserID, one.Token, family, fixture.English)); !errors.Is(err, fault.SectionUnknown) {
		t.Errorf("a family section from an invited parent: %v", err)
	}
	// A declined payment changes nothing, and another card is accepted.
	one.Fill(t, fixture.StepOne())
	one.Fill(t, fixture.Ordering(form.OrderChoice{PackageID: 2001}))
	one.Fill(t, fixture.Billing())
	declined := one.Payment(t, form.OrderChoice{PackageID: 2001})
	declined.Payment.Nonce = "fake-processor-declined-visa-nonce"
	fixture.WantRefusal(t, fixture.Second(one.Pay(t, declined)), "nonce=payment_method_declined")
	if next := one.Context(t).Next; next != "/invite/payment" {
		t.Errorf("after a decline: %s", next)
	}
	if _, err := one.Pay(t, one.Payment(t, form.OrderChoice{PackageID: 2001})); err != nil {
		t.Fatal(err)
	}
	if err := fixture.Second(one.Pay(t, declined)); !errors.Is(err, fault.RegistrationIsPaid) {
		t.Errorf("paying twice: %v", err)
	}
	if err := fixture.Second(w.Client.Invite.Update(t.Context(), one.UserID, one.Token, fixture.StepOne(), fixture.English)); !errors.Is(err, fault.RegistrationIsPaid) {
		t.Errorf("changing a paid sign-up: %v", err)
	}
	// The other guest can't join with the first guest's address.
	fixture.WantRefusal(t, fixture.Second(w.Client.Invite.Update(t.Context(), two.UserID, two.Token, fixture.StepOne(), fixture.English)), "duplicate=parent_duplicate")
}
