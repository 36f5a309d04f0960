package doctor

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/doctor/attack"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
)

// attackOwn verifies that the installation is the operator's and attacks its public address. It adds the weaknesses of its configuration and of its
// database login.
func attackOwn(ctx context.Context, file, private, operator string) ([]Finding, error) {
	if !setting.Configured(file) {
		return nil, console.Usagef("an attack needs the installation's configuration: its publicUrl, privateAddr and operatorToken (--config, or variables)")
	}
	s, values, err := setting.Load(setting.Sources{File: file, Env: os.Environ()})
	if err != nil {
		return nil, err
	}
	token, err := operatorsToken(s, operator)
	if err != nil {
		return nil, err
	}
	public, err := url.Parse(s.PublicURL)
	if err != nil || public.Host == "" {
		return nil, console.Usagef("publicUrl is not a URL")
	}
	if private == "" {
		private = privateURL(s.Private)
	}
	if err := attack.Prove(ctx, public, private, token); err != nil {
		return nil, fmt.Errorf("nothing was attacked: %w", err)
	}
	_, port, _ := net.SplitHostPort(s.Private)
	target := attack.Target{Public: public, PrivatePort: port, Production: s.Environment == site.EnvironmentProduction}
	findings := append([]Finding{checkEnvironment(s)}, configurationFindings(s, values)...)
	findings = append(findings, checkDatabaseLogin(ctx, s)...)
	for _, f := range attack.Run(ctx, target) {
		findings = append(findings, Finding{Check: f.Attack, Result: resultOf[f.Result], Found: f.Found, Mend: mendOf(f)})
	}
	return findings, nil
}

var resultOf = map[attack.Result]string{attack.Held: Good, attack.Broken: Bad, attack.Doubtful: Warning, attack.Untried: Skipped}

// mendOf returns the advice for an attack that succeeded.
func mendOf(f attack.Finding) string {
	if f.Result == attack.Held || f.Result == attack.Untried {
		return ""
	}
	return f.Advice
}

// operatorsToken returns the operator's token for the proof: the named operator's, the shared one, or the only one.
func operatorsToken(s *setting.Config, operator string) (secret.Secret, error) {
	tokens := s.Operators()
	if token, ok := tokens[operator]; ok {
		return token, nil
	}
	switch {
	case operator != "":
		return "", console.Usagef("operatorTokens.%s isn't set", operator)
	case len(tokens) == 0:
		return "", console.Usagef("an attack needs an operator's token: set operatorToken (openssl rand -base64 32), here and at the servers")
	case len(tokens) == 1:
		for _, token := range tokens {
			return token, nil
		}
	}
	return "", console.Usagef("several operators have tokens: choose one with --operator NAME")
}

// privateURL returns the URL at which this machine reaches the private address.
func privateURL(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip, parsed := netip.ParseAddr(host); err == nil && (host == "" || parsed == nil && ip.IsUnspecified()) {
		addr = net.JoinHostPort("127.0.0.1", port)
	}
	return "http://" + addr
}

// checkEnvironment reports a public installation outside the environment production: it has fewer guards.
func checkEnvironment(s *setting.Config) Finding {
	f := Finding{Check: "environment", Result: Good, Found: string(s.Environment)}
	if s.Environment == site.EnvironmentProduction {
		return f
	}
	f.Result, f.Mend = Bad, "set environment to production: config check then refuses what is unsafe there"
	if public, err := url.Parse(s.PublicURL); err == nil && setting.Loopback(net.JoinHostPort(public.Hostname(), "0")) {
		f.Result, f.Found = Warning, f.Found+", on this machine alone: settings aren't judged as in production"
	}
	return f
}

// configurationFindings returns the configuration's weaknesses, or one finding if it has none.
func configurationFindings(s *setting.Config, values []setting.Value) []Finding {
	if weak := Weaknesses(s, values); len(weak) > 0 {
		return weak
	}
	f := Finding{Check: "configuration", Result: Good, Found: "secrets, proxies, limits and the provider's environment are sound"}
	if s.Environment != site.EnvironmentProduction {
		f.Result, f.Found = Skipped, "judged in production only"
	}
	return []Finding{f}
}

// checkDatabaseLogin checks the rights of the database login, which an intruder on the server has, too, and the encryption of the connection.
func checkDatabaseLogin(ctx context.Context, s *setting.Config) []Finding {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	st, err := stack.Open(ctx, s, stack.Options{Operator: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return []Finding{{Check: "login", Result: Skipped, Found: "the database can't be reached from here: " + stack.WithoutPassword(err, s)}}
	}
	defer st.Close()
	return []Finding{checkLogin(ctx, st), checkEncryption(ctx, st)}
}
