package caller

import (
	"net/netip"
	"strings"
)

// NetworkOf returns the network of a client address, as large as the range in which a provider reassigns addresses: 24 bits of IPv4, 48 bits
// of IPv6. It accepts an IPv6 /64, too. It returns any other text unchanged.
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
