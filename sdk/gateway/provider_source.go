package gateway

// PolicySources are sources that a page's Content-Security-Policy has to name, by directive.
type PolicySources struct {
	Script, Connect, Frame, Image, Form []string
}

// BraintreeSources are what Braintree's client, PayPal's and the 3-D Secure of Cardinal load, frame, speak and
// post to, in Braintree's test environment and in production. The server's own pages and the policy that the
// widget's doctor names are made of it. It follows the section "Content Security Policy" of braintree-web's
// reference (braintree.github.io/braintree-web/current), without what the flow doesn't use: Google Pay, Apple's
// own script, anything inline.
//
// Frames and forms go to any https host: 3-D Secure 2 shows the page of the card's own bank, posts a form to it,
// and there is no list of the world's banks.
var BraintreeSources = PolicySources{
	Script: []string{
		"https://js.braintreegateway.com", "https://assets.braintreegateway.com",
		"https://www.paypalobjects.com", "https://*.paypal.com",
		"https://songbird.cardinalcommerce.com", "https://songbirdstag.cardinalcommerce.com",
		"https://static.client.cardinaltrusted.com", "https://cas.static.client.cardinaltrusted.com",
	},
	Connect: []string{
		"https://*.braintreegateway.com", "https://*.braintree-api.com", "https://*.paypal.com",
		"https://*.cardinalcommerce.com", "https://*.cardinaltrusted.com",
	},
	Frame: []string{"https:"},
	Image: []string{"https://assets.braintreegateway.com", "https://*.paypal.com", "https://www.paypalobjects.com"},
	Form:  []string{"https:"},
}
