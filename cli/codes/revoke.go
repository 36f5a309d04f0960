package codes

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/session"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/form"
)

func newCodesRevokeCommand() *cobra.Command {
	var server string
	var yes bool
	cmd := &cobra.Command{
		Use:   "revoke BATCH [CODE…]",
		Short: "Permanently revoke unused codes: these, or all in the batch",
		Long: `Revoke the named codes, or the whole batch with every unused code. A revoked code stops working; this can't be undone.
Codes that were already used stay as they are.`,
		Example: `  cojoin codes revoke latest XVZW-ZEZ6-D94Z-VQTZ
  cojoin codes revoke latest --yes   all unused codes`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return console.Usagef(`name the batch by its id, or use "latest"; list them with: cojoin codes list`)
			}
			for _, code := range args[1:] {
				if _, err := form.ParseSubscriptionCode(code); err != nil {
					return console.Usagef("%q is not a code: check it for typing errors", code)
				}
			}
			return nil
		},
		ValidArgsFunction: completeBatches,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, batch, err := openBatch(cmd.Context(), server, args[0])
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return revokeBatch(s, cmd, batch, yes)
			}
			return revokeCodes(s, cmd, batch, args[1:], yes)
		},
	}
	session.ServerFlag(cmd, &server)
	console.YesFlag(cmd, &yes)
	return cmd
}

func revokeBatch(s *session.Session, cmd *cobra.Command, batch codes.Batch, yes bool) error {
	unused := batch.Unissued + batch.Issued
	err := console.Confirm(cmd, yes, "Revoke all %d unused codes of batch %s, %d of which are issued?", unused, batch.ID, batch.Issued)
	if err != nil {
		return err
	}
	var ended codes.Batch
	if err := s.Do(cmd.Context(), http.MethodPost, batchPath(batch.ID, "/revoke"), struct{}{}, &ended); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "batch %s is revoked: %d unused codes revoked, %d were already used\n", ended.ID, unused, ended.Redeemed)
	return err
}

func revokeCodes(s *session.Session, cmd *cobra.Command, batch codes.Batch, named []string, yes bool) error {
	issued, err := codesOf(cmd.Context(), s, batch.ID)
	if err != nil {
		return err
	}
	ids := make([]string, len(named))
	for i, name := range named {
		code, _ := form.ParseSubscriptionCode(name) // checked with the arguments
		at := slices.IndexFunc(issued, func(c codes.BatchCode) bool { return c.Code == form.FormatSubscriptionCode(code.Reveal()) })
		if at < 0 {
			return console.Usagef("%s isn't in batch %s", name, batch.ID)
		}
		ids[i] = issued[at].ID
	}
	if err := console.Confirm(cmd, yes, "Revoke %d code(s) of batch %s?", len(ids), batch.ID); err != nil {
		return err
	}
	for i, id := range ids {
		if err := s.Do(cmd.Context(), http.MethodPost, batchPath(batch.ID, "/codes/"+id+"/revoke"), struct{}{}, nil); err != nil {
			return fmt.Errorf("%s: %w", named[i], err)
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), named[i], "is revoked"); err != nil {
			return err
		}
	}
	return nil
}
