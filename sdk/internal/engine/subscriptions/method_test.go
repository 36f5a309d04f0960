package subscriptions_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// wantNonceRefused checks that the method was rejected with this code.
func wantNonceRefused(t *testing.T, err error, code string) {
	t.Helper()
	var refused *fault.ValidationError
	if !errors.As(err, &refused) || len(refused.Violations) != 1 || refused.Violations[0].Field != "nonce" || string(refused.Violations[0].Code) != code {
		t.Errorf("%v, want nonce %s", err, code)
	}
}

// vaults is a provider that records the nonces it has to keep.
type vaults struct {
	gateway.Gateway
	requested []secret.Secret
}

func (v *vaults) Vault(ctx context.Context, in gateway.VaultRequest) (gateway.Method, error) {
	v.requested = append(v.requested, in.Nonce)
	return v.Gateway.Vault(ctx, in)
}

// Spaces around a pasted nonce are trimmed.
func TestReplaceTrimsNonce(t *testing.T) {
	t.Parallel()
	provider := &vaults{}
	w, answer := fixture.Subscribed(t, fixture.Kept, fixture.WithGateway(provider, &provider.Gateway))
	in := subscription.PaymentMethodInput{Nonce: "  fake-valid-mastercard-nonce\n"}
	if _, err := w.Client.Subscription.ReplaceMethod(t.Context(), w.OnlyID(t), w.AccountToken(t, answer), in, fixture.English); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]secret.Secret{"fake-valid-mastercard-nonce"}, provider.requested); diff != "" {
		t.Errorf("nonces sent for storage (-want +got):\n%s", diff)
	}
}

func TestReplacePaymentMethod(t *testing.T) {
	t.Parallel()

	t.Run("the declined amount is paid with the new card, for both seats", func(t *testing.T) {
		t.Parallel()
		w, answer := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true })
		w.AccountToken(t, answer)
		old := w.LastSale().Token
		if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline, Token: old, Count: -1}); err != nil {
			t.Fatal(err)
		}
		w.RunOn(t, fixture.FirstEnd)
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: fixture.FirstEnd, Tries: 1, Next: fixture.FirstEnd.Add(fixture.Day).Format(time.DateOnly)}, fixture.Term{State: "active", Renews: true, Ends: fixture.FirstEnd, Tries: 1, Next: fixture.FirstEnd.Add(fixture.Day).Format(time.DateOnly)})
		payer := w.LogIn(t, answer)
		own, err := w.Client.Subscription.Own(t.Context(), payer)
		if err != nil {
			t.Fatal(err)
		}
		if token, err := w.Client.Subscription.ClientToken(t.Context(), own[0].ID, payer); err != nil || token == "" {
			t.Errorf("client token: %q, %v", token, err)
		}
		if _, err := w.Client.Subscription.ReplaceMethod(t.Context(), own[0].ID, payer, subscription.PaymentMethodInput{Nonce: "fake-valid-mastercard-nonce"}, fixture.English); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		last := w.LastSale()
		got := []string{last.Status, last.Amount, last.CardLastFour}
		if diff := cmp.Diff([]string{"submitted_for_settlement", "317.98", "4444"}, got); diff != "" || last.Token == old {
			t.Errorf("renewed with %s (-want +got):\n%s", last.Token, diff)
		}
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd}, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
	})

	t.Run("the payer gets a mail each time", func(t *testing.T) {
		t.Parallel()
		w, answer := fixture.Subscribed(t, fixture.Kept)
		w.AccountToken(t, answer)
		id := w.OnlyID(t)
		w.NewMails(t)
		for _, nonce := range []secret.Secret{" fake-valid-mastercard-nonce\n", "fake-valid-amex-nonce"} {
			got, err := w.Client.Subscription.SetMethod(t.Context(), id, subscription.PaymentMethodInput{Nonce: nonce}, fixture.English)
			if err != nil {
				t.Fatal(err)
			}
			found, err := w.Client.Subscription.Find(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&found.Subscription, got); diff != "" {
				t.Errorf("answered, and found (-found +answered):\n%s", diff)
			}
		}
		w.Work(t)
		notice := "method_replaced ana.diaz.1@example.com: Your Cojoin payment method was changed"
		w.WantMails(t, notice, notice)
		mails := w.Mailbox.Mails()
		for i, lastFour := range []string{"4444", "0005"} { // each names its own card
			if m := mails[len(mails)-2+i]; !strings.Contains(m.Text, lastFour) {
				t.Errorf("mail %d doesn't name the card %s:\n%s", i+1, lastFour, m.Text)
			}
		}
	})

	t.Run("the mail of a declined renewal names the page where there is one", func(t *testing.T) {
		t.Parallel()
		w, answer := fixture.Subscribed(t, fixture.Kept)
		w.AccountToken(t, answer)
		const page = "https://example.com/account/payment"
		cfg := w.Config
		cfg.Site.Links = map[string]string{"paymentMethod": page}
		job := email.SubscriptionJob{SubscriptionID: w.OnlyID(t), Mail: email.RenewalDeclined, TermEnd: "2027-06-02"}
		if err := w.NewClient(t, cfg).Email.SendSubscription(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		mails := w.Mailbox.Mails()
		last := mails[len(mails)-1]
		if !strings.Contains(last.Text, page) || !strings.Contains(last.HTML, "Use another payment method") {
			t.Errorf("the mail names no page:\n%s", last.Text)
		}
	})

	t.Run("a declined method leaves the old one, and five declines block the payer", func(t *testing.T) {
		t.Parallel()
		w, answer := fixture.Subscribed(t, fixture.Kept)
		payer := w.AccountToken(t, answer)
		old, id := w.LastSale().Token, w.OnlyID(t)
		replace := func(nonce string) error {
			_, err := w.Client.Subscription.ReplaceMethod(t.Context(), id, payer, subscription.PaymentMethodInput{Nonce: secret.Secret(nonce)}, fixture.English)
			return err
		}
		wantNonceRefused(t, replace(" "), "payment_method_missing")
		for range 3 {
			wantNonceRefused(t, replace("fake-processor-declined-visa-nonce"), "payment_method_declined")
		}
		wantNonceRefused(t, replace("fake-consumed-nonce"), "payment_nonce_used")
		wantNonceRefused(t, replace("no-such-nonce"), "payment_nonce_used")
		if err := replace("fake-valid-nonce"); !errors.Is(err, payment.Closed) {
			t.Errorf("after five refusals: %v, want %v", err, payment.Closed)
		}
		w.RunOn(t, fixture.FirstEnd)
		if last := w.LastSale(); last.Token != old || last.Status != "submitted_for_settlement" {
			t.Errorf("renewed with %s, %s; want the old method", last.Token, last.Status)
		}
	})

	t.Run("only the payer of one that renews", func(t *testing.T) {
		t.Parallel()
		w, answer := fixture.Subscribed(t, fixture.Kept)
		payer := w.AccountToken(t, answer)
		id := w.OnlyID(t)
		stranger := w.AccountToken(t, w.Subscribe(t, fixture.Kept))
		in := subscription.PaymentMethodInput{Nonce: fixture.GoodNonce}
		if _, err := w.Client.Subscription.ReplaceMethod(t.Context(), id, stranger, in, fixture.English); !errors.Is(err, subscription.NotFound) {
			t.Errorf("a stranger's: %v, want %v", err, subscription.NotFound)
		}
		if _, err := w.Client.Subscription.ClientToken(t.Context(), id, stranger); !errors.Is(err, subscription.NotFound) {
			t.Errorf("a stranger's token: %v, want %v", err, subscription.NotFound)
		}
		if _, err := w.Client.Subscription.Cancel(t.Context(), id, payer); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Client.Subscription.ReplaceMethod(t.Context(), id, payer, in, fixture.English); !errors.Is(err, subscription.NotRenewing) {
			t.Errorf("cancelled: %v, want %v", err, subscription.NotRenewing)
		}
		if token, err := w.Client.Subscription.ClientToken(t.Context(), id, payer); !errors.Is(err, subscription.NotRenewing) || token != "" {
			t.Errorf("token of a cancelled one: %q, %v, want %v", token, err, subscription.NotRenewing)
		}
	})

	t.Run("where the law requires it the card must be verified", func(t *testing.T) {
		t.Parallel()
		w, answer := fixture.Subscribed(t, fixture.Kept)
		cfg := w.Config
		cfg.Payment.AuthenticationCountries = []string{"US"}
		strict := w.NewClient(t, cfg)
		_, err := strict.Subscription.ReplaceMethod(t.Context(), w.OnlyID(t), w.AccountToken(t, answer), subscription.PaymentMethodInput{Nonce: fixture.GoodNonce}, fixture.English)
		wantNonceRefused(t, err, "payment_authentication_required")
		for _, nonce := range []secret.Secret{"fake-three-d-secure-visa-full-authentication-nonce", "fake-paypal-billing-agreement-nonce"} {
			if _, err := strict.Subscription.SetMethod(t.Context(), w.OnlyID(t), subscription.PaymentMethodInput{Nonce: nonce}, fixture.English); err != nil {
				t.Errorf("%s: %v", nonce.Reveal(), err)
			}
		}
	})
}
