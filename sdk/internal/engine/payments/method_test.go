package payments_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
)

// A kept card is valid to the end of its month. A wallet has no such day, whatever the provider returns about the card behind it.
func TestExpiryOf(t *testing.T) {
	t.Parallel()
	end := time.Date(2030, time.January, 1, 0, 0, 0, 0, time.UTC)
	december := gateway.Month{Year: 2029, Month: time.December}
	for name, tc := range map[string]struct {
		method gateway.Method
		want   *time.Time
	}{
		"a card":                        {gateway.Method{PaymentType: gateway.PaymentCreditCard, CardExpires: december}, &end},
		"a card of which it's left out": {gateway.Method{PaymentType: gateway.PaymentCreditCard}, nil},
		"a wallet":                      {gateway.Method{PaymentType: gateway.PaymentApplePay, CardExpires: december}, nil},
	} {
		if diff := cmp.Diff(tc.want, payments.ExpiryOf(tc.method)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
