package doctor

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/internal/postgres"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/adapter/smtp"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/widget"
)

// checkTimeout limits one call to a service.
const checkTimeout = 5 * time.Second

func checkWidget() Finding {
	f := Finding{Check: "widget", Result: Good, Found: "built into this binary"}
	if _, err := fs.Stat(widget.Files(), "join/index.html"); err != nil {
		f.Result, f.Found, f.Mend = Warning, "not in this binary: /app/join and /embed answer 503", "make build"
	}
	return f
}

// checkDevelopment checks the requirements of `cojoin dev`: its embedded Postgres and its ports.
func checkDevelopment(ctx context.Context) []Finding {
	findings := []Finding{checkEmbedded(ctx)}
	for name, addr := range map[string]string{"public address": setting.DefaultAddr, "private address": setting.DefaultPrivateAddr, "payment sandbox": sandbox.DefaultAddr} {
		f := Finding{Check: name, Result: Good, Found: addr + " is free"}
		socket, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
		if err != nil {
			f.Result, f.Found = Warning, addr+" is in use"
			f.Mend = "fine if that is cojoin dev; otherwise stop what runs there, or run: make dev ADDR=127.0.0.1:18080"
		} else {
			_ = socket.Close()
		}
		findings = append(findings, f)
	}
	slices.SortFunc(findings[1:], func(a, b Finding) int { return strings.Compare(a.Check, b.Check) })
	return findings
}

// checkEmbedded starts a Postgres in a temporary folder and stops it again.
func checkEmbedded(ctx context.Context) Finding {
	f := Finding{Check: "embedded Postgres", Result: Good, Found: "starts and stops"}
	dir, err := os.MkdirTemp("", "cojoin-doctor-")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		err = os.Chmod(dir, 0o711) // when we run as root, Postgres runs as another user, which must be able to traverse it
	}
	var server *postgres.Server
	if err == nil {
		server, err = postgres.Start(ctx, postgres.Options{DataDir: filepath.Join(dir, "postgres"), Settings: postgres.FastSettings()})
	}
	if err == nil {
		err = server.Stop(ctx)
	}
	if err != nil {
		f.Result, f.Found, f.Mend = Bad, err.Error(), "install PostgreSQL 15 or newer, or run make install, or set DATABASE_URL"
	}
	return f
}

// checkServices checks the services that `cojoin serve` and `cojoin work` use.
func checkServices(ctx context.Context, s *setting.Config) []Finding {
	findings := []Finding{checkPayment(ctx, s), checkMail(ctx, s), checkPublicAddress(ctx, s), checkAddresses(s), checkChat(s)}
	ctx, cancel := context.WithTimeout(ctx, 3*checkTimeout)
	defer cancel()
	st, err := stack.Open(ctx, s, stack.Options{Operator: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return append(findings, Finding{Check: "database", Result: Bad, Found: err.Error(), Mend: "check DATABASE_URL"})
	}
	defer st.Close()
	findings = append(findings, checkStart(ctx, st)...)
	return append(append(findings, checkDatabase(ctx, st)...), checkEndpoints(ctx, st)...)
}

// checkPayment requests a client token from the provider in each currency: this verifies the address, keys and
// merchant account, and moves no money.
func checkPayment(ctx context.Context, s *setting.Config) Finding {
	f := Finding{Check: "payment provider", Result: Good}
	gateway2, err := stack.Gateway(s)
	if err != nil {
		return Finding{Check: f.Check, Result: Bad, Found: err.Error(), Mend: "set payment.merchantId, payment.publicKey and payment.privateKey"}
	}
	accounts := stack.AccountsOf(s)
	var good []string
	for _, currency := range slices.Sorted(maps.Keys(textKeys(accounts))) {
		limited, cancel := context.WithTimeout(ctx, checkTimeout)
		_, err := gateway2.ClientToken(limited, gateway.ClientTokenRequest{MerchantAccountID: accounts[money.Currency(currency)]})
		cancel()
		if err != nil {
			f.Result, f.Found = Bad, fmt.Sprintf("%s: no client token for %s: %v", s.Provider, currency, err)
			f.Mend = "check that the provider can be reached, and check the keys and payment.merchantAccounts"
			if s.Provider == "sandbox" {
				f.Mend = "start it: cojoin sandbox"
			}
			return f
		}
		good = append(good, currency)
	}
	f.Found = fmt.Sprintf("%s answers for %s", s.Provider, strings.Join(good, ", "))
	return f
}

func textKeys[V any](m map[money.Currency]V) map[string]V {
	out := make(map[string]V, len(m))
	for k, v := range m {
		out[string(k)] = v
	}
	return out
}

// checkStart lists the demonstration's values that are left in production. Its first finding reports whether servers and workers start with them.
func checkStart(ctx context.Context, st *stack.Stack) []Finding {
	if st.Settings.Environment != site.EnvironmentProduction {
		return []Finding{{Check: "start", Result: Good, Found: "values of the demonstration may stay, because this isn't production"}}
	}
	start, left, err := st.Start(ctx)
	if err != nil { // without the database, only the settings are checked
		return Leftovers(st.Settings.Leftovers(nil))
	}
	f := Finding{Check: "start", Result: Good, Found: "nothing is left from the demonstration"}
	switch start {
	case site.StartRefused:
		f.Result, f.Found, f.Mend = Bad, fmt.Sprintf("servers and workers don't start: %d values are left from the demonstration", len(left)), "see each of them below"
	case site.StartWarned:
		f.Result, f.Found, f.Mend = Warning, fmt.Sprintf("servers and workers start, though %d values are left from the demonstration", len(left)), "see each of them below"
	}
	return append([]Finding{f}, Leftovers(left)...)
}

// checkPublicAddress calls the server as a visitor does: by its name, through the proxies in front of it.
func checkPublicAddress(ctx context.Context, s *setting.Config) Finding {
	f := Finding{Check: "public address", Result: Good}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.PublicURL+"/livez", nil)
	if err != nil {
		return Finding{Check: f.Check, Result: Bad, Found: err.Error(), Mend: "correct publicUrl"}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		f.Result, f.Found = Warning, fmt.Sprintf("%s can't be reached from here: %v", s.PublicURL, stack.LastOf(err))
		f.Mend = "start the server; if it runs, check its DNS name, its certificate, and the proxy in front of it"
		return f
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		f.Result, f.Found, f.Mend = Bad, fmt.Sprintf("%s answers /livez with %d", s.PublicURL, resp.StatusCode), "configure the proxy in front of the server to pass every path on to it"
		return f
	}
	f.Found = s.PublicURL + " answers"
	return f
}

// checkMail connects to the mail server, logs in and hangs up.
func checkMail(ctx context.Context, s *setting.Config) Finding {
	f := Finding{Check: "mail", Result: Good}
	if s.SMTP == "" {
		f.Result, f.Found, f.Mend = Warning, "no mail server: mails stay in the outbox", "set COJOIN_MAIL_SMTP"
		return f
	}
	client, err := smtp.New(s.SMTP.Reveal(), s.Sender())
	if err != nil {
		return Finding{Check: f.Check, Result: Bad, Found: err.Error(), Mend: "smtp://user:password@host:587"}
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	if err := client.Try(ctx); err != nil {
		f.Result, f.Found, f.Mend = Bad, "the mail server refuses, or can't be reached: "+stack.LastOf(err).Error(), "check mail.smtp (address, user, password, smtps for port 465) and the firewall"
		return f
	}
	f.Found = "the mail server answers and accepts the login"
	return f
}
