package finance

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
)

// journalLine is an exported line of the journal. Debit and credit are decimals; one of them is empty.
type journalLine struct {
	Entry    int            `json:"entry"` // from 1; the lines of an entry balance
	Date     string         `json:"date"`  // UTC
	Kind     ledger.Kind    `json:"kind"`
	Document string         `json:"document"`
	Order    string         `json:"orderId,omitempty"`
	Account  ledger.Account `json:"account"`
	Tax      string         `json:"tax,omitempty"`
	Debit    string         `json:"debit,omitempty"`
	Credit   string         `json:"credit,omitempty"`
	Currency money.Currency `json:"currency"`
}

var journalHeader = []string{"entry", "date", "kind", "document", "order", "account", "tax", "debit", "credit", "currency"}

func (l journalLine) cells() []string {
	return []string{strconv.Itoa(l.Entry), l.Date, string(l.Kind), l.Document, l.Order, string(l.Account), l.Tax, l.Debit, l.Credit, string(l.Currency)}
}

func newFinanceExportCommand() *cobra.Command {
	var as, file string
	var cmd *cobra.Command
	cmd = onMonth(&cobra.Command{
		Use:   "export",
		Short: "Write the journal of a month in double entry",
		Long: `Write the journal of a month: sales, tax by jurisdiction, refunds, money at the payment provider, disputes, codes sold, used and ended, and the
revenue that the month's days have earned. Each line has its document (receipt, credit note, the provider's transaction) and currency. Debits and
credits are equal in each entry and each currency, or the command fails. docs/how-to/keep-the-books.md explains the accounts.

A month in the past gives the same journal each time. JSON is one array of the same lines; amounts are decimals in quotes.`,
		Example: `  cojoin finance export --month 2026-11 --output 2026-11.csv
  cojoin finance export --month 2026-11 --format json | jq '.[] | select(.account == "tax_payable")'`,
	}, "the journal's", func(c *sdk.Client, month ledger.Month) error {
		if as != "csv" && as != "json" {
			return console.Usagef("--format must be csv or json")
		}
		out, done, err := console.ExportTo(cmd, file)
		if err != nil {
			return err
		}
		w, err := newJournalWriter(out, as)
		if err == nil {
			err = c.Audit.Journal(cmd.Context(), month, w.write)
		}
		if err == nil {
			err = w.end()
		}
		if err := done(err); err != nil {
			return err
		}
		warnOpenMonth(cmd, month)
		for _, currency := range slices.Sorted(maps.Keys(w.debits)) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: debits and credits of %s each\n", currency, money.New(w.debits[currency], currency).Decimal())
		}
		_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d entries\n", month, w.entries)
		return err
	})
	cmd.Flags().StringVar(&as, "format", "csv", "csv or json")
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to this `FILE`, which must not exist yet (default: standard output)")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"csv", "json"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// journalWriter writes one entry at a time, and adds up debits and credits.
type journalWriter struct {
	out             io.Writer
	csv             *console.RowWriter // nil: JSON
	entries         int
	debits, credits map[money.Currency]int64
}

func newJournalWriter(out io.Writer, as string) (*journalWriter, error) {
	w := &journalWriter{out: out, debits: map[money.Currency]int64{}, credits: map[money.Currency]int64{}}
	var err error
	if as == "csv" {
		w.csv, err = console.NewRowWriter(out, journalHeader)
	}
	return w, err
}

func (w *journalWriter) write(e ledger.Entry) error {
	if e.Balance() != 0 {
		return fmt.Errorf("the %s %s of order %s doesn't balance: please report it", e.Kind, e.Document, e.Order)
	}
	w.entries++
	for _, l := range e.Lines {
		w.debits[e.Currency] += l.Debit
		w.credits[e.Currency] += l.Credit
		line := journalLine{
			Entry: w.entries, Date: e.At.UTC().Format(time.DateOnly), Kind: e.Kind, Document: e.Document, Order: e.Order, Account: l.Account, Tax: l.Tax,
			Debit: decimalOf(l.Debit, e.Currency), Credit: decimalOf(l.Credit, e.Currency), Currency: e.Currency,
		}
		if err := w.line(line, l == e.Lines[0]); err != nil {
			return err
		}
	}
	return nil
}

func (w *journalWriter) line(line journalLine, firstOfEntry bool) error {
	if w.csv != nil {
		return w.csv.Write(line.cells())
	}
	raw, err := json.Marshal(line)
	if err != nil {
		return err
	}
	before := ",\n"
	if firstOfEntry && w.entries == 1 {
		before = "[\n"
	}
	_, err = fmt.Fprintf(w.out, "%s%s", before, raw)
	return err
}

// end completes the file. Without entries, the file is a header, or an empty array.
func (w *journalWriter) end() error {
	if w.csv != nil {
		return w.csv.End()
	}
	closing := "\n]\n"
	if w.entries == 0 {
		closing = "[]\n"
	}
	_, err := io.WriteString(w.out, closing)
	return err
}

func decimalOf(minor int64, currency money.Currency) string {
	if minor == 0 {
		return ""
	}
	return money.New(minor, currency).Decimal()
}
