package sdk

import (
	"context"
	"maps"
	"slices"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/text"
)

// Bootstrap is the widget's data for its first screen.
type Bootstrap struct {
	Product           string                       `json:"product"`
	Environment       string                       `json:"environment" enum:"development,production"`
	Locale            string                       `json:"locale"`
	Languages         []string                     `json:"languages"`
	Experiments       map[string]string            `json:"experiments" doc:"Variant by key: Control, Treatment or Off"`
	PrimaryExperiment string                       `json:"primaryExperiment,omitempty"`
	Flags             map[string]bool              `json:"flags"`
	SupportPhones     map[string]string            `json:"supportPhones" doc:"By country (NZ, AU, GB, IE) and default"`
	SupportEmail      string                       `json:"supportEmail"`
	Links             map[string]string            `json:"links" doc:"login, passwordRetrieval, terms, privacy, help, contact, home, cases (for professionals), appStore, playStore; affiliatePixel and affiliateScript if configured, with the placeholders {transactionId} and {amount}"`
	LinksByLanguage   map[string]map[string]string `json:"linksByLanguage,omitempty" doc:"Links whose address depends on the language, by language; used after the language is changed"`
	Payment           BootstrapPayment             `json:"payment"`
	AddressCountries  []string                     `json:"addressCountries" doc:"Countries with address autocomplete; empty if there are none"`
	AddressProvider   string                       `json:"addressProvider,omitempty" enum:"google,sandbox" doc:"Provider of address suggestions, to be named beside them; missing if there is none"`
	SupportChat       *BootstrapChat               `json:"supportChat,omitempty" doc:"Chat to load on home and duplicate; missing if this visitor has none"`
}

// BootstrapPayment selects the widget's payment adapter.
type BootstrapPayment struct {
	Provider            string                                        `json:"provider" enum:"braintree,sandbox"`
	SandboxURL          string                                        `json:"sandboxUrl,omitempty" doc:"Address of the sandbox's hosted fields; only with provider sandbox"`
	VerifiedCountries   []string                                      `json:"verifiedCountries" doc:"Billing countries whose cards are verified by 3-D Secure before they are sent"`
	DeviceDataCountries []string                                      `json:"deviceDataCountries" doc:"Billing countries whose payments are sent with device data"`
	WalletCountries     map[gateway.PaymentType]gateway.TypeCountries `json:"walletCountries" doc:"Billing countries of each payment type that isn't offered everywhere"`
}

// BootstrapChat selects the widget's support chat.
type BootstrapChat struct {
	Provider  string `json:"provider" enum:"zendesk"`
	WidgetKey string `json:"widgetKey" doc:"Key of the chat's script"`
	SignsIn   bool   `json:"signsIn" doc:"True if POST /pub/v1/zendesk/getUserJwtToken returns a token"`
}

// Bootstrap returns the widget's start-up data for a visitor: their variant of each experiment, and the operator's site configuration. The flag provider
// is the only service that it calls.
func (c *Client) Bootstrap(ctx context.Context, meta caller.Meta) Bootstrap {
	place, flags := c.engine.Core.Site, c.engine.Core.Flags(ctx, meta)
	arms := make(map[string]string, len(flags.Arms))
	for key, arm := range flags.Arms {
		arms[key] = string(arm)
	}
	b := Bootstrap{
		Product:           place.Product,
		Environment:       string(place.Environment),
		Locale:            meta.Lang,
		Languages:         slices.Clone(text.Languages),
		Experiments:       arms,
		PrimaryExperiment: flags.Primary(),
		Flags:             flags.Switches,
		SupportPhones:     maps.Clone(place.SupportPhones),
		SupportEmail:      place.SupportEmail,
		Links:             place.LinksIn(text.Language(meta.Lang)),
		LinksByLanguage:   linksByLanguage(place),
		Payment: BootstrapPayment{
			Provider: place.Provider, SandboxURL: place.SandboxURL,
			VerifiedCountries: append([]string{}, c.engine.Payment.Config().AuthenticationCountries...), DeviceDataCountries: []string{},
			WalletCountries: gateway.RestrictedCountries(),
		},
		AddressCountries: []string{},
	}
	if flags.Arms[flag.ExperimentUKCards] == flag.ArmTreatment {
		b.Payment.DeviceDataCountries = slices.Clone(payment.BritishCountries)
	}
	if place.Affiliate.Pixel != "" {
		b.Links["affiliatePixel"] = place.Affiliate.Pixel
	}
	if place.Affiliate.Script != "" { // in its own page, because a frame can't run a bare script
		b.Links["affiliateScript"] = place.PublicURL + "/embed/affiliate?transactionId=" + site.AffiliateTransaction + "&amount=" + site.AffiliateAmount
	}
	if search := c.engine.Visitor.Config().Addresses; search != nil {
		b.AddressCountries, b.AddressProvider = slices.Clone(places.Countries), search.Provider()
	}
	if place.ChatWidgetKey != "" && flags.Switches[flag.SwitchSupportChat] {
		b.SupportChat = &BootstrapChat{Provider: "zendesk", WidgetKey: place.ChatWidgetKey, SignsIn: c.engine.Visitor.Config().Chat.Secret != ""}
	}
	if b.Locale == "" {
		b.Locale = text.Languages[0]
	}
	return b
}

// linksByLanguage returns the links that differ by language; nil if none does.
func linksByLanguage(place site.Site) map[string]map[string]string {
	var out map[string]map[string]string
	for _, lang := range text.Languages {
		links := place.LinksIn(lang)
		maps.DeleteFunc(links, func(name, address string) bool { return address == place.Links[name] })
		if len(links) == 0 {
			continue
		}
		if out == nil {
			out = map[string]map[string]string{}
		}
		out[lang] = links
	}
	return out
}
