package emails_test

import (
	"bytes"
	"os"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/engine/emails"
)

// A document is always the same file, is small, and supports letters outside of Latin-1.
func TestSheet(t *testing.T) {
	t.Parallel()
	sheet := emails.Sheet{
		Lang: "es", Title: "Su recibo de Cojoin",
		Rows: []emails.Row{
			{Label: "Número de recibo", Value: "R-2026-000042"}, {Label: "Vendedor", Value: "Przedsiębiorstwo Żółć, Ελλάδα, Юлия"}, {Label: "Descuento", Value: "−15,00 €"},
			{Label: "Total", Value: "158,99 US$", Strong: true},
		},
		At: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC),
	}
	first, err := sheet.PDF()
	if err != nil {
		t.Fatal(err)
	}
	second, err := sheet.PDF()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(first, []byte("%PDF-1.")) || len(first) > 100_000 || !bytes.Equal(first, second) {
		t.Errorf("a file of %d bytes that begins %q; the same again: %t", len(first), first[:min(8, len(first))], bytes.Equal(first, second))
	}
	if at := os.Getenv("COJOIN_PAPER"); at != "" { // for a look at the file
		if err := os.WriteFile(at, first, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
