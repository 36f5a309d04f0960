package emails_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// mailOf returns the one mail of a kind.
func mailOf(t *testing.T, w *fixture.Till, kind email.Kind) email.Message {
	t.Helper()
	var found []email.Message
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

func TestMailReceipt(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string][]string{
		"en": {
			"Hello,", "Paid on: June 2, 2026", "For: You and your co-parent", "Subtotal: $299.98", "Discount (FLAT15): −$15.00",
			"Sales tax (6%): $8.55", "Total: $151.04", "Paid with: Card ending in 1881",
			"Your subscription renews on June 2, 2027 at $299.98 plus applicable taxes, until you cancel.",
		},
		"es": {
			"Hola:", "Fecha de pago: 2 de junio de 2026", "Para: Usted y el otro progenitor", "Descuento (FLAT15): −$15.00", "Pagado con: Tarjeta terminada en 1881",
		},
	} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			in := w.SignUpIn(t, lang)
			code := w.Codes(t, 2001, 1)[0]
			call := w.Input(t, in, fixture.GoodNonce, func(p *payment.Input) {
				p.PayForCoparent, p.PromoCodes, p.PaymentCodes, p.Payment.StorePaymentOnFile = true, []string{"FLAT15"}, []string{code}, new(true)
			})
			if _, err := w.Client.Checkout.Pay(t.Context(), in.SignupID, in.Key, call, caller.Meta{Lang: lang, IdempotencyKey: w.NewKey()}); err != nil {
				t.Fatal(err)
			}
			w.Work(t)
			m := mailOf(t, w, email.Receipt)
			fixture.WantLines(t, m.Text, want...)
			for _, line := range want {
				if value := line[strings.LastIndex(line, ": ")+1:]; !strings.Contains(m.HTML, strings.TrimSpace(value)) {
					t.Errorf("the HTML lacks %q", value)
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
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.PayForCoparent = true })); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		m := mailOf(t, w, email.Invitation)
		fixture.WantLines(t, m.Text, "A parent invited you to join Cojoin", "Hello,", "Open the link to see who invited you.", "Your subscription has been paid.", "Get Started:", m.Link.Reveal(),
			"The link is yours alone and works until June 16, 2026. If it has expired, open it to get a new one.")
		link, err := url.Parse(m.Link.Reveal())
		if err != nil {
			t.Fatal(err)
		}
		plain, err := url.ParseQuery(link.Fragment)
		if err != nil || link.Path != "/app/join/invite" || link.RawQuery != "" || len(plain.Get("token")) != 43 {
			t.Errorf("link %s", link.Path)
		}
		if err := fixture.FindInvitationToken(t, w.Env, secret.Secret(plain.Get("token"))); err != nil {
			t.Errorf("the link's token: %v", err)
		}
		if strings.Contains(fixture.DumpTables(t, w), plain.Get("token")) {
			t.Error("a table has the token unencrypted")
		}
		w.WorkAgain(t)
		mailOf(t, w, email.Invitation)
		if err := fixture.FindInvitationToken(t, w.Env, secret.Secret(plain.Get("token"))); err != nil {
			t.Errorf("after the job ran again the mailed token is dead: %v", err)
		}
	})

	t.Run("carrier fails at first", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		away := errors.New("carrier is away")
		w.Mailbox.Fail(away)
		if _, err := jobs.Drain(t.Context(), w.Client, w.Pool, w.Clock.Now()); !errors.Is(err, away) {
			t.Errorf("got %v, want %v", err, away)
		}
		w.Mailbox.Fail(nil)
		w.Clock.Advance(time.Minute)
		w.Work(t)
		w.WantMails(t, "receipt ana.diaz.1@example.com: Your Cojoin receipt", "invitation ben.diaz.1@example.com: A parent invited you to Cojoin")
		if n := fixture.CountRows(t, w.Env, "tokens WHERE kind = 'invitation' AND ended_at IS NULL"); n != 1 {
			t.Errorf("%d invitation tokens are good, want 1", n)
		}
	})

	t.Run("address of another account", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		first := w.SignUp(t)
		if _, err := w.Pay(t, first, w.Input(t, first, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		s := w.SignUp(t, func(in *signup.Input) {
			in.CoParent.Email, in.CoParentDuplicateConfirmed = "ana.diaz.1@example.com", true
		})
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		var notice email.Message
		for _, m := range w.Mailbox.Mails() {
			if m.Kind == email.Invitation && m.To == "ana.diaz.1@example.com" {
				notice = m
			}
		}
		if notice.Link != "" || strings.Count(notice.Text, "token=") != 1 || !strings.Contains(notice.Text, "/app/mail/unknown?lang=en#token=") {
			t.Error("the owner of the address got a way into another family")
		}
		fixture.WantLines(t, notice.Text, "You already have an account")
	})

	t.Run("by phone only", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		known := false
		s := w.SignUp(t, func(in *signup.Input) { in.KnowsCoParentEmail, in.CoParent.Email = &known, "" })
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		w.WantMails(t, "receipt ana.diaz.1@example.com: Your Cojoin receipt")
	})
}

func TestMailCredentials(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	answer := w.Env.Pay(t, w.SignUp(t))
	for i := range 2 {
		if err := w.Client.Email.SendCredentials(t.Context(), email.CredentialsJob{AccountID: answer.Registration.Parent.UserID}, fmt.Sprintf("job-%d", i/2)); err != nil {
			t.Fatal(err)
		}
	}
	m := mailOf(t, w, email.Credentials)
	fixture.WantLines(t, m.Text, "Set your username and password", "Hello,",
		"Follow the link to finish setting up your account. It works once, and until 05:30 on June 3, 2026, Eastern Time (New York).", m.Link.Reveal())
	_, token, _ := strings.Cut(m.Link.Reveal(), "&token=")
	in := account.CredentialsInput{Username: "ana.diaz", Password: fixture.GoodPassword}
	tab := secret.Secret(answer.ClickToJoinToken)
	if got, err := w.Client.Account.UsernameAvailability(t.Context(), tab, in.Username); err != nil || !got.Available {
		t.Errorf("the tab's token after the mail: %+v, %v", got, err)
	}
	if _, err := w.Client.Account.SetCredentials(t.Context(), secret.Secret(token), in, fixture.English); err != nil {
		t.Fatalf("the mailed token: %v", err)
	}
	other := account.CredentialsInput{Username: "somebody.else", Password: in.Password}
	if _, err := w.Client.Account.SetCredentials(t.Context(), tab, other, fixture.English); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("the tab's token once the mailed one was used: got %v, want %v", err, fault.TokenInvalid)
	}
	if err := w.Client.Email.SendCredentials(t.Context(), email.CredentialsJob{AccountID: answer.Registration.Parent.UserID}, "job-9"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(1, len(w.Mailbox.Mails())); diff != "" {
		t.Errorf("mails once the credentials are set (-want +got):\n%s", diff)
	}
}

func TestMailCodeBatch(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	codes := w.Codes(t, 2001, 3)
	var batch string
	if err := w.Pool.QueryRow(t.Context(), "SELECT id::text FROM code_batches").Scan(&batch); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pool.Exec(t.Context(), "UPDATE subscription_codes SET state = 'revoked', ended_at = now() WHERE number = 1"); err != nil {
		t.Fatal(err) // while the mail waited in the queue
	}
	for range 2 {
		if err := w.Client.Email.SendCodeBatch(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
	m := mailOf(t, w, email.CodeBatchReady)
	fixture.WantLines(t, m.Text, "Hello Pia,", "2 codes for “Essential, 1 year” can be issued now. For your clients’ safety this email doesn’t show them.")
	for _, code := range codes {
		if strings.Contains(m.Text+m.HTML, code) {
			t.Error("the mail shows a code")
		}
	}
}

// A rate has the same decimal separator as the amounts beside it.
func TestMailReceiptRate(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	in := sdktest.ReadyToPay(901)
	in.Parent.PhoneNumber, in.Parent.TimeZone = "4165550134", "America/Toronto"
	in.Address = &form.Address{Line1: "1 Rue Principale", City: "Montréal", Region: "QC", PostalCode: "H2Y 1C6", Country: "CA"}
	in.Order = &signup.Order{OrderChoice: form.OrderChoice{PackageID: 2021}}
	answer, err := w.Client.Signup.Create(t.Context(), in, caller.Meta{Lang: "es"})
	if err != nil {
		t.Fatal(err)
	}
	s := sdktest.Session{SignupID: answer.SignupID, Key: secret.Secret(answer.RegistrationKey)}
	call := w.Input(t, s, fixture.GoodNonce, func(p *payment.Input) { p.Order.PackageID, p.TermsAndConditions = 2021, true })
	if _, err := w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, call, caller.Meta{Lang: "es", IdempotencyKey: w.NewKey()}); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	fixture.WantLines(t, mailOf(t, w, email.Receipt).Text, "GST (impuesto sobre bienes y servicios) (5 %): 9,50\u00a0CA$", "QST (impuesto de Quebec) (9,975 %): 18,95\u00a0CA$")
}
