package emails

import (
	"bytes"
	"fmt"
	"time"

	"github.com/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// Sheet holds the texts of a document, in its reader's language. The fonts have Latin, Greek and Cyrillic letters; the file embeds only the letters
// that the document uses.
type Sheet struct {
	Lang  string // BCP 47
	Title string
	Rows  []Row
	Notes []string  // below the rows
	At    time.Time // of the sale; no current time, so that the same sheet always gives the same file
}

// Measures in millimeters, on A4.
const (
	margin = 25.0
	labels = 60.0
	values = 100.0
	line   = 6.5
)

// PDF returns the sheet as a PDF file, for bookkeeping.
func (s Sheet) PDF() ([]byte, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.AddUTF8FontFromBytes("go", "", goregular.TTF)
	pdf.AddUTF8FontFromBytes("go", "B", gobold.TTF)
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(s.At)
	pdf.SetModificationDate(s.At)
	pdf.SetLang(s.Lang)
	pdf.SetTitle(s.Title, true)
	pdf.SetMargins(margin, margin, margin)
	pdf.SetAutoPageBreak(true, margin)
	pdf.AddPage()
	pdf.SetFont("go", "B", 20)
	pdf.MultiCell(0, 10, s.Title, "", "L", false)
	pdf.Ln(line)
	for _, r := range s.Rows {
		style := ""
		if r.Strong {
			style = "B"
		}
		top := pdf.GetY()
		pdf.SetFont("go", style, 10)
		pdf.MultiCell(labels, line, r.Label, "", "L", false)
		below := pdf.GetY()
		pdf.SetXY(margin+labels, top)
		pdf.MultiCell(values, line, r.Value, "", "R", false)
		pdf.SetY(max(below, pdf.GetY()))
	}
	pdf.Ln(line)
	pdf.SetFont("go", "", 10)
	for _, note := range s.Notes {
		pdf.MultiCell(0, line, note, "", "L", false)
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("sheet: %w", err)
	}
	return out.Bytes(), nil
}
