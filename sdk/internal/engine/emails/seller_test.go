package emails_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/site"
)

// Receipt and credit note name the seller, on the page and in the mail. The credit note also names its receipt.
func TestDocumentsNameTheSeller(t *testing.T) {
	t.Parallel()
	w, answer := fixture.Subscribed(t, fixture.Kept, sdktest.WithConfig(func(c *sdk.Config) {
		c.Site.Seller = site.Seller{Name: "Example, Inc.", Address: []string{"1 Main St", "Philadelphia, PA 19103"}, TaxIDs: map[string]string{"US": "12-3456789", "GB": "GB1"}}
	}))
	fixture.WantLines(t, lastText(t, w, email.Receipt), "Receipt number: R-2026-000001", "Sold by: Example, Inc.", "Address: 1 Main St, Philadelphia, PA 19103", "Tax ID: 12-3456789")

	token := w.AccountToken(t, answer)
	got, err := w.Client.Home.Receipt(t.Context(), token, answer.Receipt.ReceiptID, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	want := &order.ReceiptSeller{Name: "Example, Inc.", Address: "1 Main St, Philadelphia, PA 19103", TaxID: "12-3456789"}
	if diff := cmp.Diff(want, got.Seller) + cmp.Diff(want, answer.Receipt.Seller); diff != "" || got.Number != "R-2026-000001" {
		t.Errorf("receipt %s (-want +got):\n%s", got.Number, diff)
	}

	w.Provider.SettleAll()
	w.Settle(t)
	if _, err := w.Client.Payment.Refund(caller.WithOperator(t.Context(), "Olga"), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{Amount: "20.00", Reason: "late"}); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	fixture.WantLines(t, lastText(t, w, email.Refund), "Credit note: C-2026-000001", "Receipt number: R-2026-000001", "Sold by: Example, Inc.", "Tax ID: 12-3456789")
}

// lastText returns the text of the last mail of a kind.
func lastText(t *testing.T, w *fixture.Till, kind email.Kind) string {
	t.Helper()
	for _, mail := range slices.Backward(w.Mailbox.Mails()) {
		if mail.Kind == kind {
			return mail.Text
		}
	}
	t.Fatalf("no mail is a %s", kind)
	return ""
}
