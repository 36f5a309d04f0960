package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/sdk"
)

// latestBatch names the batch that was bought last.
const latestBatch = "latest"

func newCodesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "codes",
		Short: "Buy subscription codes for your clients, give them out, see what became of them",
		Long: `Subscription codes: you pay once, each client signs up with a code and pays nothing.

A batch is what you buy at once; name it by its id, or as "latest". Log in first with "cojoin login". Only
"codes activate" and "codes invoices" are an operator's: they work with the server's configuration.

Exit codes: 0 it worked; 1 it didn't; 2 the command line makes no sense; 3 log in first; 4 the payment is still
being confirmed.`,
		Example: `  cojoin codes packages                            what there is, and what it costs
  cojoin codes buy --package 2001 --count 10 --invoice
  cojoin codes issue latest --to "Client 7" --email client@example.com
  cojoin codes list                                your batches
  cojoin codes list latest                         a batch's codes, and how far who used them has come
  cojoin codes export latest --output codes.csv
  cojoin codes revoke latest --yes`,
	}
	cmd.AddCommand(newCodesPackagesCommand(), newCodesBuyCommand(), newCodesListCommand(), newCodesShowCommand(), newCodesIssueCommand(),
		newCodesExportCommand(), newCodesRevokeCommand(), newCodesActivateCommand(), newCodesInvoicesCommand())
	return cmd
}

const batchesPath = "/v2/professional/code-batches"

func (s *session) batches(ctx context.Context) ([]sdk.CodeBatch, error) {
	var list struct {
		Batches []sdk.CodeBatch `json:"batches"`
	}
	err := s.call(ctx, http.MethodGet, batchesPath, nil, &list)
	return list.Batches, err
}

// openBatch opens the session of a command that works on one batch, and reads that.
func openBatch(ctx context.Context, server, id string) (*session, sdk.CodeBatch, error) {
	s, err := openSession(server)
	if err != nil {
		return nil, sdk.CodeBatch{}, err
	}
	batch, err := s.batch(ctx, id)
	return s, batch, err
}

// batch reads a batch by its id, or the latest.
func (s *session) batch(ctx context.Context, id string) (sdk.CodeBatch, error) {
	var found sdk.CodeBatch
	if strings.EqualFold(id, latestBatch) {
		list, err := s.batches(ctx)
		if err != nil {
			return found, err
		}
		if len(list) == 0 {
			return found, usagef("you have no batch yet; buy one with: cojoin codes buy")
		}
		return list[0], nil
	}
	return found, s.call(ctx, http.MethodGet, batchPath(id, ""), nil, &found)
}

// codesOf reads a batch's codes in clear; the batch's trail notes it.
func (s *session) codesOf(ctx context.Context, batchID string) ([]sdk.BatchCode, error) {
	var list struct {
		Codes []sdk.BatchCode `json:"codes"`
	}
	err := s.call(ctx, http.MethodGet, batchPath(batchID, "/codes"), nil, &list)
	return list.Codes, err
}

func batchPath(id, below string) string { return batchesPath + "/" + url.PathEscape(id) + below }

// oneBatch is the argument of the commands that work on one batch.
func oneBatch(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef(`name one batch by its id, or say "latest"; find it with: cojoin codes list`)
	}
	return nil
}

// completeBatches offers the caller's batches to the shell.
func completeBatches(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	server, _ := cmd.Flags().GetString("server")
	s, err := openSession(server)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list, err := s.batches(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	words := []string{latestBatch + "\tthe batch that you bought last"}
	for _, b := range list {
		words = append(words, b.ID+"\t"+b.PackageName+", "+day(b.CreatedAt)+", "+string(b.State))
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// format is how a listing is written: for people, or for programs.
type format struct{ json, csv bool }

func formatFlags(cmd *cobra.Command, f *format) {
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&f.csv, "csv", false, "print CSV")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
}
