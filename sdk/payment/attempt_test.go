package payment_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/payment"
)

// What the provider calls an attempt names it, and nothing that somebody else wrote there does.
func TestGatewayOrderID(t *testing.T) {
	t.Parallel()
	a := db.PaymentAttempt{OrderID: uuid.MustParse("0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11"), Number: 12}
	id := payment.GatewayOrderID(a)
	if id != "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-12" {
		t.Errorf("written as %s", id)
	}
	order, number, ours := payment.ParseGatewayOrderID(id)
	if order != a.OrderID || number != 12 || !ours {
		t.Errorf("read as %s %d %t", order, number, ours)
	}
	for _, id := range []string{
		"", "-", "12", "invoice-12", "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11", "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-", "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-x",
		"0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-012", "0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11-40000", "0190A3C4-4F5E-7CC1-9D2A-3F0B8A4F2C11-12",
		"{0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11}-12", "0190a3c44f5e7cc19d2a3f0b8a4f2c11-12",
	} {
		if order, number, ours := payment.ParseGatewayOrderID(id); ours || order != uuid.Nil || number != 0 {
			t.Errorf("%q is read as %s %d %t", id, order, number, ours)
		}
	}
}
