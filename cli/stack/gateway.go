package stack

import (
	"cmp"
	"os"
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/adapter/braintree"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Gateway creates the payment provider's client. The sandbox uses the same client: only the
// address and the keys differ.
func Gateway(s *setting.Config) (gateway.Gateway, error) {
	b := s.Braintree
	cfg := braintree.Config{Environment: b.Environment, MerchantID: b.MerchantID, PublicKey: b.PublicKey, PrivateKey: b.PrivateKey, OldKeys: b.OldKeys}
	if s.Provider == "sandbox" {
		cfg.BaseURL = s.SandboxURL
		cfg.MerchantID = orElse(cfg.MerchantID, sandbox.DefaultMerchantID)
		cfg.PublicKey = orElse(cfg.PublicKey, sandbox.DefaultPublicKey)
		cfg.PrivateKey = secret.Secret(orElse(cfg.PrivateKey.Reveal(), sandbox.DefaultPrivateKey))
	}
	return braintree.New(cfg)
}

// AccountsOf returns the merchant account of each currency; the sandbox has one for each currency that we sell in.
func AccountsOf(s *setting.Config) map[money.Currency]string {
	if s.Provider != "sandbox" || len(s.Braintree.MerchantAccounts) > 0 {
		return s.Braintree.MerchantAccounts
	}
	accounts := map[money.Currency]string{}
	for _, a := range sandbox.DefaultMerchantAccounts() {
		if _, had := accounts[a.Currency]; !had {
			accounts[a.Currency] = a.ID
		}
	}
	return accounts
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// paymentConfig returns the configuration of payments: merchant accounts, clocks, and reusable nonces for the sandbox.
func paymentConfig(s *setting.Config) payment.Config {
	p := s.Payment
	p.MerchantAccounts, p.ReusableNonces = AccountsOf(s), s.Provider == "sandbox"
	p.Interrupt = interruptOf(s)
	p.AuthenticationCountries = s.Authentication
	if s.Authentication == nil {
		p.AuthenticationCountries = payment.BritishCountries // where the law requires it
	}
	return p
}

// interruptOf returns the fault tests' hook at points of a payment, or nil if none is configured.
func interruptOf(s *setting.Config) func(payment.InterruptPoint) {
	if s.KillAt == "" && s.PauseAt == "" {
		return nil
	}
	pause := cmp.Or(s.Payment.Lease, 90*time.Second) * 5 / 4
	var passed atomic.Int64
	return func(at payment.InterruptPoint) {
		if at == s.PauseAt && passed.Add(1)%5 == 1 {
			time.Sleep(pause)
		}
		if at == s.KillAt {
			die()
		}
	}
}

// die kills this process: nothing is closed, flushed or reported.
func die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {} // the signal is on its way
}
