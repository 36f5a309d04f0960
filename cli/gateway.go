package main

import (
	"cmp"
	"os"
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/braintree"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// newGateway creates the payment provider's client. The sandbox uses the same client: only the
// address and the keys differ.
func newGateway(s *settings) (gateway.Gateway, error) {
	b := s.braintree
	cfg := braintree.Config{Environment: b.environment, MerchantID: b.merchantID, PublicKey: b.publicKey, PrivateKey: b.privateKey, OldKeys: b.oldKeys}
	if s.provider == "sandbox" {
		cfg.BaseURL = s.sandboxURL
		cfg.MerchantID = orElse(cfg.MerchantID, sandbox.DefaultMerchantID)
		cfg.PublicKey = orElse(cfg.PublicKey, sandbox.DefaultPublicKey)
		cfg.PrivateKey = secret.Secret(orElse(cfg.PrivateKey.Reveal(), sandbox.DefaultPrivateKey))
	}
	return braintree.New(cfg)
}

// merchantAccounts returns the merchant account of each currency; the sandbox has one for each currency that we sell in.
func (s *settings) merchantAccounts() map[money.Currency]string {
	if s.provider != "sandbox" || len(s.braintree.merchantAccounts) > 0 {
		return s.braintree.merchantAccounts
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

// paymentConfig returns the configuration of payments: merchant accounts, clocks, and what only the sandbox allows.
func (s *settings) paymentConfig() payment.Config {
	p := s.payment
	p.MerchantAccounts, p.ReusableNonces = s.merchantAccounts(), s.provider == "sandbox"
	p.Interrupt = s.interrupt()
	p.AuthenticationCountries = s.authentication
	if s.authentication == nil {
		p.AuthenticationCountries = payment.BritishCountries // where the law requires it
	}
	return p
}

// interrupt returns what fault tests do at points of a payment, or nil if none is configured.
func (s *settings) interrupt() func(payment.InterruptPoint) {
	if s.killAt == "" && s.pauseAt == "" {
		return nil
	}
	pause := cmp.Or(s.payment.Lease, 90*time.Second) * 5 / 4
	var passed atomic.Int64
	return func(at payment.InterruptPoint) {
		if at == s.pauseAt && passed.Add(1)%5 == 1 {
			time.Sleep(pause)
		}
		if at == s.killAt {
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
