package sdk_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// mailOf gives the one mail of a kind.
func mailOf(t *testing.T, w *till, kind sdk.MailKind) sdk.Mail {
	t.Helper()
	var found []sdk.Mail
	for _, m := range w.Mailbox.Mails() {
		if m.Kind == kind {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d mails %s, want 1", len(found), kind)
	}
	return found[0]
}

// wantLines checks that the text has these lines, in this order.
func wantLines(t *testing.T, text string, want ...string) {
	t.Helper()
	rest := text
	for _, line := range want {
		_, after, found := strings.Cut(rest, line+"\n")
		if !found {
			t.Errorf("no line %q, or not here, in:\n%s", line, text)
			return
		}
		rest = after
	}
}

func TestMailReceipt(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string][]string{
		"en": {
			"Hello Ana,", "Date: June 2, 2026", "For: You and your co-parent", "Subtotal: $299.98", "Discount (FLAT15): −$15.00",
			"Sales tax (6%): $8.55", "Total: $151.04", "Paid with: Card ending in 1881",
			"Your subscription renews on June 2, 2027 at $299.98 plus applicable taxes, until you cancel.",
		},
		"es": {
			"Hola, Ana:", "Fecha: 2 de junio de 2026", "Para: Usted y el otro progenitor", "Descuento (FLAT15): −15,00 US$", "Pagado con: Tarjeta terminada en 1881",
		},
	} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			in := w.SignUpIn(t, lang)
			code := w.codes(t, 2001, 1)[0]
			call := w.input(t, in, goodNonce, func(p *sdk.PaymentInput) {
				p.PayForCoparent, p.PromoCodes, p.PaymentCodes, p.Payment.StorePaymentOnFile = true, []string{"FLAT15"}, []string{code}, true
			})
			if _, err := w.Client.Pay(t.Context(), in.SignupID, in.Key, call, sdk.CallMeta{Lang: lang, IdempotencyKey: w.newKey()}); err != nil {
				t.Fatal(err)
			}
			w.work(t)
			m := mailOf(t, w, sdk.MailReceipt)
			wantLines(t, m.Text, want...)
			for _, line := range want {
				if value := line[strings.LastIndex(line, ": ")+1:]; !strings.Contains(m.HTML, strings.TrimSpace(value)) {
					t.Errorf("the HTML doesn't say %q", value)
				}
			}
			for _, private := range []string{code, strings.ReplaceAll(code, "-", "")} {
				if strings.Contains(m.Text+m.HTML, private) {
					t.Error("the receipt shows the code in clear")
				}
			}
			if m.Lang != lang || !strings.Contains(m.HTML, `<html lang="`+lang+`"`) {
				t.Errorf("language %s", m.Lang)
			}
		})
	}
}

func TestMailInvitation(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce, func(in *sdk.PaymentInput) { in.PayForCoparent = true })); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		m := mailOf(t, w, sdk.MailInvitation)
		wantLines(t, m.Text, "Ana Diaz invited you to join Cojoin", "Hello Ben,", "Your subscription has been paid.", "Get Started:", m.Link.Reveal(),
			"The link is yours alone and works until June 16, 2026. If it has expired, open it to get a new one.")
		link, err := url.Parse(m.Link.Reveal())
		if err != nil {
			t.Fatal(err)
		}
		secret, err := url.ParseQuery(link.Fragment)
		if err != nil || link.Path != "/app/join/invite" || link.RawQuery != "" || len(secret.Get("token")) != 43 {
			t.Errorf("link %s", link.Path)
		}
		if err := w.Client.FindInvitationTokenForTest(t.Context(), sdk.Secret(secret.Get("token"))); err != nil {
			t.Errorf("the link's token: %v", err)
		}
		if strings.Contains(dumpTables(t, w), secret.Get("token")) {
			t.Error("a table holds the token in clear")
		}
		w.workAgain(t)
		mailOf(t, w, sdk.MailInvitation)
		if err := w.Client.FindInvitationTokenForTest(t.Context(), sdk.Secret(secret.Get("token"))); err != nil {
			t.Errorf("after the job ran again the mailed token is dead: %v", err)
		}
	})

	t.Run("carrier fails at first", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		away := errors.New("carrier is away")
		w.Mailbox.Fail(away)
		if _, err := jobs.Drain(t.Context(), w.Client, w.Pool, w.Clock.Now()); !errors.Is(err, away) {
			t.Errorf("got %v, want %v", err, away)
		}
		w.Mailbox.Fail(nil)
		w.Clock.Advance(time.Minute)
		w.work(t)
		wantMails(t, w, "receipt ana.diaz.1@example.com", "invitation ben.diaz.1@example.com")
		if n := countRows(t, w.Env, "tokens WHERE kind = 'invitation' AND ended_at IS NULL"); n != 1 {
			t.Errorf("%d invitation tokens are good, want 1", n)
		}
	})

	t.Run("address of another account", func(t *testing.T) {
		t.Parallel()
		w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) {
			c.Flags.Switches = map[string]bool{"packagesV2": false} // with it a confirmed duplicate is settled with support first
		}))
		first := w.SignUp(t)
		if _, err := w.pay(t, first, w.input(t, first, goodNonce)); err != nil {
			t.Fatal(err)
		}
		s := w.SignUp(t, func(in *sdk.RegistrationInput) {
			in.CoParent.Email, in.CoParentDuplicateConfirmed = "ana.diaz.1@example.com", true
		})
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		var told sdk.Mail
		for _, m := range w.Mailbox.Mails() {
			if m.Kind == sdk.MailInvitation && m.To == "ana.diaz.1@example.com" {
				told = m
			}
		}
		if told.Link != "" || strings.Contains(told.Text, "token=") {
			t.Error("the owner of the address got a way into another family")
		}
		wantLines(t, told.Text, "You already have an account")
	})

	t.Run("by phone only", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		known := false
		s := w.SignUp(t, func(in *sdk.RegistrationInput) { in.KnowsCoParentEmail, in.CoParent.Email = &known, "" })
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		wantMails(t, w, "receipt ana.diaz.1@example.com")
	})
}

func TestMailCredentials(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	s := w.SignUp(t)
	answer, err := w.pay(t, s, w.input(t, s, goodNonce))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if err := w.Client.MailCredentials(t.Context(), answer.Registration.Parent.UserID, fmt.Sprintf("job-%d", i/2)); err != nil {
			t.Fatal(err)
		}
	}
	m := mailOf(t, w, sdk.MailCredentials)
	wantLines(t, m.Text, "Set your username and password", "Hello Ana,",
		"Follow the link to finish setting up your account. It works once, and until 09:30 on June 3, 2026 (UTC).", m.Link.Reveal())
	_, token, _ := strings.Cut(m.Link.Reveal(), "&token=")
	in := sdk.CredentialsInput{Username: "ana.diaz", Password: goodPassword}
	if _, err := w.Client.SetCredentials(t.Context(), sdk.Secret(answer.ClickToJoinToken), in, english); !errors.Is(err, sdk.TokenInvalid) {
		t.Errorf("the token before: got %v, want %v", err, sdk.TokenInvalid)
	}
	if _, err := w.Client.SetCredentials(t.Context(), sdk.Secret(token), in, english); err != nil {
		t.Fatalf("the mailed token: %v", err)
	}
	if err := w.Client.MailCredentials(t.Context(), answer.Registration.Parent.UserID, "job-9"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(1, len(w.Mailbox.Mails())); diff != "" {
		t.Errorf("mails once the credentials are set (-want +got):\n%s", diff)
	}
}

func TestMailCodeBatch(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	codes := w.codes(t, 2001, 3)
	var batch string
	if err := w.Pool.QueryRow(t.Context(), "SELECT id::text FROM code_batches").Scan(&batch); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := w.Client.MailCodeBatch(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
	m := mailOf(t, w, sdk.MailCodeBatchReady)
	wantLines(t, m.Text, "Hello Pat,", "3 codes for Essential, 1 year can be issued now. For your clients’ safety this email doesn’t show them.")
	for _, code := range codes {
		if strings.Contains(m.Text+m.HTML, code) {
			t.Error("the mail shows a code")
		}
	}
}

// A rate is written with the decimal separator of the amounts beside it.
func TestMailReceiptRate(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	in := sdktest.ReadyToPay(901)
	in.Parent.PhoneNumber, in.Parent.TimeZone = "4165550134", "America/Toronto"
	in.Address = &sdk.Address{Line1: "1 Rue Principale", City: "Montréal", Region: "QC", PostalCode: "H2Y 1C6", Country: "CA"}
	in.Order = &sdk.RegistrationOrder{OrderChoice: sdk.OrderChoice{PackageID: 2021}}
	answer, err := w.Client.CreateRegistration(t.Context(), in, sdk.CallMeta{Lang: "es"})
	if err != nil {
		t.Fatal(err)
	}
	s := sdktest.Session{SignupID: answer.SignupID, Key: sdk.Secret(answer.RegistrationKey)}
	call := w.input(t, s, goodNonce, func(p *sdk.PaymentInput) { p.Order.PackageID, p.TermsAndConditions = 2021, true })
	if _, err := w.Client.Pay(t.Context(), s.SignupID, s.Key, call, sdk.CallMeta{Lang: "es", IdempotencyKey: w.newKey()}); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	wantLines(t, mailOf(t, w, sdk.MailReceipt).Text, "GST (impuesto sobre bienes y servicios) (5 %): 9,50\u00a0CAD", "QST (impuesto de Quebec) (9,975 %): 18,95\u00a0CAD")
}
