package codes

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/session"
	"github.com/cojoin/cojoin/sdk/codes"
)

// exportedCode is a code with its batch and package.
type exportedCode struct {
	Batch   string `json:"batchId"`
	Package string `json:"packageName"`
	Until   string `json:"expiresAt"`
	codes.BatchCode
}

func newCodesExportCommand() *cobra.Command {
	var server, state, as, file string
	cmd := &cobra.Command{
		Use:   "export [BATCH…]",
		Short: "Write the codes of these batches, or of all active ones, to a file",
		Long: `Write the codes of the named batches, or of all your active ones, in plain text as CSV or JSON. Only you can read the
file, because anyone who has a code can use it.`,
		Example: `  cojoin codes export --output codes.csv
  cojoin codes export latest --state available --format json
  cojoin codes export latest | column -s, -t`,
		ValidArgsFunction: completeBatches,
		RunE: func(cmd *cobra.Command, args []string) error {
			if as != "csv" && as != "json" {
				return console.Usagef("--format must be csv or json")
			}
			if err := codeStateKnown(state); err != nil {
				return err
			}
			s, err := session.Open(server)
			if err != nil {
				return err
			}
			out, done, err := console.ExportTo(cmd, file)
			if err != nil {
				return err
			}
			issued, err := gather(s, cmd, args, state)
			if err == nil {
				err = writeExport(out, issued, as)
			}
			if err := done(err); err != nil {
				return err
			}
			if file != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "%d codes written to %s\n", len(issued), file)
			}
			return nil
		},
	}
	session.ServerFlag(cmd, &server)
	flags := cmd.Flags()
	flags.StringVar(&as, "format", "csv", "csv or json")
	flags.StringVarP(&file, "output", "o", "", "write to this `FILE`, which must not exist yet (default: standard output)")
	codeStateFlag(cmd, &state)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"csv", "json"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// gather reads the codes of the named batches, or of every active one, and shows its progress.
func gather(s *session.Session, cmd *cobra.Command, named []string, state string) ([]exportedCode, error) {
	ctx := cmd.Context()
	var batches []codes.Batch
	for _, name := range named {
		batch, err := readBatch(ctx, s, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		batches = append(batches, batch)
	}
	if len(named) == 0 {
		all, err := readBatches(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, b := range all {
			if b.State == codes.BatchActive {
				batches = append(batches, b)
			}
		}
	}
	issued := []exportedCode{}
	step := console.NewStatusLine(cmd)
	defer step.Clear()
	for i, b := range batches {
		step.Set("batch %d of %d", i+1, len(batches))
		found, err := codesOf(ctx, s, b.ID)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.ID, err)
		}
		for _, c := range inState(found, state) {
			issued = append(issued, exportedCode{Batch: b.ID, Package: b.PackageName, Until: console.Day(b.ExpiresAt), BatchCode: c})
		}
	}
	return issued, nil
}

func writeExport(out io.Writer, issued []exportedCode, as string) error {
	if as == "json" {
		return console.WriteJSON(out, issued)
	}
	header := []string{"batch", "package", "number", "code", "state", "redeemer", "issued to", "issued", "mailed to", "redeemed", "until"}
	rows := make([][]string, 0, len(issued))
	for _, c := range issued {
		rows = append(rows, []string{
			c.Batch, c.Package, strconv.Itoa(c.Number), c.Code, codeState(c.BatchCode), string(c.Redeemer), c.IssuedTo, console.DayOf(c.IssuedAt), c.MailedTo, console.DayOf(c.RedeemedAt), c.Until,
		})
	}
	return console.WriteCSV(out, header, rows)
}
