package subjects_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// history is one run of the privacy test: people, their actions, and every text entered about them.
type history struct {
	rapid.TB
	*fixture.Till
	ctx      context.Context
	engine   *core.Core
	mailbox  *sdktest.Mailbox
	people   []*human
	records  []*record
	families map[string]*family
	entries  int // made-up texts so far

	professional, batch string
	suspended           bool
}

// human is one of the people. Each reads mail at one address.
type human struct {
	name, address string
	accounts      []string
	session       sdktest.Session // of their latest sign-up
	began         []*record       // in that sign-up
	erased        bool
}

// record is one person's entry about one person.
type record struct {
	what    string
	of      *human // the owner of the data; nil if a stranger or a typing error made it
	address string // entered with it
	texts   []string
	account string    // the account that holds it
	family  *family   // set for a child
	issued  bool      // entered with an issued code
	until   time.Time // end of its retention; zero: none
	gone    bool
}

// family lists the people that may see its children: joined members and open invitees.
type family struct {
	members []*human
	joined  bool // by any member, ever
}

func (f *family) has(p *human) bool { return slices.Contains(f.members, p) }
func (f *family) leave(p *human) {
	f.members = slices.DeleteFunc(f.members, func(m *human) bool { return m == p })
}

// newHistory empties the database and adds a cast without any actions, and a professional with codes.
func newHistory(t *testing.T, reports rapid.TB, till *fixture.Till, cast []string) *history {
	t.Helper()
	h := &history{TB: reports, Till: till, ctx: t.Context(), engine: fixture.Core(till.Env), mailbox: &sdktest.Mailbox{}, families: map[string]*family{}}
	h.empty()
	till.Clock.Set(sdktest.Start)
	cfg := till.Config
	cfg.Mailer = h.mailbox
	till.Client = till.NewClient(t, cfg)
	for _, name := range cast {
		h.people = append(h.people, &human{name: name, address: strings.ToLower(name) + ".of.the.cast@example.com"})
	}
	added, err := h.Client.Professional.Add(h.ctx, form.Professional{FirstName: "Pat", LastName: "Lee", Email: "pat@example.com"}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	batch, err := h.Client.Codes.Create(h.ctx, codes.BatchInput{ProfessionalID: added.ProfessionalID, PackageID: 2001, Size: 500, Active: true}, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	h.professional, h.batch = added.ProfessionalID, batch.ID
	return h
}

func (h *history) human(name string) *human {
	if i := slices.IndexFunc(h.people, func(p *human) bool { return p.name == name }); i >= 0 {
		return h.people[i]
	}
	return nil
}

// at returns the owner of an address; nil for a mistyped one.
func (h *history) at(address string) *human {
	if i := slices.IndexFunc(h.people, func(p *human) bool { return p.address == address }); i >= 0 {
		return h.people[i]
	}
	return nil
}

// madeUp matches the texts of word, digits and the cast's addresses. Keys and hashes never have these forms by chance.
var madeUp = regexp.MustCompile(`qzvk[a-z]{4}x|\b1?21555[0-9]{5}\b|[a-z]+\.of\.the\.cast`)

// word returns a new text. No text contains another.
func (h *history) word(about string) string {
	h.entries++
	return fmt.Sprintf("%sqzvk%c%c%c%cx", about, 'a'+h.entries/17576%26, 'a'+h.entries/676%26, 'a'+h.entries/26%26, 'a'+h.entries%26)
}

func (h *history) digits() string {
	h.entries++
	return fmt.Sprintf("21555%05d", h.entries)
}

// mistypedAddress returns a mistyped address.
func (h *history) mistypedAddress() string { return h.word("typo") + "@example.com" }

func (h *history) enter(r record) *record {
	h.records = append(h.records, &r)
	return &r
}

func (h *history) guest(parent, address string) (form.InvitedPerson, *record) {
	g := form.InvitedPerson{FirstName: h.word("Named"), LastName: h.word("Named"), Email: address, PhoneCountryCode: "+1", PhoneNumber: h.digits()}
	return g, h.enter(record{what: "whom " + parent + " named", of: h.at(address), address: address, texts: []string{g.FirstName, g.LastName, g.PhoneNumber}})
}

func (h *history) children(parent *human, by, address string) ([]form.Child, *record) {
	child := form.Child{FirstName: h.word("Child"), LastName: h.word("Child"), Email: h.word("child") + "@example.com"}
	return []form.Child{child}, h.enter(record{what: "a child whom " + by + " named", of: parent, address: address, texts: []string{child.FirstName, child.LastName, child.Email}})
}

// self returns a person's entries about themselves.
func (h *history) self(p *human, address string) (signup.Input, *record) {
	in := sdktest.ReadyToPay(1)
	in.Parent.FirstName, in.Parent.LastName, in.Parent.Email, in.Parent.PhoneNumber = h.word(p.name), h.word("Last"), address, h.digits()
	in.Address.Line1, in.Address.City = "7 "+h.word("Street"), h.word("City")
	line2 := h.word("Floor")
	in.Address.Line2 = &line2
	in.Referral = &form.Referral{Selection: form.ReferralOther, Other: h.word("Heard")}
	in.SecurityQuestion, in.SecurityAnswer = "Where was "+h.word("Question")+"?", secret.Secret(h.word("Answer"))
	in.CoParent, in.Children = nil, nil
	return in, h.enter(record{
		what: "what " + p.name + " entered about themselves", of: p, address: address,
		texts: []string{in.Parent.FirstName, in.Parent.LastName, in.Parent.PhoneNumber, in.Address.Line1, in.Address.City, line2, in.Referral.Other, in.SecurityQuestion, in.SecurityAnswer.Reveal()},
	})
}

func (h *history) signUp(actor *human, address, named string) {
	in, own := h.self(actor, address)
	guest, other := h.guest(actor.name, named)
	in.CoParent = &form.CoParent{FirstName: guest.FirstName, LastName: guest.LastName, Email: guest.Email, PhoneCountryCode: guest.PhoneCountryCode, PhoneNumber: guest.PhoneNumber}
	var children *record
	in.Children, children = h.children(actor, actor.name, address)
	in.ParentDuplicateConfirmed, in.CoParentDuplicateConfirmed = true, true // "I know": the form only warns
	visitor := h.word("visitor")
	own.texts = append(own.texts, visitor)
	answer, err := h.Client.Signup.Create(h.ctx, in, caller.Meta{Lang: "en", AnonymousID: visitor, IdempotencyKey: h.word("key-of-the-sign-up")})
	if h.took(err) {
		actor.session = sdktest.Session{SignupID: answer.SignupID, Key: secret.Secret(answer.RegistrationKey)}
		actor.began = []*record{own, other, children}
	}
}

// stranger types another person's address in step 1 and continues.
func (h *history) stranger(actor, target *human) {
	in, own := h.self(actor, target.address)
	own.of, own.what = nil, "what "+actor.name+" entered with the address of "+target.name
	var children *record
	in.Children, children = h.children(nil, actor.name, target.address)
	guest, _ := h.guest(actor.name, h.mistypedAddress())
	in.CoParent = &form.CoParent{FirstName: guest.FirstName, LastName: guest.LastName, Email: guest.Email}
	children.what += " with the address of " + target.name
	_, err := h.Client.Signup.Create(h.ctx, in, fixture.English)
	h.took(err)
}

func (h *history) pay(actor *human, forTwo bool) {
	s := actor.session
	if s.SignupID == "" {
		return
	}
	in := payment.Input{Order: form.OrderChoice{PackageID: 2001}, PayForCoparent: forTwo, Payment: payment.Details{Nonce: fixture.GoodNonce, StorePaymentOnFile: &forTwo}}
	quote, err := h.Client.Signup.Price(h.ctx, s.SignupID, s.Key, price.QuoteInput{OrderDetail: in.Order, PayForCoparent: forTwo}, fixture.English)
	if !h.took(err) {
		return
	}
	in.Payment.TaxID, in.Payment.AmountDisplayed, in.Payment.TaxAmountDisplayed = quote.TaxID, quote.Totals.Total, quote.Totals.TaxAmount
	in.Payment.CardHolderName = h.word("Card")
	own := actor.began[0]
	own.texts = append(own.texts, in.Payment.CardHolderName)
	paid, err := h.Client.Checkout.Pay(h.ctx, s.SignupID, s.Key, in, caller.Meta{Lang: "en", IdempotencyKey: h.word("key-of-the-payment")})
	if !h.took(err) {
		return
	}
	h.moveIn(actor, paid.Registration.Parent.UserID, paid.Registration.Parent.FamilyID, own, actor.began[2])
	if guest := h.at(actor.began[1].address); guest != nil {
		h.families[paid.Registration.Parent.FamilyID].members = append(h.families[paid.Registration.Parent.FamilyID].members, guest)
	}
	actor.session = sdktest.Session{}
	h.setCredentials(actor, paid.ClickToJoinToken.Reveal(), own)
	h.work()
}

// moveIn makes a person a member of a family, with an account and their records.
func (h *history) moveIn(actor *human, userID, familyID string, own, children *record) {
	if h.families[familyID] == nil {
		h.families[familyID] = &family{}
	}
	f := h.families[familyID]
	f.joined = true
	if !f.has(actor) {
		f.members = append(f.members, actor)
	}
	actor.accounts, own.account = append(actor.accounts, userID), userID
	if children != nil {
		children.family = f
	}
}

func (h *history) setCredentials(actor *human, token string, own *record) {
	name := strings.ToLower(h.word("user"))
	own.texts = append(own.texts, name)
	_, err := h.Client.Account.SetCredentials(h.ctx, secret.Secret(token), account.CredentialsInput{Username: name, Password: "Quite-long-pass-7", TermsAndConditions: true}, fixture.English)
	h.took(err)
}

// join follows the last link mailed to a person, to the end or to the first form.
func (h *history) join(actor *human, toTheEnd bool) {
	userID, token := h.lastLink(actor.address)
	if token == "" {
		return
	}
	in, own := h.self(actor, actor.address)
	first := in
	first.Sections = []signup.Section{signup.SectionParent, signup.SectionReferral, signup.SectionSecurityQuestion, signup.SectionSecurityCode}
	first.Parent = &form.Parent{FirstName: in.Parent.FirstName, LastName: in.Parent.LastName, Email: in.Parent.Email, PhoneCountryCode: "+1", PhoneNumber: in.Parent.PhoneNumber}
	if _, err := h.Client.Invite.Update(h.ctx, userID, token, first, fixture.English); !h.took(err) || !toTheEnd {
		return
	}
	billing := in
	billing.Sections = []signup.Section{signup.SectionParent, signup.SectionAddress}
	answer, err := h.Client.Invite.Read(h.ctx, userID, token, fixture.English)
	if !h.took(err) {
		return
	}
	order := form.OrderChoice{PackageID: 2001}
	if !answer.IsSubscriptionCurrent {
		if _, err := h.Client.Invite.Update(h.ctx, userID, token, fixture.Ordering(order), fixture.English); !h.took(err) {
			return
		}
	}
	updated, err := h.Client.Invite.Update(h.ctx, userID, token, billing, fixture.English)
	if !h.took(err) {
		return
	}
	credentials := updated.Invitation.ClickToJoinToken
	if !answer.IsSubscriptionCurrent {
		quote, err := h.Client.Invite.Price(h.ctx, userID, token, invite.QuoteInput{OrderDetail: order}, fixture.English)
		if !h.took(err) {
			return
		}
		paid, err := h.Client.Invite.Pay(h.ctx, userID, token, invite.PaymentInput{Order: order, TermsAndConditions: true, Payment: payment.Details{
			TaxID: quote.TaxID, AmountDisplayed: quote.Totals.Total, TaxAmountDisplayed: quote.Totals.TaxAmount, Nonce: fixture.GoodNonce,
		}}, caller.Meta{Lang: "en", IdempotencyKey: h.word("key-of-the-payment")})
		if !h.took(err) {
			return
		}
		credentials = paid.ClickToJoinToken
	}
	h.moveIn(actor, userID, h.familyOf(userID), own, nil)
	h.setCredentials(actor, credentials.Reveal(), own)
	h.work()
}

// familyOf returns the family of an invited parent.
func (h *history) familyOf(userID string) string {
	all, err := h.Client.Invite.List(h.ctx, invite.Filter{Limit: 500})
	if err != nil {
		h.Fatalf("%v", err)
	}
	return all[slices.IndexFunc(all, func(i invite.Info) bool { return i.UserID == userID })].FamilyID
}

// lastLink returns user and token of the last invitation mailed to an address.
func (h *history) lastLink(address string) (userID string, token secret.Secret) {
	for _, m := range slices.Backward(h.mailbox.Mails()) {
		_, fragment, found := strings.Cut(m.Link.Reveal(), "#")
		if m.To != address || !found || !strings.HasPrefix(string(m.Kind), string(email.Invitation)) {
			continue
		}
		values, err := url.ParseQuery(fragment)
		if err != nil {
			h.Fatalf("%v", err)
		}
		return values.Get("userId"), secret.Secret(values.Get("token"))
	}
	return "", ""
}

func (h *history) invite(actor *human, address string) {
	if len(actor.accounts) == 0 {
		return
	}
	guest, _ := h.guest(actor.name, address)
	made, err := h.Client.Invite.InviteCoParent(h.ctx, actor.accounts[len(actor.accounts)-1], guest, "", fixture.English)
	if !h.took(err) {
		return
	}
	if p, f := h.at(address), h.families[made.FamilyID]; p != nil && f != nil && !f.has(p) {
		f.members = append(f.members, p)
	}
	h.work()
}

// revoke ends the open invitations that came from a person.
func (h *history) revoke(actor *human) {
	open, err := h.Client.Invite.List(h.ctx, invite.Filter{State: "open"})
	if err != nil {
		h.Fatalf("%v", err)
	}
	for _, i := range open {
		if slices.Contains(actor.accounts, i.InviterUserID) {
			_, err := h.Client.Invite.Revoke(h.ctx, i.ID)
			h.took(err)
			if p, f := h.at(i.Email), h.families[i.FamilyID]; p != nil && f != nil && !slices.Contains(p.accounts, i.UserID) {
				f.leave(p)
			}
		}
	}
}

func (h *history) inviteFamily(actor, target *human) {
	parent, _ := h.guest("the professional", actor.address)
	other, _ := h.guest("the professional", target.address)
	children, child := h.children(nil, "the professional", actor.address)
	made, err := h.Client.Invite.Create(h.ctx, h.professional, invite.Input{Parent: parent, CoParent: &other, Children: children}, fixture.English)
	if !h.took(err) {
		return
	}
	f := &family{members: []*human{actor, target}}
	h.families[made[0].FamilyID], child.family = f, f
	h.work()
}

func (h *history) issue(actor *human) {
	note := h.word("Note")
	h.enter(record{what: "the professional's note on " + actor.name, of: actor, address: actor.address, texts: []string{note}, issued: true})
	_, err := h.Client.Codes.Issue(h.ctx, h.professional, h.batch, codes.IssueInput{Email: actor.address, IssuedTo: note}, fixture.English)
	h.took(err)
	h.work()
}

func (h *history) suspend() {
	change := h.Client.Professional.Suspend
	if h.suspended {
		change = h.Client.Professional.Restore
	}
	if h.took(change(h.ctx, h.professional)) {
		h.suspended = !h.suspended
	}
}

// practise signs a person up as a professional. proved is whether they use the link of the mail.
func (h *history) practise(actor *human, proved bool) {
	in := sdktest.ReadyProfessional(1)
	in.FirstName, in.LastName, in.Email, in.PhoneNumber = h.word(actor.name), h.word("Last"), actor.address, h.digits()
	in.Credentials, in.PracticeName, in.AddressLine1, in.AddressLine2, in.City = h.word("Degree"), h.word("Practice"), h.word("Street"), h.word("Floor"), h.word("City")
	in.ReferralColleagueName, in.SecurityQuestion, in.SecurityAnswer = h.word("Colleague"), h.word("Question"), secret.Secret(h.word("Answer"))
	own := h.enter(record{what: "what " + actor.name + " entered as a professional", of: actor, address: actor.address, texts: []string{
		in.FirstName, in.LastName, in.PhoneNumber, in.Credentials, in.PracticeName, in.AddressLine1, in.AddressLine2, in.City,
		in.ReferralColleagueName, in.SecurityQuestion, in.SecurityAnswer.Reveal(),
	}})
	made, err := h.Client.Professional.Create(h.ctx, in, fixture.English)
	if !h.took(err) {
		return
	}
	h.work()
	actor.accounts, own.account = append(actor.accounts, made.UserID), made.UserID
	if !proved {
		own.until = h.Clock.Now().Add(60 * fixture.Day)
		return
	}
	for _, m := range slices.Backward(h.mailbox.Mails()) {
		if m.To != actor.address || m.Kind != email.ProfessionalWelcome {
			continue
		}
		_, fragment, _ := strings.Cut(m.Link.Reveal(), "#")
		values, err := url.ParseQuery(fragment)
		if err != nil {
			h.Fatalf("%v", err)
		}
		h.setCredentials(actor, values.Get("token"), own)
		break
	}
}

// timePasses moves the clock and runs the workers' jobs.
func (h *history) timePasses(d time.Duration) {
	h.Clock.Advance(d)
	if err := h.Client.Subscription.ScheduleRenewals(h.ctx); err != nil {
		h.Fatalf("%v", err)
	}
	h.work()
	if err := h.Client.Operate.Expire(h.ctx); err != nil {
		h.Fatalf("%v", err)
	}
	if _, err := h.Client.Privacy.Purge(h.ctx); err != nil {
		h.Fatalf("%v", err)
	}
	for _, r := range h.records {
		r.gone = r.gone || !r.until.IsZero() && r.until.Before(h.Clock.Now())
	}
	h.wantGone()
}

// work runs the jobs that are due.
func (h *history) work() {
	if _, err := jobs.Drain(h.ctx, h.Client, h.Pool, h.Clock.Now()); err != nil {
		h.Fatalf("%v", err)
	}
}

func textOf(h *history, v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		h.Fatalf("%v", err)
	}
	return string(raw)
}
