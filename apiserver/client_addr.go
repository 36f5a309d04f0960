package apiserver

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientAddr is the address that a call comes from, for rate limits. X-Forwarded-For is read from its
// end, as far as the hops are proxies of ours: everything before them is the caller's own claim. An IPv6
// address counts by its /64, since that is what one household has.
func (s *server) clientAddr(r *http.Request) string {
	addr, ok := parseAddr(r.RemoteAddr)
	if !ok {
		return ""
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && s.trusted(addr); i-- {
		next, ok := parseAddr(strings.TrimSpace(hops[i]))
		if !ok {
			break
		}
		addr = next
	}
	if addr.Is6() {
		if p, err := addr.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return addr.String()
}

func (s *server) trusted(addr netip.Addr) bool {
	for _, p := range s.cfg.TrustedProxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

func parseAddr(s string) (netip.Addr, bool) {
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return ap.Addr().Unmap(), true
	}
	a, err := netip.ParseAddr(s)
	return a.Unmap(), err == nil
}
