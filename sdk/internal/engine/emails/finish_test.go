package emails_test

import (
	"errors"
	"net/url"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/secret"
)

// finishLink returns the credentials token of the receipt's mail, empty if the mail has no link.
func finishLink(t *testing.T, w *fixture.Till) secret.Secret {
	t.Helper()
	link, err := url.Parse(mailOf(t, w, email.Receipt).Link.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	values, err := url.ParseQuery(link.Fragment)
	if err != nil || link.RawQuery != "" {
		t.Fatalf("link %s, %v", link.Path, err)
	}
	return secret.Secret(values.Get("token"))
}

// After closing the tab without a username, a payer can continue by the receipt's link, even months later and after the tab has got another token.
// The link works once and ends the tab's tokens.
func TestReceiptLinkAfterClosedTab(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	paid, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	mailed := finishLink(t, w)
	fixture.WantLines(t, mailOf(t, w, email.Receipt).Text, "Not chosen a username and password yet? Do it here, on any device. The link works until you have.", "Set username and password:")

	again, err := w.Client.Checkout.Status(t.Context(), s.SignupID, s.Key)
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(90 * 24 * time.Hour)
	in := account.CredentialsInput{Username: "ana.who.came.back", Password: fixture.GoodPassword}
	if _, err := w.Client.Account.SetCredentials(t.Context(), mailed, in, fixture.English); err != nil {
		t.Fatalf("the receipt's link: %v", err)
	}
	if login, err := w.Client.Account.Login(t.Context(), in.Username, in.Password, fixture.English); err != nil || login.Auth == "" {
		t.Errorf("login: %+v, %v", login, err)
	}
	other := account.CredentialsInput{Username: "somebody.else", Password: in.Password}
	for name, token := range map[string]secret.Secret{"the link again": mailed, "the tab's first": secret.Secret(paid.ClickToJoinToken), "the tab's last": secret.Secret(again.ClickToJoinToken)} {
		if _, err := w.Client.Account.SetCredentials(t.Context(), token, other, fixture.English); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("%s: %v, want %v", name, err, fault.TokenInvalid)
		}
		if _, err := w.Client.Account.UsernameAvailability(t.Context(), token, other.Username); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("%s, asking for a name: %v, want %v", name, err, fault.TokenInvalid)
		}
	}
}

// The receipt's link doesn't end the tab's token. A requested link ends neither the tab's token nor the receipt's: a stranger may have requested it.
func TestReceiptLinkKeepsTabToken(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	paid, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	tab := secret.Secret(paid.ClickToJoinToken)
	if got, err := w.Client.Account.UsernameAvailability(t.Context(), tab, "ana.in.the.tab"); err != nil || !got.Available {
		t.Errorf("the tab's token after the mail: %+v, %v", got, err)
	}
	mailed := finishLink(t, w)
	if err := w.Client.Email.SendCredentials(t.Context(), email.CredentialsJob{AccountID: paid.Registration.Parent.UserID}, "asked"); err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]secret.Secret{"the receipt's": mailed, "the tab's": tab} {
		if got, err := w.Client.Account.UsernameAvailability(t.Context(), token, "ana.in.the.tab"); err != nil || !got.Available {
			t.Errorf("%s after a new link: %+v, %v", name, got, err)
		}
	}
}

// The receipt has no credentials link if the payer has a username by the time of the mail.
func TestReceiptForPayerWithUsername(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	paid, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	if err != nil {
		t.Fatal(err)
	}
	in := account.CredentialsInput{Username: "ana.was.quick", Password: fixture.GoodPassword}
	if _, err := w.Client.Account.SetCredentials(t.Context(), secret.Secret(paid.ClickToJoinToken), in, caller.Meta{Lang: "en"}); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	if token := finishLink(t, w); token != "" {
		t.Error("the receipt has a link to choose a username")
	}
}
