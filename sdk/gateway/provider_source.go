package gateway

// PolicySources are the sources that a page's Content-Security-Policy must list, by directive.
type PolicySources struct {
	Script, Connect, Frame, Image, Form []string
}

// BraintreeSources are the hosts from which Braintree's client, PayPal's client and Cardinal's 3-D Secure load scripts and frames, and to which they
// connect and post, in Braintree's test environment and in production. The server's own pages and the policy of the widget's doctor are built from
// it. It follows the section "Content Security Policy" of braintree-web's reference (braintree.github.io/braintree-web/current). It omits the sources
// that the flow doesn't use: Google Pay, Apple's own script, anything inline.
//
// Frames and forms may go to any https host: 3-D Secure 2 shows the page of the card's bank and posts a form to it, and no list of the world's banks
// exists.
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
