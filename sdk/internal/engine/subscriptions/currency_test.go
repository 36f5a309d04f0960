package subscriptions_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// "$" is a peso to a Mexican. A job has no browser with a region, so a year later the billing country decides that amounts in dollars have their code.
func TestDollarsAreNamedAYearLater(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ lang, locale, country, region, postal, zone, phoneCode, phone, price string }{
		{"es", "es-MX", "MX", "CMX", "06000", "America/Mexico_City", "+52", "5512345678", "USD 149.99"},
		{"en", "en-IE", "IE", "D", "D02 AF30", "Europe/Dublin", "+353", "12345678", "US$149.99"},
		{"en", "en-US", "US", "TX", "78701", "America/Chicago", "+1", "5125550123", "$149.99"},
	} {
		t.Run(c.locale, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			meta := caller.Meta{Lang: c.lang, Locale: c.locale}
			in := sdktest.ReadyToPay(1)
			in.Address.Country, in.Address.Region, in.Address.PostalCode, in.Parent.TimeZone = c.country, c.region, c.postal, c.zone
			in.Parent.PhoneCountryCode, in.Parent.PhoneNumber = c.phoneCode, c.phone
			made, err := w.Client.Signup.Create(t.Context(), in, meta)
			if err != nil {
				t.Fatal(err)
			}
			s := sdktest.Session{SignupID: made.SignupID, Key: secret.Secret(made.RegistrationKey)}
			call := w.Input(t, s, fixture.GoodNonce, fixture.Kept, func(in *payment.Input) { in.TermsAndConditions = true })
			meta.IdempotencyKey = w.NewKey()
			if _, err := w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, call, meta); err != nil {
				t.Fatal(err)
			}
			w.Work(t)
			list, err := w.Client.Subscription.List(t.Context(), subscription.Filter{})
			if err != nil {
				t.Fatal(err)
			}
			w.RunOn(t, list[0].EndsAt.Add(-30*fixture.Day))
			w.RunOn(t, list[0].EndsAt)
			got := map[email.Kind][]string{}
			for _, m := range w.Mailbox.Mails() {
				if m.Kind == email.Receipt || m.Kind == email.RenewalNotice {
					got[m.Kind] = append(got[m.Kind], prices(m.Text))
				}
			}
			want := map[email.Kind][]string{email.Receipt: {c.price, c.price}, email.RenewalNotice: {c.price}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the forms of the price (-want +got):\n%s", diff)
			}
		})
	}
}

var price149 = regexp.MustCompile(`\S*\s?149[.,]99(\s\S*\$)?`)

// prices returns the different forms of the price in a text.
func prices(text string) string {
	forms := []string{}
	for _, form := range price149.FindAllString(text, -1) {
		if words := strings.Fields(strings.ReplaceAll(form, "\u00a0", " ")); len(words) > 1 && words[0] != "USD" { // the word before the amount
			form = words[len(words)-1]
		} else {
			form = strings.Join(words, " ")
		}
		if !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return strings.Join(forms, ", ")
}
