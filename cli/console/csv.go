package console

import (
	"encoding/csv"
	"io"
	"strings"
)

// RowWriter writes CSV row by row. A cell that a spreadsheet would take for a formula begins with an apostrophe, which spreadsheets show as text: names
// and addresses are typed by strangers.
type RowWriter struct{ csv *csv.Writer }

// NewRowWriter writes the header, and returns a writer of the rows.
func NewRowWriter(out io.Writer, header []string) (*RowWriter, error) {
	w := &RowWriter{csv: csv.NewWriter(out)}
	return w, w.csv.Write(header)
}

// Write writes a row.
func (w *RowWriter) Write(row []string) error {
	cells := make([]string, len(row))
	for i, cell := range row {
		cells[i] = plainCell(cell)
	}
	return w.csv.Write(cells)
}

// End writes what is still held back.
func (w *RowWriter) End() error {
	w.csv.Flush()
	return w.csv.Error()
}

// WriteCSV writes rows that are all there.
func WriteCSV(out io.Writer, header []string, rows [][]string) error {
	w, err := NewRowWriter(out, header)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return w.End()
}

// plainCell disarms a formula. Spreadsheets also see one behind blanks.
func plainCell(cell string) string {
	if trimmed := strings.TrimLeft(cell, " \u00a0\u3000"); trimmed != "" && strings.ContainsRune("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20", []rune(trimmed)[0]) {
		return "'" + cell
	}
	return cell
}
