package site

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// Leftover is a demonstration value in a production server's configuration or catalog.
type Leftover struct {
	Setting string // its name in the configuration file, or catalog
	Found   string // the problem
	Mend    string // the remedy
}

// Start is the result of the check at the start of a production server or worker.
type Start string

// The results.
const (
	StartSound   Start = "sound"   // no demonstration value is left
	StartWarned  Start = "warned"  // it starts and lists the leftovers
	StartRefused Start = "refused" // it doesn't start
)

// StartOf returns the result for a server or worker. Demonstration values prevent an installation from taking its first real payment. One that
// already sells goes on, because stopping it would hurt its customers more. One that can't take real money is a trial and starts, too.
func StartOf(left []Leftover, realMoney, sells bool) Start {
	switch {
	case len(left) == 0:
		return StartSound
	case realMoney && !sells:
		return StartRefused
	default:
		return StartWarned
	}
}

// reservedDomains are never registered (RFC 2606).
var reservedDomains = []string{"example.com", "example.org", "example.net", "example", "test", "invalid"}

// ReservedHost reports whether a host name is reserved for examples and tests.
func ReservedHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return slices.ContainsFunc(reservedDomains, func(domain string) bool { return host == domain || strings.HasSuffix(host, "."+domain) })
}

// localHost reports whether a host name means the reader's own machine.
func localHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// ReservedAddress reports whether the host of a web address, or the domain of an email address or of mailto:, is reserved or local, so that it is
// useless for other people.
func ReservedAddress(address string) bool {
	_, host, _ := strings.Cut(address, "@")
	host = strings.Trim(host, "> ")
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		host = u.Hostname()
	}
	return ReservedHost(host) || localHost(host)
}

// fictional are the prefixes of numbers without a telephone, without +: of the United Kingdom (Ofcom), Australia (ACMA), and ours in New Zealand.
var fictional = []string{"442079460", "441632960", "447700900", "448081570", "6125550", "6135550", "6175550", "6185550", "6490000123"}

// FictionalPhone reports whether a telephone number is reserved for fiction.
func FictionalPhone(number string) bool {
	digits := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, number)
	if american := strings.TrimPrefix(digits, "1"); len(american) == 10 && american[3:8] == "55501" { // NANPA: 555-0100 to 0199
		return true
	}
	return slices.ContainsFunc(fictional, func(begin string) bool { return strings.HasPrefix(digits, begin) })
}
