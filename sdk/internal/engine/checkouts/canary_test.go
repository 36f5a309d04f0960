package checkouts_test

import (
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// A subscription's whole life, with every failure on the way, leaves no secret in a log, a table, a job or an error.
func TestCanaries(t *testing.T) {
	t.Parallel()
	var log sdktest.Log
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) {
		c.Log = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.Payment.ReusableNonces = false
	}))
	canaries := map[string]string{
		"security answer": "canary-of-an-answer", "device data": "canary-of-a-device", "password": "Canary-of-a-passw0rd",
		"card number": "4111111111111111", "refused card's number": "4000111111111115", "first digits of a card": "411111", "security code of a card": `"739"`,
	}
	plant := func(what, plain string) secret.Secret {
		if len(plain) < 8 {
			t.Fatalf("%s %q is too short to be looked for", what, plain)
		}
		canaries[what] = plain
		return secret.Secret(plain)
	}
	var errorTexts []string
	fails := func(err error) {
		if err == nil {
			t.Error("it should have failed")
			return
		}
		errorTexts = append(errorTexts, err.Error(), fmt.Sprintf("%+v", err))
		for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
			errorTexts = append(errorTexts, fmt.Sprintf("%#v", cause))
		}
	}

	s := w.SignUp(t, func(in *signup.Input) {
		in.Sections = append(in.Sections, signup.SectionSecurityQuestion)
		in.SecurityAnswer = "canary-of-an-answer"
	})
	plant("registration key", s.Key.Reveal())
	token, err := w.Client.Checkout.ClientToken(t.Context(), s.SignupID, s.Key, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	plant("client token", token.Token.Reveal())
	withDevice := func(in *payment.Input) {
		fixture.Kept(in)
		in.PayForCoparent, in.Payment.DeviceData, in.Payment.CardHolderName = true, "canary-of-a-device", "Ana Diaz"
	}
	refused := w.Tokenize(t, token.Token.Reveal(), "4000111111111115")
	plant("nonce of a refused card", refused.Reveal())
	_, err = w.Pay(t, s, w.Input(t, s, refused, withDevice))
	fails(err)
	_, err = w.Pay(t, s, w.Input(t, s, refused, withDevice)) // used before
	fails(err)
	good := w.Tokenize(t, token.Token.Reveal(), "4111111111111111")
	plant("nonce", good.Reveal())
	if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultCut}); err != nil { // half a response makes the client fail
		t.Fatal(err)
	}
	in := w.Input(t, s, good, withDevice)
	plant("idempotency key", "canary-of-a-key")
	if answer, err := w.PayAs(t, s, in, "canary-of-a-key"); err != nil || answer.Status != payment.Confirming {
		t.Fatalf("%+v, %v", answer, err)
	}
	w.Clock.Advance(2 * time.Minute)
	w.Work(t)
	answer, err := w.Client.Checkout.Status(t.Context(), s.SignupID, s.Key)
	if err != nil || answer.Status != payment.Accepted {
		t.Fatalf("%+v, %v", answer, err)
	}
	plant("credentials token", answer.ClickToJoinToken.Reveal())
	for _, e := range w.Provider.Ledger().Transactions {
		if e.Token != "" {
			plant("vaulted token", e.Token)
		}
	}
	_, err = w.Client.Account.SetCredentials(t.Context(), secret.Secret(answer.ClickToJoinToken+"x"), account.CredentialsInput{Username: "canary", Password: "Canary-of-a-passw0rd"}, fixture.English)
	fails(err)
	if _, err := w.Client.Account.SetCredentials(t.Context(), secret.Secret(answer.ClickToJoinToken), account.CredentialsInput{Username: "canary_ana", Password: "Canary-of-a-passw0rd"}, fixture.English); err != nil {
		t.Fatal(err)
	}
	_, err = w.Client.Professional.CreateAccessToken(t.Context(), "canary_ana", "Canary-of-a-passw0rd-not", fixture.English)
	fails(err)
	login, err := w.Client.Account.Login(t.Context(), "canary_ana", "Canary-of-a-passw0rd", fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	plant("account token", login.Auth)
	for _, m := range w.Mailbox.Mails() {
		if _, key, found := strings.Cut(m.Link.Reveal(), "token="); found {
			plant("token of a mail: "+string(m.Kind), key)
		}
	}
	_, err = w.Client.Subscription.Cancel(t.Context(), "no id", secret.Secret(login.Auth))
	fails(err)

	if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline}); err != nil {
		t.Fatal(err)
	}
	w.RunOn(t, fixture.FirstEnd.Add(-7*fixture.Day))
	w.RunOn(t, fixture.FirstEnd.Add(time.Hour))
	w.RunOn(t, fixture.FirstEnd.Add(26*time.Hour))
	attempts, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{})
	if err != nil || len(attempts) != 4 {
		t.Fatalf("attempts: %v, %v", attempts, err)
	}
	if _, err := w.Client.Payment.Refund(t.Context(), attempts[0].ID, payment.RefundInput{}); err != nil {
		t.Fatal(err)
	}
	_, err = w.Client.Payment.Refund(t.Context(), attempts[1].ID, payment.RefundInput{}) // declined: nothing to refund
	fails(err)
	w.Work(t)
	if _, err := w.Client.Audit.Payments(t.Context(), time.Time{}); err != nil {
		t.Fatal(err)
	}

	for where, content := range map[string]string{
		"the log": log.String(), "a table or a job": fixture.DumpTables(t, w), "an error": strings.Join(errorTexts, "\n"),
	} {
		if content == "" {
			t.Errorf("%s is empty", where)
		}
		for what, key := range canaries {
			if strings.Contains(content, key) {
				t.Errorf("%s holds the %s", where, what)
			}
		}
		if found := regexp.MustCompile(`\b\d{13,19}\b`).FindString(whole(content)); found != "" {
			t.Errorf("%s holds %q, as long as a card's number", where, found)
		}
	}
}

// whole removes long numbers that aren't card numbers: hashes and encrypted values.
func whole(content string) string {
	return regexp.MustCompile(`\\x[0-9a-f]+|\+?\d{10,12}\b`).ReplaceAllString(content, "")
}
