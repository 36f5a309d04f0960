package apiserver

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientAddr returns the client address of a call, for rate limits. It reads X-Forwarded-For from the end,
// as long as the hops are our own proxies; the caller may have forged everything before them. An IPv6
// address is truncated to its /64, the usual network of one household.
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
