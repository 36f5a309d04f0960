package orders_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
)

// A receipt is listed in the reader's language. Its amounts keep the format of the receipt, those of its refund and its credit note, too.
func TestRefundedReceiptInAnotherLanguage(t *testing.T) {
	t.Parallel()
	w, answer := fixture.Subscribed(t, fixture.Kept)
	if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{}); err != nil {
		t.Fatal(err)
	}
	at := w.Clock.Now().UTC()
	for lang, name := range map[string]string{"en": "Essential subscription for 1 year", "es": "Suscripción Esencial por 1 año", "es-MX": "Suscripción Esencial por 1 año"} {
		got, err := orders.New(fixture.Core(w.Env)).Receipts(t.Context(), uuid.MustParse(answer.Registration.Parent.UserID), lang)
		want := []order.ReceiptSummary{{
			ReceiptID: answer.Receipt.ReceiptID, PaidAt: at, PaidOn: "2026-06-02", PackageName: name, TotalFormatted: "$158.99", RefundedFormatted: "$158.99",
			CreditNotes: []order.CreditNote{{Number: "C-2026-000001", GivenAt: at, GivenOn: "2026-06-02", AmountFormatted: "$158.99"}},
		}}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("in %s: %v (-want +got):\n%s", lang, err, diff)
		}
	}
}
