package sdk_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// guest is an invited parent with the link that was mailed.
type guest struct {
	*till
	userID string
	token  sdk.Secret
}

// guestOf signs a parent up, pays, and gives the co-parent who was invited by that.
func guestOf(t *testing.T, w *till, seatPaid bool, change ...func(*sdk.RegistrationInput)) guest {
	t.Helper()
	s := w.SignUp(t, change...)
	in := w.input(t, s, goodNonce, func(in *sdk.PaymentInput) { in.PayForCoparent = seatPaid; in.TermsAndConditions = true })
	if _, err := w.pay(t, s, in); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	return w.mailedGuest(t, sdk.MailInvitation)
}

// mailedGuest takes the link out of the last mail of a kind.
func (w *till) mailedGuest(t *testing.T, kind sdk.MailKind) guest {
	t.Helper()
	mails := w.Mailbox.Mails()
	slices.Reverse(mails)
	at := slices.IndexFunc(mails, func(m sdk.Mail) bool { return m.Kind == kind })
	if at < 0 {
		t.Fatalf("no %s was mailed; there are %d mails", kind, len(mails))
	}
	address, fragment, _ := strings.Cut(mails[at].Link.Reveal(), "#")
	values, err := url.ParseQuery(fragment)
	if err != nil || values.Get("token") == "" || !strings.HasSuffix(address, "/app/join/invite") {
		t.Fatalf("the mailed link leads to %s with %d values in its fragment: %v", address, len(values), err)
	}
	return guest{till: w, userID: values.Get("userId"), token: sdk.Secret(values.Get("token"))}
}

// stepOne is what /invite/step1 asks.
func stepOne() sdk.RegistrationInput {
	return sdk.RegistrationInput{
		Sections: []sdk.Section{sdk.SectionParent, sdk.SectionReferral, sdk.SectionSecurityQuestion, sdk.SectionSecurityCode},
		Parent: &sdk.Parent{
			FirstName: "Benjamin", LastName: "Diaz", Email: "benjamin@example.com", PhoneCountryCode: "+1", PhoneNumber: "4125550199",
		},
		Referral:         &sdk.Referral{Selection: "SEARCH_ENGINE"},
		SecurityQuestion: "What was the name of your first pet?", SecurityAnswer: "Rex-the-canary", SecurityCode: "8361", ConfirmCode: "8361",
	}
}

// billing is the billing form of an invited parent.
func billing() sdk.RegistrationInput {
	in := sdktest.ReadyToPay(1)
	parent := *stepOne().Parent
	parent.TimeZone = "America/New_York"
	address := *in.Address
	address.Line1 = "77 Guest Road"
	return sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionParent, sdk.SectionAddress}, Parent: &parent, Address: &address}
}

// ordering chooses a package.
func ordering(order sdk.OrderChoice) sdk.RegistrationInput {
	return sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionOrder}, Order: &sdk.RegistrationOrder{OrderChoice: order}}
}

// fill sends one form of the invited parent, which has to be taken.
func (g guest) fill(t *testing.T, in sdk.RegistrationInput) *sdk.InvitationContext {
	t.Helper()
	answer, err := g.Client.UpdateInvitation(t.Context(), g.userID, g.token, in, english)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Invitation
}

// context reads the invitation.
func (g guest) context(t *testing.T) *sdk.InvitationContext {
	t.Helper()
	c, err := g.Client.Invitation(t.Context(), g.userID, g.token, english)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// payment is a payment call for what the quote shows.
func (g guest) payment(t *testing.T, order sdk.OrderChoice) sdk.InvitationPaymentInput {
	t.Helper()
	q, err := g.Client.PriceInvitation(t.Context(), g.userID, g.token, sdk.InvitationQuoteInput{OrderDetail: order}, english)
	if err != nil {
		t.Fatal(err)
	}
	return sdk.InvitationPaymentInput{Order: order, MarketingOptIn: true, Payment: sdk.PaymentDetails{
		TaxID: q.TaxID, AmountDisplayed: q.Totals.Total, TaxAmountDisplayed: q.Totals.TaxAmount, Nonce: "fake-valid-mastercard-nonce",
	}}
}

// pay pays for the guest's own seat.
func (g guest) pay(t *testing.T, in sdk.InvitationPaymentInput) (*sdk.PaymentAnswer, error) {
	t.Helper()
	return g.Client.PayInvitation(t.Context(), g.userID, g.token, in, sdk.CallMeta{Lang: "en", IdempotencyKey: g.newKey()})
}

// join sets username and password.
func (g guest) join(t *testing.T, token string, terms bool) (*sdk.CredentialsAnswer, error) {
	t.Helper()
	return g.Client.SetCredentials(t.Context(), sdk.Secret(token), sdk.CredentialsInput{
		Username: "guest_" + g.userID[len(g.userID)-6:], Password: "A-long-pass-77", TermsAndConditions: terms,
	}, english)
}
