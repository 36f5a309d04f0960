package codes

import (
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/session"
	"github.com/cojoin/cojoin/internal/api"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/text"
)

func newCodesIssueCommand() *cobra.Command {
	var server, key string
	var in codes.IssueInput
	cmd := &cobra.Command{
		Use:   "issue BATCH",
		Short: "Issue one unused code: print it, or mail it to the client",
		Long: `Issue the batch's next unused code: it is marked as issued, so that it isn't issued twice, and printed. With --email it
is also mailed to the client. --to is your own note, shown only in your listings.

A script that may run again should use a separate --key for each client: the same key returns the same code again.`,
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
			var code codes.BatchCode
			issue := api.Request{Method: http.MethodPost, Path: batchPath(batch.ID, "/issue"), Body: in, Header: map[string]string{"Idempotency-Key": key}}
			if err := s.DoRequest(cmd.Context(), issue, &code); err != nil {
				return err
			}
			if console.AsJSON(cmd) {
				return console.WriteJSON(cmd.OutOrStdout(), code)
			}
			if code.MailedTo != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "The code is being mailed to %s.\n", code.MailedTo)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), code.Code)
			return err
		},
	}
	session.ServerFlag(cmd, &server)
	flags := cmd.Flags()
	flags.StringVar(&in.IssuedTo, "to", "", "your own note about the recipient, at most 100 characters")
	flags.StringVar(&in.Email, "email", "", "mail the code to this `ADDRESS`")
	flags.StringVar(&in.Locale, "lang", "", "language of the mail: en or es (default: yours)")
	flags.StringVar(&key, "key", "", "idempotency key: the same key returns the same code again, for a day (default: a new one)")
	console.JSONFlag(cmd)
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(text.Languages, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}
