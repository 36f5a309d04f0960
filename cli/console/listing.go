// Package console has the input and output of commands: tables, JSON and CSV, questions and confirmations, colors, and the
// errors that decide the exit code.
package console

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
)

// Row returns the cells of a value, one for each column. Moment formats its times; use Day for a date.
type Row[T any] func(T) []any

// List writes a list as a table for people, or as JSON or CSV for programs. none is the text for an empty list.
func List[T any](cmd *cobra.Command, list []T, none string, columns []string, row Row[T]) error {
	if list == nil {
		list = []T{}
	}
	if asCSV, _ := cmd.Flags().GetBool("csv"); asCSV {
		rows := make([][]string, len(list))
		for i, value := range list {
			rows[i] = cells(row(value))
		}
		return WriteCSV(cmd.OutOrStdout(), columns, rows)
	}
	return Print(cmd, list, func(out io.Writer) error {
		if len(list) == 0 {
			_, err := fmt.Fprintln(out, none)
			return err
		}
		return WriteTable(out, list, columns, row)
	})
}

// WriteTable writes a list as a table for people. It writes nothing for an empty list.
func WriteTable[T any](out io.Writer, list []T, columns []string, row Row[T]) error {
	w := Table(out)
	writeTable(w, list, columns, row)
	return w.Flush()
}

// Part is a table below the names and values of Show.
type Part func(w io.Writer)

// Below returns the part with a list. It prints nothing for an empty list.
func Below[T any](list []T, columns []string, row Row[T]) Part {
	return func(w io.Writer) {
		if len(list) > 0 {
			fmt.Fprintln(w)
		}
		writeTable(w, list, columns, row)
	}
}

// Show writes one object as names and values with tables below them, or as JSON.
func Show(cmd *cobra.Command, value any, rows [][2]any, parts ...Part) error {
	return Print(cmd, value, func(out io.Writer) error { return WriteRows(out, rows, parts...) })
}

// Print writes a value as JSON, or calls write for people.
func Print(cmd *cobra.Command, value any, write func(out io.Writer) error) error {
	if AsJSON(cmd) {
		return WriteJSON(cmd.OutOrStdout(), value)
	}
	return write(cmd.OutOrStdout())
}

// Printf writes a value as JSON, or as formatted text for people.
func Printf(cmd *cobra.Command, value any, format string, args ...any) error {
	if AsJSON(cmd) {
		return WriteJSON(cmd.OutOrStdout(), value)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), format, args...)
	return err
}

// WriteRows writes names and values in two columns, and tables below them.
func WriteRows(out io.Writer, rows [][2]any, parts ...Part) error {
	w := Table(out)
	for _, row := range rows {
		writeCells(w, row[:])
	}
	for _, part := range parts {
		part(w)
	}
	return w.Flush()
}

// Table returns a writer that aligns columns, for output that fits neither List nor Show.
func Table(out io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(out, 0, 0, 2, ' ', 0) }

// RightTable returns a writer that aligns columns on the right, for amounts that add up.
func RightTable(out io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
}

func writeTable[T any](w io.Writer, list []T, columns []string, row Row[T]) {
	if len(list) > 0 {
		fmt.Fprintln(w, strings.ToUpper(strings.Join(columns, "\t")))
	}
	for _, value := range list {
		writeCells(w, row(value))
	}
}

// writeCells writes a table's row, with a dash for each empty cell.
func writeCells(w io.Writer, values []any) {
	texts := cells(values)
	for i, s := range texts {
		texts[i] = Dash(s)
	}
	fmt.Fprintln(w, strings.Join(texts, "\t"))
}

func cells(values []any) []string {
	texts := make([]string, len(values))
	for i, value := range values {
		switch v := value.(type) {
		case time.Time:
			texts[i] = Moment(v)
		case *time.Time:
			if v != nil {
				texts[i] = Moment(*v)
			}
		case []string:
			texts[i] = strings.Join(v, ", ")
		default:
			texts[i] = fmt.Sprint(v)
		}
	}
	return texts
}

// Moment formats an instant as every command prints it, in UTC.
func Moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05Z") }

// Day formats a date as every command prints it.
func Day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// DayOf formats a date that may be missing.
func DayOf(t *time.Time) string {
	if t == nil {
		return ""
	}
	return Day(*t)
}

// Dash returns a dash for an empty text.
func Dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// YesNo formats a bool.
func YesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
