package setting

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/site"
)

// ownSettings is a production configuration without values of the demonstration.
func ownSettings() map[string]string {
	return map[string]string{
		"DATABASE_URL": "postgres://cojoin_serve@127.0.0.1/cojoin", "COJOIN_SECRET": "srus/If/zOuLWJnLivyxYzk0eswL2vizLS4x2x6H25E=",
		"COJOIN_PUBLIC_URL": "https://join.cojoin.dev", "COJOIN_ORIGINS": "https://www.cojoin.dev", "COJOIN_MAIL_SMTP": "smtp://127.0.0.1:25",
		"COJOIN_MAIL_FROM": "Cojoin <no-reply@cojoin.dev>", "COJOIN_SUPPORT_EMAIL": "help@cojoin.dev", "COJOIN_SUPPORT_PHONES_default": "+1 800-555-0300",
		"COJOIN_LINKS_terms": "https://www.cojoin.dev/terms", "COJOIN_LINKS_privacy": "https://www.cojoin.dev/privacy",
		"COJOIN_LINKS_help": "https://www.cojoin.dev/help", "COJOIN_LINKS_contact": "https://www.cojoin.dev/contact",
		"COJOIN_PAYMENT_ENVIRONMENT": "production", "COJOIN_PAYMENT_MERCHANT_ID": "k7n2", "COJOIN_PAYMENT_PUBLIC_KEY": "q9x4", "COJOIN_PAYMENT_PRIVATE_KEY": "k",
		"COJOIN_PAYMENT_MERCHANT_ACCOUNTS_USD": "cojoin_usd", "COJOIN_SELLER_NAME": "Cojoin, Inc.", "COJOIN_SELLER_ADDRESS": "9 High St | Trenton, NJ 08608",
	}
}

func environment(change map[string]string) (env []string) {
	variables := ownSettings()
	maps.Copy(variables, change)
	for name, value := range variables {
		env = append(env, name+"="+value)
	}
	return env
}

// Every row of the table has a rule for production.
func TestEveryRowHasProductionRule(t *testing.T) {
	t.Parallel()
	for _, d := range Table {
		decides := d.stays.never != nil || d.stays.left != nil
		if d.stays.doc == "" || decides == (d.stays.doc == "yes") {
			t.Errorf("%s: may stay in production: %q, with a rule: %t", d.Name, d.stays.doc, decides)
		}
	}
}

// Each value of the demonstration is listed under its setting. An operator's own settings have none.
func TestLeftovers(t *testing.T) {
	t.Chdir(t.TempDir()) // no cojoin.yaml
	const reserved = " is reserved for examples and tests"
	for name, tc := range map[string]struct {
		change map[string]string
		want   []string // setting: found
	}{
		"own settings":    {nil, nil},
		"own, on Compose": {map[string]string{"COJOIN_MAIL_SMTP": "smtp://mail.internal:25", "COJOIN_PUBLIC_URL": "https://join.cojoin.internal"}, nil},
		"nothing set": {
			map[string]string{
				"COJOIN_MAIL_FROM": "", "COJOIN_SUPPORT_EMAIL": "", "COJOIN_SUPPORT_PHONES_default": "", "COJOIN_LINKS_terms": "", "COJOIN_LINKS_privacy": "",
				"COJOIN_LINKS_help": "", "COJOIN_LINKS_contact": "", "COJOIN_PAYMENT_ENVIRONMENT": "", "COJOIN_SELLER_NAME": "", "COJOIN_SELLER_ADDRESS": "",
			}, []string{
				"payment.environment: sandbox: cards aren't charged, and test cards buy subscriptions",
				"mail.from: no-reply@example.com is reserved for examples and tests, so replies are lost",
				"support.email: support@example.com is reserved for examples and tests, and people are asked to write to it",
				"support.phones.default: +1 800-555-0199 is a number for fiction, and people are asked to call it",
				"links.terms: pages link to https://join.cojoin.dev/terms, which doesn't exist in production",
				"links.privacy: pages link to https://join.cojoin.dev/privacy, which doesn't exist in production",
				"links.help: pages link to https://join.cojoin.dev/help, which doesn't exist in production",
				"links.contact: pages link to https://join.cojoin.dev/contact, which doesn't exist in production",
				"seller.name: receipts and credit notes name no seller",
				"seller.address: receipts and credit notes have no seller's address",
			},
		},
		"an example's address":    {map[string]string{"COJOIN_PUBLIC_URL": "https://join.example.com"}, []string{"publicUrl: https://join.example.com" + reserved}},
		"this machine's":          {map[string]string{"COJOIN_PUBLIC_URL": "https://localhost"}, []string{"publicUrl: https://localhost" + reserved}},
		"an example's page":       {map[string]string{"COJOIN_ORIGINS": "https://www.cojoin.dev,https://shop.test"}, []string{"origins: https://shop.test" + reserved}},
		"an example's terms":      {map[string]string{"COJOIN_LINKS_terms": "https://www.example.org/terms?lang={lang}"}, []string{"links.terms: https://www.example.org/terms?lang={lang}" + reserved}},
		"an example's home":       {map[string]string{"COJOIN_LINKS_home": "https://app.example.net"}, []string{"links.home: https://app.example.net" + reserved}},
		"an example's sender":     {map[string]string{"COJOIN_MAIL_FROM": "Us <us@mail.invalid>"}, []string{"mail.from: Us <us@mail.invalid> is reserved for examples and tests, so replies are lost"}},
		"an example's server":     {map[string]string{"COJOIN_MAIL_SMTP": "smtp://u:hunter2@mail.example.com"}, []string{"mail.smtp: is a host reserved for examples and tests"}},
		"fiction in Britain":      {map[string]string{"COJOIN_SUPPORT_PHONES_GB": "+44 20 7946 0999"}, []string{"support.phones.GB: +44 20 7946 0999 is a number for fiction, and people are asked to call it"}},
		"Britain's number alone":  {map[string]string{"COJOIN_SUPPORT_PHONES_GB": "+44 20 7123 4567", "COJOIN_SUPPORT_PHONES_default": ""}, []string{"support.phones.default: +1 800-555-0199 is a number for fiction, and people are asked to call it"}},
		"a placeholder's account": {map[string]string{"COJOIN_PAYMENT_MERCHANT_ACCOUNTS_USD": "example_usd"}, []string{"payment.merchantAccounts.USD: example_usd is a placeholder"}},
		"a placeholder's merchant": {
			map[string]string{"COJOIN_PAYMENT_MERCHANT_ID": "your_merchant_id", "COJOIN_PAYMENT_PUBLIC_KEY": "your_public_key"},
			[]string{"payment.merchantId: your_merchant_id is a placeholder", "payment.publicKey: your_public_key is a placeholder"},
		},
		"the example's seller": {map[string]string{"COJOIN_SELLER_NAME": "Example, Inc."}, []string{"seller.name: Example, Inc. is a placeholder"}},
		"British VAT without an id": { // the Isle of Man has Britain's VAT
			map[string]string{"COJOIN_PAYMENT_MERCHANT_ACCOUNTS_GBP": "gbp", "COJOIN_SELLER_TAX_IDS_GB": "GB123456789"},
			[]string{"seller.taxIds.IM: the tax of IM is charged, but receipts have no tax id for it", "seller.taxIds.GB: GB123456789 is a placeholder"},
		},
		"British VAT with one": {map[string]string{"COJOIN_PAYMENT_MERCHANT_ACCOUNTS_GBP": "gbp", "COJOIN_SELLER_TAX_IDS_GB": "GB314159265", "COJOIN_SELLER_TAX_IDS_IM": "GB314159265"}, nil},
		"others": {
			map[string]string{
				"COJOIN_SECURITY_CONTACT": "mailto:security@example.com", "COJOIN_SECURITY_POLICY": "https://example.com/policy", "COJOIN_EVENTS_RETURN_URLS": "https://app.example.com",
				"COJOIN_AFFILIATE_PIXEL": "https://a.example.com/{transactionId}", "COJOIN_AFFILIATE_SCRIPT": "https://a.example.com/s/{transactionId}",
			}, []string{
				"events.returnUrls: https://app.example.com" + reserved, "affiliate.pixel: https://a.example.com/{transactionId}" + reserved,
				"affiliate.script: https://a.example.com/s/{transactionId}" + reserved, "security.contact: mailto:security@example.com" + reserved,
				"security.policy: https://example.com/policy" + reserved,
			},
		},
		"development": {map[string]string{"COJOIN_ENVIRONMENT": "development", "COJOIN_MAIL_FROM": "", "COJOIN_LINKS_terms": "", "COJOIN_SELLER_NAME": ""}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, _, err := Load(Sources{Env: environment(tc.change)})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range s.Leftovers(nil) {
				got = append(got, l.Setting+": "+l.Found)
				if l.Mend == "" || strings.Contains(l.Found, "hunter2") {
					t.Errorf("%+v", l)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Values that no command accepts in production are mistakes, in one list with the values of the demonstration.
func TestProductionMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, tc := range map[string]struct {
		change map[string]string
		want   string
	}{
		"own settings":        {nil, ""},
		"sandbox":             {map[string]string{"COJOIN_PAYMENT_PROVIDER": "sandbox"}, "payment.provider: the sandbox takes no money and can't be used in production"},
		"made-up addresses":   {map[string]string{"COJOIN_ADDRESSES_PROVIDER": "sandbox"}, "addresses.provider: the sandbox's addresses are made up and can't be used in production"},
		"killed":              {map[string]string{"COJOIN_DEV_KILL_AT": "send_after"}, "dev.killAt: can't be used in production"},
		"paused":              {map[string]string{"COJOIN_DEV_PAUSE_AT": "send_after"}, "dev.pauseAt: can't be used in production"},
		"no mail server":      {map[string]string{"COJOIN_MAIL_SMTP": ""}, "mail.smtp is missing: set COJOIN_MAIL_SMTP"},
		"the default address": {map[string]string{"COJOIN_PUBLIC_URL": ""}, "publicUrl must start with https:// in production"},
		"both": {
			map[string]string{"COJOIN_MAIL_SMTP": "", "COJOIN_LINKS_terms": ""},
			"mail.smtp is missing: set COJOIN_MAIL_SMTP\nlinks.terms: pages link to https://join.cojoin.dev/terms, which doesn't exist in production: set it to your own page",
		},
		"development": {map[string]string{"COJOIN_ENVIRONMENT": "development", "COJOIN_PAYMENT_PROVIDER": "sandbox", "COJOIN_MAIL_SMTP": "", "COJOIN_PUBLIC_URL": ""}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := Load(Sources{Env: environment(tc.change)})
			got := ""
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The required tax ids depend on the current catalog, not on the shipped one.
func TestTaxIDsMatchCatalog(t *testing.T) {
	t.Chdir(t.TempDir())
	text := string(price.DefaultCatalogFile())
	untaxed, err := price.ParseCatalog([]byte(strings.Replace(text, "    - {country: IM, components: [{name: VAT, percent: \"20\"}]}\n", "", 1)))
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := Load(Sources{Env: environment(map[string]string{"COJOIN_PAYMENT_MERCHANT_ACCOUNTS_GBP": "gbp", "COJOIN_SELLER_TAX_IDS_GB": "GB314159265"})})
	if err != nil {
		t.Fatal(err)
	}
	want := []site.Leftover{{Setting: "seller.taxIds.IM", Found: "the tax of IM is charged, but receipts have no tax id for it", Mend: "set it to the id under which you are registered there"}}
	if diff := cmp.Diff(want, s.Leftovers(price.DefaultCatalog())); diff != "" {
		t.Errorf("the shipped catalog (-want +got):\n%s", diff)
	}
	if left := s.Leftovers(untaxed); len(left) > 0 {
		t.Errorf("a catalog without it: %v", left)
	}
}
