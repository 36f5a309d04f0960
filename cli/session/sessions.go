package session

import (
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk/account"
)

// Command is "cojoin sessions".
func Command() *cobra.Command {
	var server string
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "Show where your account is logged in, and end a login",
		Long: `Show where your account is logged in: browsers, for an hour each, and command lines, for 90 days. End one that you
don't know, and then change your password. cojoin logout --everywhere ends all of them.`,
		Example: `  cojoin sessions
  cojoin sessions end 01990000-0000-7000-8000-000000000000`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := Open(server)
			if err != nil {
				return err
			}
			var list account.SessionList
			if err := s.Do(cmd.Context(), http.MethodGet, "/v1/sessions", nil, &list); err != nil {
				return err
			}
			return console.Print(cmd, list, func(io.Writer) error {
				columns := []string{"id", "where", "since", "last used", "until"}
				return console.List(cmd, list.Sessions, "no logins", columns, func(one account.Session) []any {
					where := map[account.SessionKind]string{account.SessionBrowser: "browser", account.SessionCommandLine: "command line"}[one.Kind]
					if one.Current {
						where += " (this one)"
					}
					return []any{one.SessionID, where, console.Day(one.CreatedAt), console.DayOf(one.LastUsedAt), console.Day(one.ExpiresAt)}
				})
			})
		},
	}
	ServerFlag(cmd, &server)
	console.ListFlags(cmd)
	cmd.AddCommand(newSessionsEndCommand())
	return cmd
}

func newSessionsEndCommand() *cobra.Command {
	var server string
	cmd := &cobra.Command{
		Use:     "end ID",
		Short:   "End one login immediately",
		Example: "  cojoin sessions end 01990000-0000-7000-8000-000000000000",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := Open(server)
			if err != nil {
				return err
			}
			if err := s.Do(cmd.Context(), http.MethodDelete, "/v1/sessions/"+url.PathEscape(args[0]), nil, nil); err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "Ended.")
			return nil
		},
	}
	ServerFlag(cmd, &server)
	return cmd
}
