package main

import (
	"encoding/csv"
	"io"
	"strings"
)

// writeCSV writes rows as CSV. A cell that a spreadsheet would take for a formula begins with an apostrophe, which spreadsheets show as text: names
// and addresses are typed by strangers.
func writeCSV(out io.Writer, header []string, rows [][]string) error {
	w := newCSVWriter(out)
	for _, row := range append([][]string{header}, rows...) {
		if err := w.write(row); err != nil {
			return err
		}
	}
	return w.end()
}

// csvWriter writes rows one at a time, as [writeCSV] does.
type csvWriter struct{ w *csv.Writer }

func newCSVWriter(out io.Writer) *csvWriter { return &csvWriter{csv.NewWriter(out)} }

func (c *csvWriter) write(row []string) error {
	cells := make([]string, len(row))
	for i, cell := range row {
		cells[i] = plainCell(cell)
	}
	return c.w.Write(cells)
}

func (c *csvWriter) end() error {
	c.w.Flush()
	return c.w.Error()
}

// plainCell disarms a formula. Spreadsheets also see one behind blanks.
func plainCell(cell string) string {
	if trimmed := strings.TrimLeft(cell, " \u00a0\u3000"); trimmed != "" && strings.ContainsRune("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20", []rune(trimmed)[0]) {
		return "'" + cell
	}
	return cell
}
