package braintree_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
)

func TestWebhook(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	tx, err := b.gateway.Authorize(t.Context(), sale(nil))
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]sdk.GatewayNotification{
		"transaction_settled": {Kind: "transaction_settled", TransactionID: tx.ID, OrderID: "order-1", At: now},
		"dispute_opened":      {Kind: "dispute_opened", TransactionID: tx.ID, At: now},
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
		if _, err := b.gateway.Notification(hook.Signature, hook.Payload+"x"); !errors.Is(err, sdk.ErrGatewaySignature) {
			t.Errorf("%s, forged: %v", kind, err)
		}
		if _, err := b.gateway.Notification("", hook.Payload); !errors.Is(err, sdk.ErrGatewaySignature) {
			t.Errorf("%s, unsigned: %v", kind, err)
		}
	}
}
