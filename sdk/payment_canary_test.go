package sdk_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// tokenize makes a nonce of a card as a browser does.
func (w *till) tokenize(t *testing.T, clientToken, number string) sdk.Secret {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(clientToken)
	if err != nil {
		t.Fatal(err)
	}
	var content struct{ AuthorizationFingerprint string }
	if err := json.Unmarshal(raw, &content); err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(map[string]any{
		"authorizationFingerprint": content.AuthorizationFingerprint,
		"creditCard":               map[string]string{"number": number, "expirationDate": "12/2030", "cvv": "739"},
	})
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequest(http.MethodPost, "/client_api/v1/payment_methods/credit_cards", bytes.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	res := httptest.NewRecorder()
	w.provider.ServeHTTP(res, req)
	var made struct{ CreditCards []struct{ Nonce string } }
	if err := json.Unmarshal(res.Body.Bytes(), &made); err != nil || len(made.CreditCards) != 1 {
		t.Fatalf("no nonce: %d %s, %v", res.Code, res.Body, err)
	}
	return sdk.Secret(made.CreditCards[0].Nonce)
}

// A whole life of a subscription, with everything that goes wrong on the way, leaves no secret in a log, a
// table, a job or an error.
func TestCanaries(t *testing.T) {
	t.Parallel()
	var log sdktest.Log
	w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) {
		c.Log = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.Payment.ReusableNonces = false
	}))
	canaries := map[string]string{
		"security answer": "canary-of-an-answer", "device data": "canary-of-a-device", "password": "Canary-of-a-passw0rd",
		"card number": "4111111111111111", "refused card's number": "4000111111111115", "first digits of a card": "411111", "security code of a card": `"739"`,
	}
	plant := func(what, secret string) sdk.Secret {
		if len(secret) < 8 {
			t.Fatalf("%s %q is too short to be looked for", what, secret)
		}
		canaries[what] = secret
		return sdk.Secret(secret)
	}
	var said []string // by errors
	fails := func(err error) {
		if err == nil {
			t.Error("it should have failed")
			return
		}
		said = append(said, err.Error(), fmt.Sprintf("%+v", err))
		for cause := errors.Unwrap(err); cause != nil; cause = errors.Unwrap(cause) {
			said = append(said, fmt.Sprintf("%#v", cause))
		}
	}

	s := w.SignUp(t, func(in *sdk.RegistrationInput) {
		in.Sections = append(in.Sections, sdk.SectionSecurityQuestion)
		in.SecurityAnswer = "canary-of-an-answer"
	})
	plant("registration key", s.Key.Reveal())
	token, err := w.Client.ClientToken(t.Context(), s.SignupID, s.Key, "US")
	if err != nil {
		t.Fatal(err)
	}
	plant("client token", token)
	withDevice := func(in *sdk.PaymentInput) {
		kept(in)
		in.PayForCoparent, in.Payment.DeviceData, in.Payment.CardHolderName = true, "canary-of-a-device", "Ana Diaz"
	}
	refused := w.tokenize(t, token, "4000111111111115")
	plant("nonce of a refused card", refused.Reveal())
	_, err = w.pay(t, s, w.input(t, s, refused, withDevice))
	fails(err)
	_, err = w.pay(t, s, w.input(t, s, refused, withDevice)) // used before
	fails(err)
	good := w.tokenize(t, token, "4111111111111111")
	plant("nonce", good.Reveal())
	if err := w.provider.AddFault(sandbox.Fault{Kind: sandbox.FaultCut}); err != nil { // the answer is half: an error of the client
		t.Fatal(err)
	}
	in := w.input(t, s, good, withDevice)
	plant("idempotency key", "canary-of-a-key")
	if answer, err := w.payAs(t, s, in, "canary-of-a-key"); err != nil || answer.Status != sdk.PaymentConfirming {
		t.Fatalf("%+v, %v", answer, err)
	}
	w.Clock.Advance(2 * time.Minute)
	w.work(t)
	answer, err := w.Client.Payment(t.Context(), s.SignupID, s.Key)
	if err != nil || answer.Status != sdk.PaymentAccepted {
		t.Fatalf("%+v, %v", answer, err)
	}
	plant("credentials token", answer.ClickToJoinToken)
	for _, e := range w.provider.Ledger().Transactions {
		if e.Token != "" {
			plant("vaulted token", e.Token)
		}
	}
	_, err = w.Client.SetCredentials(t.Context(), sdk.Secret(answer.ClickToJoinToken+"x"), sdk.CredentialsInput{Username: "canary", Password: "Canary-of-a-passw0rd"}, english)
	fails(err)
	if _, err := w.Client.SetCredentials(t.Context(), sdk.Secret(answer.ClickToJoinToken), sdk.CredentialsInput{Username: "canary_ana", Password: "Canary-of-a-passw0rd"}, english); err != nil {
		t.Fatal(err)
	}
	_, err = w.Client.CreateAccessToken(t.Context(), "canary_ana", "Canary-of-a-passw0rd-not", english)
	fails(err)
	login, err := w.Client.Login(t.Context(), "canary_ana", "Canary-of-a-passw0rd", english)
	if err != nil {
		t.Fatal(err)
	}
	plant("account token", login.Auth)
	for _, m := range w.Mailbox.Mails() {
		if _, secret, found := strings.Cut(m.Link.Reveal(), "token="); found {
			plant("token of a mail: "+string(m.Kind), secret)
		}
	}
	_, err = w.Client.CancelSubscription(t.Context(), "no id", sdk.Secret(login.Auth))
	fails(err)

	if err := w.provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline}); err != nil {
		t.Fatal(err)
	}
	w.runOn(t, firstEnd.Add(-7*day))
	w.runOn(t, firstEnd.Add(time.Hour))
	w.runOn(t, firstEnd.Add(26*time.Hour))
	attempts, err := w.Client.Attempts(t.Context(), sdk.AttemptFilter{})
	if err != nil || len(attempts) != 4 {
		t.Fatalf("attempts: %v, %v", attempts, err)
	}
	if _, err := w.Client.RefundPayment(t.Context(), attempts[0].ID); err != nil {
		t.Fatal(err)
	}
	_, err = w.Client.RefundPayment(t.Context(), attempts[1].ID) // declined: nothing to give back
	fails(err)
	w.work(t)
	if _, err := w.Client.AuditPayments(t.Context(), time.Time{}); err != nil {
		t.Fatal(err)
	}

	for where, content := range map[string]string{
		"the log": log.String(), "a table or a job": dumpTables(t, w), "an error": strings.Join(said, "\n"),
	} {
		if content == "" {
			t.Errorf("%s is empty", where)
		}
		for what, secret := range canaries {
			if strings.Contains(content, secret) {
				t.Errorf("%s holds the %s", where, what)
			}
		}
		if found := regexp.MustCompile(`\b\d{13,19}\b`).FindString(whole(content)); found != "" {
			t.Errorf("%s holds %q, as long as a card's number", where, found)
		}
	}
}

// whole takes out what has many digits and is no card's number: hashes and encrypted values.
func whole(content string) string {
	return regexp.MustCompile(`\\x[0-9a-f]+|\+?\d{10,12}\b`).ReplaceAllString(content, "")
}
