package console

import (
	"encoding/csv"
	"io"
	"strings"
)

// RowWriter writes CSV row by row. Strangers type names and addresses, so it puts an apostrophe before each cell that looks like a formula. Spreadsheets
// then show the cell as text.
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

// End flushes the buffered rows.
func (w *RowWriter) End() error {
	w.csv.Flush()
	return w.csv.Error()
}

// WriteCSV writes a header and all rows.
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

// plainCell disarms a formula, also one after blanks: spreadsheets skip them.
func plainCell(cell string) string {
	if trimmed := strings.TrimLeft(cell, " \u00a0\u3000"); trimmed != "" && strings.ContainsRune("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20", []rune(trimmed)[0]) {
		return "'" + cell
	}
	return cell
}
