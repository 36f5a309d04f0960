package caller

import (
	"net/netip"
	"strings"
)

// NetworkOf returns the network of a client address, as wide as a provider gives its customers in turn: the first 24 bits of an IPv4 address, 48 of
// IPv6, which is also counted by its /64. What is no address is its own network.
func NetworkOf(address string) string {
	of, _, _ := strings.Cut(address, "/")
	addr, err := netip.ParseAddr(of)
	if err != nil {
		return address
	}
	bits := 48
	if addr = addr.Unmap().WithZone(""); addr.Is4() {
		bits = 24
	}
	return netip.PrefixFrom(addr, bits).Masked().String()
}
