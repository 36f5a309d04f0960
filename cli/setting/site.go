package setting

import (
	"maps"
	"net"
	"net/netip"

	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
)

// Site returns the settings of the public pages and emails.
func (s *Config) Site() site.Site {
	at := site.Site{
		Product: s.Product, Brand: s.Brand, Environment: s.Environment, PublicURL: s.PublicURL, Links: s.Links, SupportPhones: s.SupportPhones,
		SupportEmail: s.SupportEmail, Provider: s.Provider, ChatWidgetKey: s.ChatWidgetKey, Affiliate: s.Affiliate, Seller: s.Seller, Security: s.Security,
	}
	if s.Provider == "sandbox" {
		at.SandboxURL = s.SandboxURL
	}
	return at
}

// Operators returns the operators' tokens by name. The empty name is operatorToken.
func (s *Config) Operators() map[string]secret.Secret {
	tokens := maps.Clone(s.OperatorTokens)
	if s.OperatorToken != "" {
		put(&tokens, "", s.OperatorToken)
	}
	return tokens
}

// Loopback reports whether only this machine can reach an address.
func Loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
