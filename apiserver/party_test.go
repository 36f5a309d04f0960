package apiserver

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// party holds one of each object that a caller can own, with IDs and tokens.
type party struct {
	b      *bundle
	number int // of its sign-ups; every party has its own numbers

	signupID, key        string // a sign-up ready for payment
	signupLink           string // its key in a mailed link
	parent               sdktest.Parent
	paidSignup, paidKey  string // the parent's
	subscriptionID       string // the parent's
	receiptID            string // the parent's
	parentAccess         string // a token of the command line
	sessionID            string // of the parent's first login, with an unused token
	handOver             string // code that transfers the parent's login to the account page
	forgetful            string // a third parent's token for a new password
	waiting, waitingID   string // credentials token and account of a second parent, without credentials
	invitee, inviteLink  string // user and token of an invited parent
	inviteSignup         string // the invited parent's sign-up
	refusal              string // token to refuse the invitation, from the link "I don't know them"
	pro                  sdktest.Professional
	proLogin             string // account token of a login
	hostToken            string // of the customer's servers, with all scopes
	otherHostToken       string // one with another scope
	batchID, codeID, tax string // tax: id of the last quote of the sign-up
	total, taxAmount     string
	inviteQuote          price.Quote // the invited parent's last
}

// newParty creates a party through the SDK and over HTTP.
func (b *bundle) newParty(t *testing.T, number int) *party {
	t.Helper()
	p := &party{b: b, number: 10 * number}
	p.signupID, p.key = b.signup(p.number)

	if r := b.call(http.MethodPost, "/v1/signups/"+p.signupID+"/link", nil, "Registration-Key", p.key); r.status != http.StatusOK {
		t.Fatalf("a link to go on: %d %s", r.status, r.body)
	}
	b.env.RunJobs(t)
	p.signupLink = b.env.Mailbox.Link(email.SignupLink).Get("token")

	p.paidSignup, p.paidKey = b.signup(p.number + 1)
	paid := b.env.Pay(t, sdktest.Session{SignupID: p.paidSignup, Key: secret.Secret(p.paidKey)})
	p.parent = sdktest.Parent{Username: "parent_" + p.paidSignup[24:], Password: "Correct-Horse-1"}
	credentials := map[string]any{"username": p.parent.Username, "password": p.parent.Password.Reveal(), "termsAndConditions": true}
	if r := b.call(http.MethodPost, "/v1/credentials", credentials, "Authorization", "Bearer "+paid.ClickToJoinToken.Reveal()); r.status != http.StatusOK {
		t.Fatalf("credentials: %d %s", r.status, r.body)
	}
	login, err := b.env.Client.Account.Login(t.Context(), p.parent.Username, p.parent.Password, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	p.parent.UserID, p.parent.Token = login.UserID, secret.Secret(login.Auth)
	p.handOver = p.handOverCode(t)
	p.parentAccess = p.accessToken(t, p.parent.Username, p.parent.Password)
	p.subscriptionID = p.read(t, "SELECT x.id::text FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id WHERE s.payer_account_id = $1 LIMIT 1", p.parent.UserID)

	p.sessionID = p.read(t, "SELECT id::text FROM tokens WHERE account_id = $1 AND kind = 'account' ORDER BY created_at, id LIMIT 1", p.parent.UserID)
	p.receiptID = p.read(t, "SELECT id::text FROM receipts WHERE account_id = $1", p.parent.UserID)

	second, secondKey := b.signup(p.number + 2)
	p.waiting = b.env.Pay(t, sdktest.Session{SignupID: second, Key: secret.Secret(secondKey)}).ClickToJoinToken.Reveal()
	p.waitingID = p.read(t, "SELECT account_id::text FROM registrations WHERE id = $1", second)

	p.forgetful = b.forgetful(t, p.number+8)
	p.invitee, p.inviteLink = b.invited("invitee." + strings.ToLower(p.signupID[24:]) + "@example.com")
	for _, m := range b.env.Mailbox.Mails() {
		if _, link, found := strings.Cut(m.Text, "/app/mail/unknown?lang=en#token="); found && m.Kind == email.Invitation {
			p.refusal, _, _ = strings.Cut(link, "\n") // the newest mail wins
		}
	}
	for _, step := range p.inviteSteps(t) {
		if r := b.call(http.MethodPut, "/v1/invite/registration", step, "Authorization", "Bearer "+p.inviteLink); r.status != http.StatusOK {
			t.Fatalf("the invited parent's steps: %d %s", r.status, r.body)
		}
	}
	p.inviteSignup = p.read(t, "SELECT r.id::text FROM registrations r JOIN invitations i ON i.id = r.invitation_id WHERE i.user_id = $1", p.invitee)

	p.pro = b.env.SignUpProfessional(t)
	proLogin, err := b.env.Client.Account.Login(t.Context(), p.pro.Username, p.pro.Password, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	p.proLogin = proLogin.Auth
	batch, err := b.env.Client.Codes.Buy(t.Context(), p.pro.ProfessionalID, codes.PurchaseInput{PackageID: 2001, Size: 3, Invoice: true}, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.env.Client.Codes.Activate(t.Context(), batch.ID); err != nil {
		t.Fatal(err)
	}
	for scopes, token := range map[*[]string]*string{&integration.Scopes: &p.hostToken, {integration.ScopeLookup}: &p.otherHostToken} {
		made, err := b.env.Client.Integration.CreateToken(t.Context(), integration.TokenInput{Name: "a host", Scopes: *scopes}, "en")
		if err != nil {
			t.Fatal(err)
		}
		*token = made.Token.Reveal()
	}
	p.batchID = batch.ID
	p.codeID = p.read(t, "SELECT id::text FROM subscription_codes WHERE batch_id = $1 AND number = 3", batch.ID)
	b.env.RunJobs(t)
	return p
}

// handOverCode returns the code in the URL of the parent's redirect.
func (p *party) handOverCode(t *testing.T) string {
	t.Helper()
	led, err := p.b.env.Client.Account.LeadHome(t.Context(), p.parent.Token, "", caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(led.Redirect, "#token=")
	return code
}

func (p *party) accessToken(t *testing.T, username string, password secret.Secret) string {
	t.Helper()
	made, err := p.b.env.Client.Professional.CreateAccessToken(t.Context(), username, password, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	return made.Token.Reveal()
}

func (p *party) read(t *testing.T, sql string, args ...any) (text string) {
	t.Helper()
	if err := p.b.env.Pool.QueryRow(t.Context(), sql, args...).Scan(&text); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return text
}

// inviteSteps returns the sections that the invited parent enters before paying, one call for each step.
func (p *party) inviteSteps(t *testing.T) []map[string]any {
	in := sdktest.ReadyToPay(p.number + 3)
	in.Sections = []signup.Section{signup.SectionParent, signup.SectionReferral, signup.SectionSecurityQuestion, signup.SectionSecurityCode}
	address := signup.Input{Sections: []signup.Section{signup.SectionParent, signup.SectionAddress}, Parent: in.Parent, Address: in.Address}
	order := signup.Input{Sections: []signup.Section{signup.SectionOrder}, Order: in.Order}
	return []map[string]any{requestOf(t, in), requestOf(t, address), requestOf(t, order)}
}

// accounts returns the user IDs of the party's people. The invited parent hasn't joined.
func (p *party) accounts() []string {
	return []string{p.parent.UserID, p.waitingID, p.invitee, p.pro.UserID}
}

// closed closes the accounts of the party's people and ends the invitation of the invited parent.
func (p *party) closed(t *testing.T) *party {
	t.Helper()
	for _, end := range []string{"UPDATE accounts SET state = 'closed' WHERE id = ANY($1::uuid[])", "UPDATE invitations SET state = 'revoked' WHERE user_id = ANY($1::uuid[])"} {
		if _, err := p.b.env.Pool.Exec(t.Context(), end, p.accounts()); err != nil {
			t.Fatal(err)
		}
	}
	return p.withPaidSignup()
}

// erased erases the party's people, as `cojoin privacy erase` does.
func (p *party) erased(t *testing.T) *party {
	t.Helper()
	for _, id := range p.accounts() {
		if _, err := p.b.env.Client.Privacy.ErasePerson(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	return p.withPaidSignup()
}

// withPaidSignup makes calls use the parent's own sign-up, which belongs to an account.
func (p *party) withPaidSignup() *party {
	p.signupID, p.key = p.paidSignup, p.paidKey
	return p
}

// suspended suspends the party's professional, as an operator does.
func (p *party) suspended(t *testing.T) *party {
	t.Helper()
	if err := p.b.env.Client.Professional.Suspend(t.Context(), p.pro.ProfessionalID); err != nil {
		t.Fatal(err)
	}
	return p
}

// forgetful signs up a parent, requests a link for a new password, and returns the link's token.
func (b *bundle) forgetful(t *testing.T, number int) string {
	t.Helper()
	id, key := b.signup(number)
	paid := b.env.Pay(t, sdktest.Session{SignupID: id, Key: secret.Secret(key)})
	in := account.CredentialsInput{Username: "forgetful_" + id[24:], Password: "Correct-Horse-1"}
	if _, err := b.env.Client.Account.SetCredentials(t.Context(), secret.Secret(paid.ClickToJoinToken), in, caller.Meta{}); err != nil {
		t.Fatal(err)
	}
	if err := b.env.Client.Account.MailLink(t.Context(), paid.Registration.Parent.Email, caller.Meta{}); err != nil {
		t.Fatal(err)
	}
	b.env.RunJobs(t)
	mails := b.env.Mailbox.Mails()
	at := slices.IndexFunc(mails, func(m email.Message) bool {
		return m.Kind == email.Password && m.To == paid.Registration.Parent.Email
	})
	if at < 0 {
		t.Fatalf("no link among %d mails", len(mails))
	}
	_, token, _ := strings.Cut(mails[at].Link.Reveal(), "&token=")
	return token
}
