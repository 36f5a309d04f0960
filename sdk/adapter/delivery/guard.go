package delivery

import (
	"context"
	"net/netip"
	"syscall"
)

// guard limits the addresses of connections. It checks each address just before the connection, after the name was resolved, so that a name
// that changes its address can't bypass it.
type guard struct {
	allowed []netip.Prefix
	only    bool // rejects all others, including public ones
}

// refusedError rejects an address that isn't public. Its text doesn't name the address.
type refusedError struct{}

func (*refusedError) Error() string {
	return "leads to an address that isn't public; list its network in events.allow if events should go there"
}

// elsewhereError rejects an address outside of the allowed networks, and a name that can't be resolved.
type elsewhereError struct{}

func (*elsewhereError) Error() string { return "doesn't lead to this machine" }

// notPublic lists networks without a method in netip: https://www.iana.org/assignments/iana-ipv4-special-registry and its counterpart for
// IPv6. IPv6 networks that embed IPv4 addresses are rejected as a whole.
var notPublic = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10")

func prefixes(all ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(all))
	for i, p := range all {
		out[i] = netip.MustParsePrefix(p)
	}
	return out
}

func (g guard) allows(ip netip.Addr) bool { return within(g.allowed, ip) }

func within(networks []netip.Prefix, ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	for _, p := range networks {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}

// permit returns an error unless an address is public or allowed.
func (g guard) permit(ip netip.Addr) error {
	ip = ip.Unmap().WithZone("")
	if g.allows(ip) {
		return nil
	}
	if g.only {
		return &elsewhereError{}
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || within(notPublic, ip) {
		return &refusedError{}
	}
	return nil
}

// control implements [net.Dialer.ControlContext].
func (g guard) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return &refusedError{}
	}
	return g.permit(at.Addr())
}
