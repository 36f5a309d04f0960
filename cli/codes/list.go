package codes

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/session"
	"github.com/cojoin/cojoin/sdk/codes"
)

func newCodesListCommand() *cobra.Command {
	var server, state string
	var as console.Format
	cmd := &cobra.Command{
		Use:   "list [BATCH]",
		Short: "List your batches, or one batch's codes and the progress of the clients who used them",
		Long: `List your batches, newest first; or list one batch's codes, each with its state, its recipient, and the progress of the
parent who used it ("signed_up": username and password are not set yet; "active": they have an account).
Nothing else about a parent is shown to anybody.`,
		Example: `  cojoin codes list
  cojoin codes list latest --state redeemed
  cojoin codes list latest --csv > codes.csv`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return console.Usagef("name one batch, or none to list all your batches")
			}
			return nil
		},
		ValidArgsFunction: completeBatches,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := codeStateKnown(state); err != nil {
				return err
			}
			s, err := session.Open(server)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				if state != "" {
					return console.Usagef("--state filters codes: name a batch")
				}
				list, err := readBatches(cmd.Context(), s)
				if err != nil {
					return err
				}
				return writeBatches(cmd.OutOrStdout(), list, as)
			}
			batch, err := readBatch(cmd.Context(), s, args[0])
			if err != nil {
				return err
			}
			all, err := codesOf(cmd.Context(), s, batch.ID)
			if err != nil {
				return err
			}
			return writeCodes(cmd.OutOrStdout(), inState(all, state), as)
		},
	}
	session.ServerFlag(cmd, &server)
	console.FormatFlags(cmd, &as)
	codeStateFlag(cmd, &state)
	return cmd
}

func newCodesShowCommand() *cobra.Command {
	var server string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show BATCH",
		Short: "Show one batch and its audit trail: who did what with it, and when",
		Example: `  cojoin codes show latest
  cojoin codes show 01a1fded-722b-71ab-a0d3-cf8351e72d0b --json`,
		Args:              oneBatch,
		ValidArgsFunction: completeBatches,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := session.Open(server)
			if err != nil {
				return err
			}
			shown := struct {
				codes.Batch
				Events []codes.BatchEvent `json:"events"`
			}{}
			if shown.Batch, err = readBatch(cmd.Context(), s, args[0]); err != nil {
				return err
			}
			if err := s.Do(cmd.Context(), http.MethodGet, batchPath(shown.ID, "/events"), nil, &shown); err != nil {
				return err
			}
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), shown)
			}
			return writeBatch(cmd.OutOrStdout(), shown.Batch, shown.Events)
		},
	}
	session.ServerFlag(cmd, &server)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func writeBatches(out io.Writer, list []codes.Batch, as console.Format) error {
	header := []string{"batch", "state", "package", "codes", "unissued", "issued", "redeemed", "total", "currency", "paid by", "bought", "until"}
	rows := make([][]string, len(list))
	for i, b := range list {
		rows[i] = []string{
			b.ID, string(b.State), b.PackageName, strconv.Itoa(b.Size), strconv.Itoa(b.Unissued), strconv.Itoa(b.Issued + b.Reserved),
			strconv.Itoa(b.Redeemed), b.Total, b.CurrencyCode, string(b.PaidBy), console.Day(b.CreatedAt), console.Day(b.ExpiresAt),
		}
	}
	return console.WriteListing(out, list, header, rows, as, "no batches: buy one with cojoin codes buy")
}

func writeCodes(out io.Writer, all []codes.BatchCode, as console.Format) error {
	header := []string{"number", "code", "state", "redeemer", "issued to", "issued", "mailed to", "redeemed"}
	rows := make([][]string, len(all))
	for i, c := range all {
		rows[i] = []string{strconv.Itoa(c.Number), c.Code, codeState(c), string(c.Redeemer), c.IssuedTo, console.DayOf(c.IssuedAt), c.MailedTo, console.DayOf(c.RedeemedAt)}
	}
	return console.WriteListing(out, all, header, rows, as, "no codes")
}

// codeState distinguishes codes that were issued from those that weren't.
func codeState(c codes.BatchCode) string {
	if c.State == codes.SubscriptionCodeAvailable && c.IssuedAt != nil {
		return "issued"
	}
	return string(c.State)
}

func writeBatch(out io.Writer, b codes.Batch, events []codes.BatchEvent) error {
	err := console.WriteRows(out, [][2]string{
		{"batch", b.ID}, {"state", string(b.State)}, {"package", fmt.Sprintf("%d %s", b.PackageID, b.PackageName)},
		{"price", fmt.Sprintf("%d × %s = %s %s", b.Size, b.Face, b.Total, b.CurrencyCode)}, {"paid by", string(b.PaidBy)},
		{"unissued", strconv.Itoa(b.Unissued)}, {"issued", strconv.Itoa(b.Issued)}, {"being used", strconv.Itoa(b.Reserved)}, {"redeemed", strconv.Itoa(b.Redeemed)},
		{"bought", b.CreatedAt.UTC().Format(time.RFC3339)}, {"until", b.ExpiresAt.UTC().Format(time.RFC3339)},
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(out)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	console.WriteCells(w, []string{"when", "who", "what", "code"}, console.Upper)
	for _, e := range events {
		number := ""
		if e.Number > 0 {
			number = strconv.Itoa(e.Number)
		}
		console.WriteCells(w, []string{e.At.UTC().Format(time.RFC3339), e.Actor, e.Kind, number}, console.Dash)
	}
	return w.Flush()
}
