package doctor

import (
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/site"
)

// Weaknesses returns the valid settings that are unsafe in production. It makes no calls.
func Weaknesses(s *setting.Config, values []setting.Value) []Finding {
	if s.Environment != site.EnvironmentProduction {
		return nil
	}
	var found []Finding
	weak := func(is bool, check, what, mend string) {
		if is {
			found = append(found, Finding{Check: check, Result: Bad, Found: what, Mend: mend})
		}
	}
	for name, address := range map[string]string{"databaseUrl": s.DatabaseURL.Reveal(), "personKeysUrl": s.PersonKeysURL.Reveal()} {
		weak(plainRemote(address), name, "connects to another machine without TLS", "append ?sslmode=verify-full, and sslrootcert if the certificate isn't from a public authority")
	}
	for _, p := range s.TrustedProxies {
		weak(tooWide(p), "trustedProxies", p.String()+" trusts strangers, who can then forge the address behind the limits", "name your proxies' own networks, e.g. 10.0.0.0/8")
	}
	raw, err := setting.SecretBytes(s.Secret.Reveal())
	weak(err == nil && guessable(raw), "secret", "isn't random: a few bytes repeat", "generate it with openssl rand -base64 32, and rotate to it: docs/how-to/rotate-secrets.md")
	for name, token := range s.Operators() {
		label := "operatorToken"
		if name != "" {
			label = "operatorTokens." + name
		}
		weak(guessable([]byte(token.Reveal())), label, "isn't random: a few letters repeat", "generate it with openssl rand -base64 32")
	}
	weak(s.MetricsToken != "" && guessable([]byte(s.MetricsToken.Reveal())), "metricsToken", "isn't random: a few letters repeat", "generate it with openssl rand -base64 32")
	for _, o := range s.Origins {
		weak(strings.HasPrefix(o, "http://"), "origins", o+" is unencrypted: anyone on the network can change its pages", "use https://")
	}
	for _, name := range limitsOff(s) {
		weak(true, "limits."+name, "is off", "leave it out for the shipped limit, or raise it")
	}
	seen := map[string]bool{"": true}
	for _, v := range values {
		path := secretFile(v)
		if seen[path] {
			continue
		}
		seen[path] = true
		info, err := os.Stat(path)
		weak(err == nil && info.Mode().Perm()&0o007 != 0, v.Label(), path+" can be read by every user of this machine ("+mode(info)+")", "chmod o-rwx "+path)
	}
	slices.SortStableFunc(found, func(a, b Finding) int { return strings.Compare(a.Check, b.Check) })
	return found
}

// Leftovers returns a finding for each of the demonstration's values.
func Leftovers(left []site.Leftover) []Finding {
	found := make([]Finding, len(left))
	for i, l := range left {
		found[i] = Finding{Check: l.Setting, Result: Bad, Found: l.Found, Mend: l.Mend}
	}
	return found
}

func mode(info fs.FileInfo) string {
	if info == nil {
		return ""
	}
	return fmt.Sprintf("%04o", info.Mode().Perm())
}

// secretFile returns the file that a secret was read from; empty if the variable holds the secret itself.
func secretFile(v setting.Value) string {
	switch {
	case !v.Secret || v.Value == "":
		return ""
	case strings.HasSuffix(v.Source, "_FILE"):
		return os.Getenv(v.Source)
	case v.Source == "default" || v.Source == "flag" || strings.HasPrefix(v.Source, "COJOIN_") || v.Source == v.Variable():
		return ""
	}
	return v.Source // the configuration file
}

// plainRemote reports whether the address allows a connection to another machine without TLS.
func plainRemote(address string) bool {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return false
	}
	host := u.Hostname()
	if param := u.Query().Get("host"); param != "" {
		host = param
	}
	if host == "" || strings.HasPrefix(host, "/") || setting.Loopback(net.JoinHostPort(host, "0")) {
		return false
	}
	return slices.Contains([]string{"disable", "allow", "prefer", ""}, u.Query().Get("sslmode"))
}

// tooWide reports whether a network is too large to be one owner's: the largest private network is a /8.
func tooWide(p netip.Prefix) bool {
	if p.Addr().Unmap().Is4() {
		return p.Bits() < 8
	}
	return p.Bits() < 16
}

// guessable reports whether a secret has too few distinct bytes to be random: 32 random bytes have about 30, in base64 about 28.
func guessable(secret []byte) bool {
	different := map[byte]bool{}
	for _, b := range secret {
		different[b] = true
	}
	return len(different) < 12
}

// limitsOff lists the disabled limits.
func limitsOff(s *setting.Config) []string {
	var off []string
	limits := reflect.ValueOf(s.Limits)
	for i := range limits.NumField() {
		if limit, ok := limits.Field(i).Interface().(caller.Limit); ok && limit.Count < 0 {
			name := limits.Type().Field(i).Name
			off = append(off, strings.ToLower(name[:1])+name[1:])
		}
	}
	return off
}
