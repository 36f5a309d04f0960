package main

import (
	"encoding/csv"
	"io"
	"strings"
)

// rowWriter writes CSV row by row. A cell that a spreadsheet would take for a formula begins with an apostrophe, which spreadsheets show as text: names
// and addresses are typed by strangers.
type rowWriter struct{ csv *csv.Writer }

func newRowWriter(out io.Writer, header []string) (*rowWriter, error) {
	w := &rowWriter{csv: csv.NewWriter(out)}
	return w, w.csv.Write(header)
}

func (w *rowWriter) write(row []string) error {
	cells := make([]string, len(row))
	for i, cell := range row {
		cells[i] = plainCell(cell)
	}
	return w.csv.Write(cells)
}

// end writes what is still held back.
func (w *rowWriter) end() error {
	w.csv.Flush()
	return w.csv.Error()
}

// writeCSV writes rows that are all there.
func writeCSV(out io.Writer, header []string, rows [][]string) error {
	w, err := newRowWriter(out, header)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := w.write(row); err != nil {
			return err
		}
	}
	return w.end()
}

// plainCell disarms a formula. Spreadsheets also see one behind blanks.
func plainCell(cell string) string {
	if trimmed := strings.TrimLeft(cell, " \u00a0\u3000"); trimmed != "" && strings.ContainsRune("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20", []rune(trimmed)[0]) {
		return "'" + cell
	}
	return cell
}
