package page

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/site"
)

// SecureHeaders sets the headers of every response. Pages replace the content security policy with their own.
func (s *Pages) SecureHeaders(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	// PayPal's popups must be able to message the page that opened them.
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	// We use no device features. Wallets and the widget's own frames may request payments.
	h.Set("Permissions-Policy", "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), usb=(), payment=*")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	if s.cfg.Site.Environment == site.EnvironmentProduction {
		h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

// The hosts of the support chat, by directive, as Zendesk lists them.
var (
	zendeskScripts  = []string{"https://static.zdassets.com"}
	zendeskConnects = []string{"https://static.zdassets.com", "https://ekr.zdassets.com", "https://*.zendesk.com", "https://*.zopim.com", "wss://*.zopim.com", "https://*.smooch.io", "wss://*.smooch.io"}
	zendeskImages   = []string{"https://static.zdassets.com", "https://*.zendesk.com", "https://*.zdusercontent.com", "https://media.smooch.io"}
)

// pagePolicy returns the content security policy of our pages with the widget. It allows one inline script, by the hash
// [AllowedScript]. Styles that the widget's toolkit inserts carry the page's nonce.
func (s *Pages) pagePolicy(nonce string) string {
	scripts, frames, connects, images, forms := []string{"'self'", AllowedScript}, []string{}, []string{"'self'"}, []string{"'self'", "data:"}, []string{"'self'"}
	if origin := originOf(s.cfg.Site.SandboxURL); origin != "" {
		frames, connects = append(frames, origin), append(connects, origin)
	}
	if s.cfg.Site.Provider == "braintree" {
		theirs := gateway.BraintreeSources
		scripts, frames, forms = append(scripts, theirs.Script...), append(frames, theirs.Frame...), append(forms, theirs.Form...)
		connects, images = append(connects, theirs.Connect...), append(images, theirs.Image...)
	}
	if s.cfg.Site.ChatWidgetKey != "" {
		scripts, connects, images = append(scripts, zendeskScripts...), append(connects, zendeskConnects...), append(images, zendeskImages...)
	}
	if logo := s.cfg.Site.Brand.Logo(); logo != nil {
		for _, src := range []string{logo.Src, logo.Dark} {
			if origin := originOf(src); origin != "" {
				images = append(images, origin)
			}
		}
	}
	if origin := originOf(s.cfg.Site.Affiliate.Pixel); origin != "" {
		images = append(images, origin)
	}
	if s.cfg.Site.Affiliate.Script != "" || s.cfg.Site.Environment == site.EnvironmentDevelopment {
		frames = append(frames, "'self'") // for the affiliate's page and the example page's frame mode
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src " + strings.Join(scripts, " "),
		"style-src 'self' 'nonce-" + nonce + "'",
		"font-src 'self'",
		"img-src " + strings.Join(images, " "),
		"connect-src " + strings.Join(connects, " "),
		"frame-src " + orNone(frames),
		"form-action " + strings.Join(forms, " "),
		"base-uri 'none'",
		"frame-ancestors " + s.frameAncestors(),
	}, "; ")
}

// frameAncestors returns the origins that may frame our pages.
func (s *Pages) frameAncestors() string {
	origins := s.cfg.Origins
	if s.cfg.Site.Environment == site.EnvironmentDevelopment {
		origins = append([]string{"'self'"}, origins...)
	}
	return orNone(origins)
}

func orNone(sources []string) string {
	if len(sources) == 0 {
		return "'none'"
	}
	return strings.Join(sources, " ")
}

func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func newNonce() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}
