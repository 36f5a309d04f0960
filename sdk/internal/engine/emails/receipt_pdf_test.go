package emails_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Only the payer gets the receipt's file. It is the same each time.
func TestReceiptPDF(t *testing.T) {
	t.Parallel()
	w, answer := fixture.Subscribed(t, fixture.Kept)
	payer := w.AccountToken(t, answer)
	page, err := w.Client.Home.Read(t.Context(), payer, caller.Meta{Lang: "en"})
	if err != nil || len(page.Receipts) != 1 {
		t.Fatalf("%+v, %v", page, err)
	}
	id := page.Receipts[0].ReceiptID
	file, err := w.Client.Email.ReceiptPDF(t.Context(), payer, id)
	if err != nil || !bytes.HasPrefix(file, []byte("%PDF-")) {
		t.Fatalf("%d bytes, %v", len(file), err)
	}
	if again, err := w.Client.Email.ReceiptPDF(t.Context(), payer, id); err != nil || !bytes.Equal(file, again) {
		t.Errorf("the same receipt is another file: %v", err)
	}
	if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{Reason: "asked"}); err != nil {
		t.Fatal(err)
	}
	page, err = w.Client.Home.Read(t.Context(), payer, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	want := []order.CreditNote{{Number: "C-2026-000001", GivenAt: w.Clock.Now().UTC(), GivenOn: "2026-06-02", AmountFormatted: "$158.99"}}
	if diff := cmp.Diff(want, page.Receipts[0].CreditNotes); diff != "" {
		t.Errorf("credit notes (-want +got):\n%s", diff)
	}
	note, err := w.Client.Email.CreditNotePDF(t.Context(), payer, id, want[0].Number)
	if err != nil || !bytes.HasPrefix(note, []byte("%PDF-")) || bytes.Equal(note, file) {
		t.Errorf("the credit note: %d bytes, %v", len(note), err)
	}
	if _, err := w.Client.Email.CreditNotePDF(t.Context(), payer, id, "C-2026-000002"); !errors.Is(err, order.ReceiptNotFound) {
		t.Errorf("an unknown credit note: %v", err)
	}
	stranger := w.AccountToken(t, w.Subscribe(t, fixture.Kept))
	for _, of := range []string{id, "01936f4e-0000-7000-8000-000000000000", "x"} {
		if _, err := w.Client.Email.ReceiptPDF(t.Context(), stranger, of); !errors.Is(err, order.ReceiptNotFound) {
			t.Errorf("%s of a stranger: %v", of, err)
		}
		if _, err := w.Client.Email.CreditNotePDF(t.Context(), stranger, of, want[0].Number); !errors.Is(err, order.ReceiptNotFound) {
			t.Errorf("the credit note of %s, of a stranger: %v", of, err)
		}
	}
}

// Reading a receipt before its mail is sent gives it its number. The mail has the same number.
func TestReceiptIsNumberedOnce(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	answer := w.Env.Pay(t, w.SignUp(t))
	if _, err := w.Client.Email.ReceiptPDF(t.Context(), w.AccountToken(t, answer), answer.Receipt.ReceiptID); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	fixture.WantLines(t, mailOf(t, w, email.Receipt).Text, "Receipt number: R-2026-000001")
}
