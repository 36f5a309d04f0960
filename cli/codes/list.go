package codes

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/session"
	"github.com/cojoin/cojoin/sdk/codes"
)

func newCodesListCommand() *cobra.Command {
	var server, state string
	cmd := &cobra.Command{
		Use:   "list [BATCH]",
		Short: "List your batches, or one batch's codes and the progress of the clients who used them",
		Long: `List your batches, newest first; or list one batch's codes, each with its state, its recipient, and the progress of the
parent who used it ("signed_up": username and password are not set yet; "active": they have an account).
No other data of a parent is shown.`,
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
				return listBatches(cmd, list)
			}
			batch, err := readBatch(cmd.Context(), s, args[0])
			if err != nil {
				return err
			}
			all, err := codesOf(cmd.Context(), s, batch.ID)
			if err != nil {
				return err
			}
			return listCodes(cmd, inState(all, state))
		},
	}
	session.ServerFlag(cmd, &server)
	console.ListFlags(cmd)
	codeStateFlag(cmd, &state)
	return cmd
}

func newCodesShowCommand() *cobra.Command {
	var server string
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
			events := console.Below(shown.Events, []string{"when", "who", "what", "code"}, func(e codes.BatchEvent) []any {
				number := ""
				if e.Number > 0 {
					number = strconv.Itoa(e.Number)
				}
				return []any{e.At, e.Actor, e.Kind, number}
			})
			return console.Show(cmd, shown, batchRows(shown.Batch), events)
		},
	}
	session.ServerFlag(cmd, &server)
	console.JSONFlag(cmd)
	return cmd
}

// listBatches prints one row per batch. The column "issued" includes codes reserved by a payment in progress, so that the counts of valid codes add up.
// "cojoin codes show" counts these separately, as "being used".
func listBatches(cmd *cobra.Command, list []codes.Batch) error {
	columns := []string{"batch", "state", "package", "codes", "unissued", "issued", "redeemed", "total", "currency", "paid by", "bought", "until"}
	return console.List(cmd, list, "no batches: buy one with cojoin codes buy", columns, func(b codes.Batch) []any {
		return []any{
			b.ID, b.State, b.PackageName, b.Size, b.Unissued, b.Issued + b.Reserved, b.Redeemed, b.Total, b.CurrencyCode, b.PaidBy,
			console.Day(b.CreatedAt), console.Day(b.ExpiresAt),
		}
	})
}

func listCodes(cmd *cobra.Command, all []codes.BatchCode) error {
	columns := []string{"number", "code", "state", "redeemer", "issued to", "issued", "mailed to", "redeemed"}
	return console.List(cmd, all, "no codes", columns, func(c codes.BatchCode) []any {
		return []any{c.Number, c.Code, codeState(c), c.Redeemer, c.IssuedTo, console.DayOf(c.IssuedAt), c.MailedTo, console.DayOf(c.RedeemedAt)}
	})
}

// codeState returns a code's state, or "issued" for an available code that was issued.
func codeState(c codes.BatchCode) string {
	if c.State == codes.SubscriptionCodeAvailable && c.IssuedAt != nil {
		return "issued"
	}
	return string(c.State)
}

func batchRows(b codes.Batch) [][2]any {
	return [][2]any{
		{"batch", b.ID}, {"state", b.State}, {"package", fmt.Sprintf("%d %s", b.PackageID, b.PackageName)},
		{"price", fmt.Sprintf("%d × %s = %s %s", b.Size, b.Face, b.Total, b.CurrencyCode)}, {"paid by", b.PaidBy},
		{"unissued", b.Unissued}, {"issued", b.Issued}, {"being used", b.Reserved}, {"redeemed", b.Redeemed}, {"bought", b.CreatedAt}, {"until", b.ExpiresAt},
	}
}
