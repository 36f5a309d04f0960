package signups_test

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// everyone returns a test environment after at least one call of each operation that writes a registration, an order or an account.
func everyone(t *testing.T) *fixture.Till {
	t.Helper()
	w := fixture.NewTill(t)
	abandoned(t, w)
	parent := paidAtSecondTry(t, w)
	custom := invitedToPay(t, w)
	confirmedDuplicate(t, w)
	movedAddress(t, w)
	customPackage(t, w, custom)
	declinedTwice(t, w, custom)
	givenBack(t, w)
	invitedByOthers(t, w, parent)
	professionalsKeptBack(t, w)
	refused := refusedRenewal(t, w)

	w.Clock.Advance(366 * fixture.Day)
	w.RunRenewals(t)
	w.Clock.Advance(time.Minute)
	if _, err := w.Client.Subscription.EndRenewal(t.Context(), refused); err != nil {
		t.Fatal(err)
	}
	return w
}

var spanish = caller.Meta{Lang: "es", Locale: "es-MX", AnonymousID: "visitor-1", ReferrerKey: "familylaw"}

// firstStep creates a sign-up from the parent's section of in.
func firstStep(t *testing.T, w *fixture.Till, in signup.Input, meta caller.Meta) sdktest.Session {
	t.Helper()
	in.Sections = []signup.Section{signup.SectionParent}
	return create(t, w, in, meta)
}

func create(t *testing.T, w *fixture.Till, in signup.Input, meta caller.Meta) sdktest.Session {
	t.Helper()
	made, err := w.Client.Signup.Create(t.Context(), in, meta)
	if err != nil {
		t.Fatal(err)
	}
	return sdktest.Session{SignupID: made.SignupID, Key: secret.Secret(made.RegistrationKey)}
}

func update(t *testing.T, w *fixture.Till, s sdktest.Session, in signup.Input, meta caller.Meta) {
	t.Helper()
	if _, err := w.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, meta); err != nil {
		t.Fatal(err)
	}
}

// decline tries to pay with a card that is declined.
func decline(t *testing.T, w *fixture.Till, s sdktest.Session, change ...func(*payment.Input)) {
	t.Helper()
	if _, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce", change...)); err == nil {
		t.Fatal("a card that is declined paid")
	}
}

// eve returns a sign-up with all fields filled, and with spaces that validation removes.
func eve() signup.Input {
	in := sdktest.ReadyToPay(802)
	in.Sections = append(in.Sections, signup.SectionSecurityQuestion, signup.SectionSecurityCode)
	in.Parent.FirstName, in.Parent.LastName, in.Parent.Email, in.Parent.PhoneNumber = " Ève ", " O'Neil ", " Ana.Diaz.802@example.com ", " 2155500802 "
	in.CoParent.FirstName, in.CoParent.LastName, in.CoParent.Email, in.CoParent.PhoneNumber = " Ben ", " Diaz ", " ben.diaz.802@example.com ", " 4125500802 "
	in.Children = []form.Child{{FirstName: " Dan ", LastName: " Diaz ", Email: " dan.802@example.com "}}
	in.Address.Line1, in.Address.City, in.Address.Region, in.Address.PostalCode = " 1 Market Street ", " Philadelphia ", " PA ", " 19103 "
	in.Referral = &form.Referral{Selection: " OTHER ", Other: " A poster "}
	in.SelectionCode, in.SegmentIdentify = "PRE2", true
	in.Order.PayForCoparent = true
	return in
}

// paidAtSecondTry changes every field of the first step in the second. It pays after a declined card, with a professional's code and a coupon. It
// returns the parent's id.
func paidAtSecondTry(t *testing.T, w *fixture.Till) string {
	t.Helper()
	pat := w.SignUpProfessional(t)
	batch, err := w.Client.Codes.Buy(t.Context(), pat.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("buy-codes-1"))
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	s := firstStep(t, w, sdktest.ReadyToPay(801), caller.Meta{Lang: "en"})
	w.Clock.Advance(time.Minute)
	update(t, w, s, eve(), spanish)
	code, err := w.Client.Codes.Issue(t.Context(), pat.ProfessionalID, batch.ID, codes.IssueInput{Email: "ana@example.com"}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	decline(t, w, s)
	w.Clock.Advance(time.Minute)
	paid, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
		in.PayForCoparent, in.PaymentCodes, in.PromoCodes = true, []string{code.Code}, []string{"FLAT15"}
		in.TermsAndConditions, in.MarketingOptIn, in.SegmentAnonymousID = true, true, "visitor-1"
		in.Payment.StorePaymentOnFile = new(true)
	}))
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	return paid.Registration.Parent.UserID
}

// invitedToPay makes an invited parent who pays for their own seat, with an email address that has another invitation. It returns the chosen custom
// package.
func invitedToPay(t *testing.T, w *fixture.Till) form.OrderChoice {
	t.Helper()
	step := fixture.StepOne()
	other := fixture.GuestOf(t, w, false, func(in *signup.Input) { in.CoParent.Email = step.Parent.Email })
	other.Fill(t, step)
	g := fixture.GuestOf(t, w, false, func(in *signup.Input) {
		in.CoParent.PhoneCountryCode, in.CoParent.PhoneNumber = "+44", "2079460998"
	})
	w.Clock.Advance(time.Minute)
	step.Parent.FirstName, step.Parent.LastName = "Benno", "Ode"
	step.Referral = &form.Referral{Selection: "OTHER", Other: "A friend"}
	g.Fill(t, step)
	order := form.OrderChoice{ProductID: "SUB1YEAR", Services: []string{"MYFILES5GB", "CALLSBASIC"}}
	order.PackageID = fixture.PackageLike(t, w, order)
	g.Fill(t, fixture.Ordering(order))
	billing := fixture.Billing()
	billing.Parent.FirstName, billing.Parent.LastName = step.Parent.FirstName, step.Parent.LastName
	if _, err := g.Client.Invite.Update(t.Context(), g.UserID, g.Token, billing, spanish); err != nil {
		t.Fatal(err)
	}
	in := g.Payment(t, order, func(d *payment.Details) { d.StorePaymentOnFile = new(true) })
	in.TermsAndConditions, in.MarketingOptIn, in.SegmentAnonymousID = true, true, "visitor-2"
	if _, err := g.Pay(t, in); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	return order
}

// confirmedDuplicate makes a parent with another's name and phone number, and a move to another country.
func confirmedDuplicate(t *testing.T, w *fixture.Till) {
	t.Helper()
	other := eve()
	in := sdktest.ReadyToPay(803)
	in.Parent.FirstName, in.Parent.LastName = other.Parent.FirstName, other.Parent.LastName
	in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, in.Parent.TimeZone = "+44", "2079460803", "Europe/London"
	s := firstStep(t, w, in, spanish)
	in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, in.Parent.TimeZone = other.Parent.PhoneCountryCode, other.Parent.PhoneNumber, other.Parent.TimeZone
	in.CoParent.FirstName, in.CoParent.LastName, in.CoParent.PhoneNumber = other.CoParent.FirstName, other.CoParent.LastName, other.CoParent.PhoneNumber
	in.CoParent.Email, in.KnowsCoParentEmail = "", new(bool)
	in.ParentDuplicateConfirmed, in.CoParentDuplicateConfirmed, in.CountryConfirmed = true, true, true
	update(t, w, fixture.ByLink(t, w.Env, s), in, spanish)
}

// movedAddress makes a parent and corrects their address by the mailed link.
func movedAddress(t *testing.T, w *fixture.Till) {
	t.Helper()
	in := sdktest.ReadyToPay(805)
	s := firstStep(t, w, in, spanish)
	in.Parent.Email, in.Sections = "moved."+in.Parent.Email, []signup.Section{signup.SectionParent}
	update(t, w, fixture.ByLink(t, w.Env, s), in, spanish)
}

// customPackage makes a parent, changes to a custom package, and stops at the payment.
func customPackage(t *testing.T, w *fixture.Till, custom form.OrderChoice) {
	t.Helper()
	meta := spanish
	meta.ForcedFlags = map[string]string{"grow621": "Treatment"}
	s := create(t, w, sdktest.ReadyToPay(804), meta)
	pending := form.OrderChoice{PackageID: custom.PackageID}
	update(t, w, s, signup.Input{
		Sections: []signup.Section{signup.SectionName, signup.SectionOrder},
		Parent:   &form.Parent{FirstName: " Kay ", LastName: " Lund "},
		Order:    &signup.Order{OrderChoice: pending},
	}, meta)
	if err := beginPaying(t, w.Env, s.SignupID, s.Key); err != nil {
		t.Fatal(err)
	}
	// A phone number of a country without the package removes the package.
	for i, choice := range []form.OrderChoice{custom, pending} {
		in := sdktest.ReadyToPay(806 + i)
		in.Sections = []signup.Section{signup.SectionParent, signup.SectionFamily, signup.SectionOrder}
		in.Order = &signup.Order{OrderChoice: choice, PayForCoparent: true}
		s := create(t, w, in, meta)
		in.Sections = []signup.Section{signup.SectionParent}
		in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, in.Parent.TimeZone = "+44", "2079460806", "Europe/London"
		update(t, w, s, in, meta)
	}
}
