// Package console is how commands speak with people and programs: tables, JSON and CSV, questions and confirmations,
// colours, and the errors that decide the exit code.
package console

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
)

// Table returns a writer that aligns columns.
func Table(out io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(out, 0, 0, 2, ' ', 0) }

// WriteRows writes names and values in two columns.
func WriteRows(out io.Writer, rows [][2]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
	}
	return w.Flush()
}

// Day formats a date as every command prints it.
func Day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// DayOf formats a date that may be missing.
func DayOf(t *time.Time) string {
	if t == nil {
		return ""
	}
	return Day(*t)
}

// Dash returns a dash for an empty cell.
func Dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// OrNone returns "none" for an empty text.
func OrNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// Format is the output format of a listing: text, JSON or CSV.
type Format struct{ json, csv bool }

// FormatFlags adds --json and --csv.
func FormatFlags(cmd *cobra.Command, f *Format) {
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&f.csv, "csv", false, "print CSV")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
}

// WriteListing writes a list as a table for people, or as JSON or CSV for programs. none is the text for an
// empty list.
func WriteListing[T any](out io.Writer, list []T, header []string, rows [][]string, as Format, none string) error {
	switch {
	case as.json:
		if list == nil {
			list = []T{}
		}
		return WriteJSON(out, list)
	case as.csv:
		return WriteCSV(out, header, rows)
	case len(rows) == 0:
		_, err := fmt.Fprintln(out, none)
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	WriteCells(w, header, Upper)
	for _, row := range rows {
		WriteCells(w, row, Dash)
	}
	return w.Flush()
}

// WriteCells writes a table's row, each cell formatted by show.
func WriteCells(w io.Writer, cells []string, show func(string) string) {
	for i, cell := range cells {
		if i > 0 {
			fmt.Fprint(w, "\t")
		}
		fmt.Fprint(w, show(cell))
	}
	fmt.Fprintln(w)
}

// Upper formats a header.
func Upper(s string) string { return strings.ToUpper(s) }
