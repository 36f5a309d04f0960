package braintree_test

import (
	"testing"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/adapter/braintree"
)

// FuzzNotification: a notification without the provider's signature is never accepted.
func FuzzNotification(f *testing.F) {
	gateway, err := braintree.New(braintree.Config{
		Environment: "sandbox", MerchantID: sandbox.DefaultMerchantID, PublicKey: sandbox.DefaultPublicKey, PrivateKey: sandbox.DefaultPrivateKey,
	})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][2]string{
		{"", ""}, {"a|b", "PHg+"}, {sandbox.DefaultPublicKey + "|0000", "PG5vdGlmaWNhdGlvbi8+"}, {"|", "====="}, {"a|b&c|d&" + sandbox.DefaultPublicKey + "|", "\xff"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, signature, payload string) {
		if n, err := gateway.Notification(signature, payload); err == nil {
			t.Errorf("believed unsigned: %+v", n)
		}
	})
}
