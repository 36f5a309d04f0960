package main

import (
	"encoding/csv"
	"io"
	"strings"
)

// writeCSV writes rows as CSV. A cell that a spreadsheet would take for a formula begins with an apostrophe, which spreadsheets show as text: names
// and addresses are typed by strangers.
func writeCSV(out io.Writer, header []string, rows [][]string) error {
	w := csv.NewWriter(out)
	if err := w.Write(header); err != nil {
		return err
	}
	for _, row := range rows {
		if err := writeCSVRow(w, row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// writeCSVRow writes one row as [writeCSV] does.
func writeCSVRow(w *csv.Writer, row []string) error {
	cells := make([]string, len(row))
	for i, cell := range row {
		cells[i] = plainCell(cell)
	}
	return w.Write(cells)
}

// plainCell disarms a formula. Spreadsheets also see one behind blanks.
func plainCell(cell string) string {
	if trimmed := strings.TrimLeft(cell, " \u00a0\u3000"); trimmed != "" && strings.ContainsRune("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20", []rune(trimmed)[0]) {
		return "'" + cell
	}
	return cell
}
