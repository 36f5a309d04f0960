package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/gateway"
)

// paymentMethods returns the widget's copy of the tables of payment methods and card brands.
func paymentMethods() string {
	var b strings.Builder
	b.WriteString("\n/** The payment methods, in the order in which they are shown. A package hides a method by its `packageFlag`. */\nexport const paymentMethods = {\n")
	var wallets []string
	for _, m := range gateway.PaymentMethods {
		if m.Wallet {
			wallets = append(wallets, m.Key)
		}
		fmt.Fprintf(&b, "  %s: {\n    type: %s,\n    isWallet: %t,\n    name: %s,\n    failure: %s,\n    experiment: %s,\n    packageFlag: %s,\n    stays: %t,\n  },\n",
			m.Key, quoted(string(m.Type)), m.Wallet, quoted(string(m.Name)), orUndefined(string(m.Failure)), orUndefined(m.Experiment), orUndefined(m.PackageFlag), m.Stays)
	}
	fmt.Fprintf(&b, "} as const;\n\n/** The methods that are authorized with an account or a device. A card is typed in. */\nexport const wallets = %s as const;\nexport type Wallet = (typeof wallets)[number];\n",
		list(wallets, "", len("export const wallets =  as const;")))

	b.WriteString("\n/** Where a payment type isn't offered everywhere, as the server's start-up data has it; the fake server answers with it. */\nexport const walletCountries = {\n")
	restricted := gateway.RestrictedCountries()
	for _, t := range slices.Sorted(maps.Keys(restricted)) {
		var members []string
		for _, rule := range []struct {
			name      string
			countries []string
		}{{"only", restricted[t].Only}, {"except", restricted[t].Except}} {
			if rule.countries != nil {
				members = append(members, rule.name+": "+list(rule.countries, "", 0))
			}
		}
		fmt.Fprintf(&b, "  %s: { %s },\n", t, strings.Join(members, ", "))
	}
	b.WriteString("};\n\n/** The card brands that a package can refuse. Their names are the same in every language. */\nexport const cardBrands = {\n")
	for _, brand := range gateway.CardBrands {
		fmt.Fprintf(&b, "  %s: { name: %s, packageFlag: %s },\n", brand.Key, quoted(brand.Name), quoted(brand.PackageFlag))
	}
	b.WriteString("} as const;\n\nexport type CardBrand = keyof typeof cardBrands;\n")
	return b.String()
}

// testNonces are in a separate file, so that only the sandbox's client loads them.
func testNonces() string {
	var b strings.Builder
	b.WriteString("\n/** What pays with each wallet in the payment provider's test environment. */\nexport const testNonces = {\n")
	for _, m := range gateway.PaymentMethods {
		if m.Wallet {
			fmt.Fprintf(&b, "  %s: %s,\n", m.Key, quoted(m.TestNonce))
		}
	}
	b.WriteString("} as const;\n")
	return b.String()
}

func orUndefined(s string) string {
	if s == "" {
		return "undefined"
	}
	return quoted(s)
}
