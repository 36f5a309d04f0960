package sdk_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
)

// lastSale is the newest transaction of the provider's ledger.
func (w *till) lastSale() sandbox.Entry {
	all := w.provider.Ledger().Transactions
	return all[len(all)-1]
}

// wantNonceRefused checks that a method was refused with the message that belongs to it.
func wantNonceRefused(t *testing.T, err error, code string) {
	t.Helper()
	var refused *sdk.ValidationError
	if !errors.As(err, &refused) || len(refused.Violations) != 1 || refused.Violations[0].Field != "nonce" || string(refused.Violations[0].Code) != code {
		t.Errorf("%v, want nonce %s", err, code)
	}
}

func TestReplacePaymentMethod(t *testing.T) {
	t.Parallel()

	t.Run("what the old card was declined for is paid with the new one, for both seats", func(t *testing.T) {
		t.Parallel()
		w, answer := subscribed(t, func(in *sdk.PaymentInput) { kept(in); in.PayForCoparent = true })
		w.accountToken(t, answer)
		old := w.lastSale().Token
		if err := w.provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline, Token: old, Count: -1}); err != nil {
			t.Fatal(err)
		}
		w.runOn(t, firstEnd)
		w.wantTerms(t, term{State: "active", Renews: true, Ends: firstEnd, Tries: 1, Next: firstEnd.Add(day).Format(time.DateOnly)}, term{State: "active", Renews: true, Ends: firstEnd, Tries: 1, Next: firstEnd.Add(day).Format(time.DateOnly)})
		payer := w.logIn(t, answer)
		own, err := w.Client.OwnSubscriptions(t.Context(), payer)
		if err != nil {
			t.Fatal(err)
		}
		if token, err := w.Client.SubscriptionClientToken(t.Context(), own[0].ID, payer); err != nil || token == "" {
			t.Errorf("client token: %q, %v", token, err)
		}
		if _, err := w.Client.ReplacePaymentMethod(t.Context(), own[0].ID, payer, sdk.PaymentMethodInput{Nonce: "fake-valid-mastercard-nonce"}, english); err != nil {
			t.Fatal(err)
		}
		w.work(t)
		last := w.lastSale()
		got := []string{last.Status, last.Amount, last.CardLastFour}
		if diff := cmp.Diff([]string{"submitted_for_settlement", "317.98", "4444"}, got); diff != "" || last.Token == old {
			t.Errorf("renewed with %s (-want +got):\n%s", last.Token, diff)
		}
		w.wantTerms(t, term{State: "active", Renews: true, Ends: secondEnd}, term{State: "active", Renews: true, Ends: secondEnd})
	})

	t.Run("the payer is told, each time", func(t *testing.T) {
		t.Parallel()
		w, answer := subscribed(t, kept)
		w.accountToken(t, answer)
		id := w.onlyID(t)
		w.newMails(t)
		for _, nonce := range []sdk.Secret{"fake-valid-mastercard-nonce", "fake-valid-amex-nonce"} {
			if _, err := w.Client.SetPaymentMethod(t.Context(), id, sdk.PaymentMethodInput{Nonce: nonce}, english); err != nil {
				t.Fatal(err)
			}
		}
		w.work(t)
		told := "method_replaced ana.diaz.1@example.com: Your Cojoin payment method was changed"
		w.wantMails(t, told, told)
		mails := w.Mailbox.Mails()
		for i, lastFour := range []string{"4444", "0005"} { // each names its own
			if m := mails[len(mails)-2+i]; !strings.Contains(m.Text, lastFour) {
				t.Errorf("mail %d doesn't name the card %s:\n%s", i+1, lastFour, m.Text)
			}
		}
	})

	t.Run("the mail of a declined renewal names the page where there is one", func(t *testing.T) {
		t.Parallel()
		w, answer := subscribed(t, kept)
		w.accountToken(t, answer)
		const page = "https://example.com/account/payment"
		cfg := w.Config
		cfg.Site.Links = map[string]string{"paymentMethod": page}
		job := sdk.SubscriptionMailJob{SubscriptionID: w.onlyID(t), Mail: sdk.MailRenewalDeclined, TermEnd: "2027-11-22"}
		if err := w.NewClient(t, cfg).MailSubscription(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		mails := w.Mailbox.Mails()
		last := mails[len(mails)-1]
		if !strings.Contains(last.Text, page) || !strings.Contains(last.HTML, "Use another payment method") {
			t.Errorf("the mail names no page:\n%s", last.Text)
		}
	})

	t.Run("a method that is refused leaves the old one, and five close the door", func(t *testing.T) {
		t.Parallel()
		w, answer := subscribed(t, kept)
		payer := w.accountToken(t, answer)
		old, id := w.lastSale().Token, w.onlyID(t)
		replace := func(nonce string) error {
			_, err := w.Client.ReplacePaymentMethod(t.Context(), id, payer, sdk.PaymentMethodInput{Nonce: sdk.Secret(nonce)}, english)
			return err
		}
		wantNonceRefused(t, replace(" "), "payment_method_missing")
		for range 3 {
			wantNonceRefused(t, replace("fake-processor-declined-visa-nonce"), "payment_method_declined")
		}
		wantNonceRefused(t, replace("fake-consumed-nonce"), "payment_nonce_used")
		wantNonceRefused(t, replace("no-such-nonce"), "payment_nonce_used")
		if err := replace("fake-valid-nonce"); !errors.Is(err, sdk.PaymentClosed) {
			t.Errorf("after five refusals: %v, want %v", err, sdk.PaymentClosed)
		}
		w.runOn(t, firstEnd)
		if last := w.lastSale(); last.Token != old || last.Status != "submitted_for_settlement" {
			t.Errorf("renewed with %s, %s; want the old method", last.Token, last.Status)
		}
	})

	t.Run("only the payer of one that renews", func(t *testing.T) {
		t.Parallel()
		w, answer := subscribed(t, kept)
		payer := w.accountToken(t, answer)
		id := w.onlyID(t)
		stranger := w.accountToken(t, w.subscribe(t, kept))
		in := sdk.PaymentMethodInput{Nonce: goodNonce}
		if _, err := w.Client.ReplacePaymentMethod(t.Context(), id, stranger, in, english); !errors.Is(err, sdk.SubscriptionNotFound) {
			t.Errorf("a stranger's: %v, want %v", err, sdk.SubscriptionNotFound)
		}
		if _, err := w.Client.SubscriptionClientToken(t.Context(), id, stranger); !errors.Is(err, sdk.SubscriptionNotFound) {
			t.Errorf("a stranger's token: %v, want %v", err, sdk.SubscriptionNotFound)
		}
		if _, err := w.Client.CancelSubscription(t.Context(), id, payer); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Client.ReplacePaymentMethod(t.Context(), id, payer, in, english); !errors.Is(err, sdk.SubscriptionNotRenewing) {
			t.Errorf("cancelled: %v, want %v", err, sdk.SubscriptionNotRenewing)
		}
	})

	t.Run("where the law asks for it the card has to be verified", func(t *testing.T) {
		t.Parallel()
		w, answer := subscribed(t, kept)
		cfg := w.Config
		cfg.Payment.AuthenticationCountries = []string{"US"}
		strict := w.NewClient(t, cfg)
		_, err := strict.ReplacePaymentMethod(t.Context(), w.onlyID(t), w.accountToken(t, answer), sdk.PaymentMethodInput{Nonce: goodNonce}, english)
		wantNonceRefused(t, err, "payment_authentication_required")
		for _, nonce := range []sdk.Secret{"fake-three-d-secure-visa-full-authentication-nonce", "fake-paypal-billing-agreement-nonce"} {
			if _, err := strict.SetPaymentMethod(t.Context(), w.onlyID(t), sdk.PaymentMethodInput{Nonce: nonce}, english); err != nil {
				t.Errorf("%s: %v", nonce.Reveal(), err)
			}
		}
	})
}
