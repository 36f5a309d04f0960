package braintree_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/adapter/braintree"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/secret"
)

func TestWebhook(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	tx, err := b.gateway.Authorize(t.Context(), sale(nil))
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]gateway.Notification{
		"transaction_settled": {Kind: "transaction_settled", TransactionID: tx.ID, OrderID: "order-1", At: now},
		"dispute_opened":      {Kind: "dispute_opened", TransactionID: tx.ID, DisputeID: "dispute" + tx.ID + "1", At: now},
		"check":               {Kind: "check", At: now},
	} {
		hook, err := b.Webhook(kind, tx.ID)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.gateway.Notification(hook.Signature, hook.Payload)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", kind, err, diff)
		}
		if _, err := b.gateway.Notification(hook.Signature, hook.Payload+"x"); !errors.Is(err, gateway.ErrGatewaySignature) {
			t.Errorf("%s, forged: %v", kind, err)
		}
		if _, err := b.gateway.Notification("", hook.Payload); !errors.Is(err, gateway.ErrGatewaySignature) {
			t.Errorf("%s, unsigned: %v", kind, err)
		}
	}
}

// A transaction lists its disputes, the first one first.
func TestDisputes(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	tx, err := b.gateway.Authorize(t.Context(), sale(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"dispute_opened", "dispute_won", "dispute_opened"} {
		if _, err := b.Webhook(kind, tx.ID); err != nil {
			t.Fatal(err)
		}
	}
	got, err := b.gateway.Find(t.Context(), tx.ID)
	if err != nil {
		t.Fatal(err)
	}
	dispute := gateway.Dispute{
		ID: "dispute" + tx.ID + "1", Kind: gateway.DisputeChargeback, State: gateway.DisputeWon, Amount: tx.Amount, Reason: "fraud",
		OpenedAt: now, ReplyBy: now.Truncate(24*time.Hour).AddDate(0, 0, 10),
	}
	second := dispute
	second.ID, second.State = "dispute"+tx.ID+"2", gateway.DisputeOpen
	if diff := cmp.Diff([]gateway.Dispute{dispute, second}, got.Disputes); diff != "" {
		t.Errorf("disputes (-want +got):\n%s", diff)
	}
}

// A key that is replaced at Braintree still signs notifications that are under way.
func TestWebhookOfAReplacedKey(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	hook, err := b.Webhook("check", "")
	if err != nil {
		t.Fatal(err)
	}
	cfg := braintree.Config{
		Environment: "sandbox", MerchantID: sandbox.DefaultMerchantID, PublicKey: "new-public-key", PrivateKey: "new-private-key",
		OldKeys: map[string]secret.Secret{sandbox.DefaultPublicKey: sandbox.DefaultPrivateKey},
	}
	for _, c := range []struct {
		name string
		old  map[string]secret.Secret
		want error
	}{{"still known", cfg.OldKeys, nil}, {"forgotten", nil, gateway.ErrGatewaySignature}} {
		cfg.OldKeys = c.old
		g, err := braintree.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Notification(hook.Signature, hook.Payload); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}
