// Package codes has the commands for subscription codes: buy, list, issue, export and revoke them.
package codes

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/session"
	"github.com/cojoin/cojoin/sdk/codes"
)

// latestBatch names the batch that was bought most recently.
const latestBatch = "latest"

// Command is "cojoin codes".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "codes",
		Short: "Buy subscription codes for your clients, issue them and track them",
		Long: `Subscription codes: you pay once, and each client signs up with a code and pays nothing.

Codes are bought in batches; refer to a batch by its id, or as "latest". Log in first with "cojoin login". Only
operators use "codes activate" and "codes invoices": they work with the server's configuration.

Exit codes: 0 success; 1 failure; 2 usage error; 3 not logged in; 4 the payment is still
being confirmed.`,
		Example: `  cojoin codes packages                            packages and prices
  cojoin codes buy --package 2001 --count 10 --invoice
  cojoin codes issue latest --to "Client 7" --email client@example.com
  cojoin codes list                                your batches
  cojoin codes list latest                         a batch's codes, and the progress of the clients who used them
  cojoin codes export latest --output codes.csv
  cojoin codes revoke latest --yes`,
	}
	cmd.AddCommand(newCodesPackagesCommand(), newCodesBuyCommand(), newCodesListCommand(), newCodesShowCommand(), newCodesIssueCommand(),
		newCodesExportCommand(), newCodesRevokeCommand(), newCodesActivateCommand(), newCodesInvoicesCommand())
	return cmd
}

const batchesPath = "/v2/professional/code-batches"

func readBatches(ctx context.Context, s *session.Session) ([]codes.Batch, error) {
	var list struct {
		Batches []codes.Batch `json:"batches"`
	}
	err := s.Do(ctx, http.MethodGet, batchesPath, nil, &list)
	return list.Batches, err
}

// openBatch opens the session of a command that works on one batch, and reads the batch.
func openBatch(ctx context.Context, server, id string) (*session.Session, codes.Batch, error) {
	s, err := session.Open(server)
	if err != nil {
		return nil, codes.Batch{}, err
	}
	batch, err := readBatch(ctx, s, id)
	return s, batch, err
}

// readBatch reads a batch by its id, or the latest.
func readBatch(ctx context.Context, s *session.Session, id string) (codes.Batch, error) {
	var found codes.Batch
	if strings.EqualFold(id, latestBatch) {
		list, err := readBatches(ctx, s)
		if err != nil {
			return found, err
		}
		if len(list) == 0 {
			return found, console.Usagef("you have no batches yet; buy one with: cojoin codes buy")
		}
		return list[0], nil
	}
	return found, s.Do(ctx, http.MethodGet, batchPath(id, ""), nil, &found)
}

// codesOf reads a batch's codes in plain text. The batch's audit trail records the read.
func codesOf(ctx context.Context, s *session.Session, batchID string) ([]codes.BatchCode, error) {
	var list struct {
		Codes []codes.BatchCode `json:"codes"`
	}
	err := s.Do(ctx, http.MethodGet, batchPath(batchID, "/codes"), nil, &list)
	return list.Codes, err
}

func batchPath(id, below string) string { return batchesPath + "/" + url.PathEscape(id) + below }

// oneBatch is the argument of the commands that work on one batch.
var oneBatch = console.OneArg(`name one batch by its id, or use "latest"; list them with: cojoin codes list`)

// completeBatches completes the caller's batches in the shell.
func completeBatches(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	server, _ := cmd.Flags().GetString("server")
	s, err := session.Open(server)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list, err := readBatches(cmd.Context(), s)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	words := []string{latestBatch + "\tthe most recently bought batch"}
	for _, b := range list {
		words = append(words, b.ID+"\t"+b.PackageName+", "+console.Day(b.CreatedAt)+", "+string(b.State))
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}
