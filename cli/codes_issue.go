package main

import (
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/internal/api"
	"github.com/cojoin/cojoin/sdk"
)

func newCodesIssueCommand() *cobra.Command {
	var server, key string
	var in sdk.IssueInput
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "issue BATCH",
		Short: "Give out one unused code: print it, or mail it to the client",
		Long: `Give out the batch's next unused code and mark it as issued, so that nobody is given it twice. It is printed, and
with --email mailed to the client as well. What --to says is your own note and stays in your listings.

A script that may have to run again gives each client a --key of its own: the same key gives the same code again.`,
		Example: `  cojoin codes issue latest --to "Client 7"
  cojoin codes issue latest --to "Client 7" --email client@example.com --lang es
  code=$(cojoin codes issue latest --key case-2026-0117)`,
		Args:              oneBatch,
		ValidArgsFunction: completeBatches,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, batch, err := openBatch(cmd.Context(), server, args[0])
			if err != nil {
				return err
			}
			if key == "" {
				key = uuid.NewString()
			}
			var code sdk.BatchCode
			issue := api.Request{Method: http.MethodPost, Path: batchPath(batch.ID, "/issue"), Body: in, Header: map[string]string{"Idempotency-Key": key}}
			if err := s.send(cmd.Context(), issue, &code); err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), code)
			}
			if code.MailedTo != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "The code is on its way to %s.\n", code.MailedTo)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), code.Code)
			return err
		},
	}
	serverFlagOf(cmd, &server)
	flags := cmd.Flags()
	flags.StringVar(&in.IssuedTo, "to", "", "whom it is for: a note of yours, at most 100 characters")
	flags.StringVar(&in.Email, "email", "", "mail the code to this `ADDRESS`")
	flags.StringVar(&in.Locale, "lang", "", "language of the mail: en or es (default yours)")
	flags.StringVar(&key, "key", "", "the same key gives the same code again, for a day (default: a new one)")
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions([]string{"en", "es"}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
