package session

import (
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
)

// LoginCommand is "cojoin login".
func LoginCommand() *cobra.Command {
	var server, username string
	var stdin bool
	cmd := &cobra.Command{
		Use:   "login",
		Short: "Log in, to buy and issue codes and invite clients from here",
		Long: `Log in with the username and password that you set from your welcome mail. The password is never shown or stored;
a token, valid for 90 days, is stored in logins.json in your configuration folder, which only you can read.

Without an interactive login (such as in CI), set COJOIN_SERVER and COJOIN_TOKEN instead.`,
		Example: `  cojoin login --server https://join.example.com
  cojoin login --username ana.ruiz --password-stdin < password.txt`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			logins, address, err := OpenServer(server)
			if err != nil {
				return err
			}
			password, err := readCredentials(cmd, &username, stdin)
			if err != nil {
				return err
			}
			var made professional.AccessTokenAnswer
			in := map[string]string{"username": username, "password": password.Reveal()}
			if err := New(address, "").Do(cmd.Context(), http.MethodPost, "/v1/access-tokens", in, &made); err != nil {
				return err
			}
			if before, ok := logins.Servers[address]; ok { // the replaced token is of no more use
				_ = New(address, secret.Secret(before.Token)).Do(cmd.Context(), http.MethodDelete, "/v1/access-tokens/current", nil, nil)
			}
			if err := logins.put(address, secret.Secret(made.Token), username, made.ExpiresAt); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "Logged in to %s as %s, until %s.\n", address, fullName(made.Whoami), console.Day(made.ExpiresAt))
			if made.ProfessionalID == "" {
				fmt.Fprintln(cmd.ErrOrStderr(), "This account is not a professional's, which codes and invitations require.")
			}
			return nil
		},
	}
	ServerFlag(cmd, &server)
	cmd.Flags().StringVar(&username, "username", "", "your username (default: prompt for it)")
	cmd.Flags().BoolVar(&stdin, "password-stdin", false, "read the password from standard input instead of a prompt")
	return cmd
}

// readCredentials reads the missing credentials from the terminal, or the password from
// standard input.
func readCredentials(cmd *cobra.Command, username *string, stdin bool) (secret.Secret, error) {
	if stdin {
		if *username == "" {
			return "", console.Usagef("--password-stdin needs --username")
		}
		line, err := console.ReadLine(cmd.Context(), cmd.InOrStdin())
		return secret.Secret(line), err
	}
	tty := console.Terminal(cmd)
	if tty == nil {
		return "", console.Usagef("standard input is not a terminal: use --username and --password-stdin, or set %s", setting.TokenVariable)
	}
	if *username == "" {
		typed, err := console.Prompt(cmd, "Username: ")
		if err != nil {
			return "", err
		}
		*username = typed
	}
	return console.PromptSecret(cmd, tty, "Password: ")
}

// LogoutCommand is "cojoin logout".
func LogoutCommand() *cobra.Command {
	var server string
	var local, everywhere bool
	cmd := &cobra.Command{
		Use:   "logout",
		Short: "Log out: revoke the token on the server and delete it here",
		Example: `  cojoin logout
  cojoin logout --everywhere   end every other login of yours, too: browsers and command lines
  cojoin logout --local   delete the token here only, if the server no longer exists`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			logins, address, err := OpenServer(server)
			if err != nil {
				return err
			}
			stored, ok := logins.Servers[address]
			if !ok {
				return &loginError{server: address}
			}
			if !local {
				err := New(address, "").revoke(cmd, secret.Secret(stored.Token), everywhere)
				if err != nil {
					return fmt.Errorf("the token is still valid and was not deleted: %w\ntry again, or delete it here only: cojoin logout --local", err)
				}
			}
			if err := logins.forget(address); err != nil {
				return err
			}
			if local {
				fmt.Fprintf(cmd.ErrOrStderr(), "Deleted here. On the server the token expires on %s.\n", console.Day(stored.ExpiresAt))
				return nil
			}
			where := ""
			if everywhere {
				where = ", everywhere"
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "Logged out of %s%s.\n", address, where)
			return nil
		},
	}
	ServerFlag(cmd, &server)
	cmd.Flags().BoolVar(&local, "local", false, "don't call the server")
	cmd.Flags().BoolVar(&everywhere, "everywhere", false, "end every login of this account: browsers and command lines")
	cmd.MarkFlagsMutuallyExclusive("local", "everywhere")
	return cmd
}

// revoke ends a token; it is fine if the token has already ended.
func (s *Session) revoke(cmd *cobra.Command, token secret.Secret, everywhere bool) error {
	s.Header["Authorization"] = "Bearer " + token.Reveal()
	path := "/v1/access-tokens/current"
	if everywhere {
		path += "?everywhere=true"
	}
	err := s.Do(cmd.Context(), http.MethodDelete, path, nil, nil)
	if refused := RefusalOf(err); refused != nil && refused.Status == http.StatusUnauthorized {
		return nil
	}
	return err
}

// WhoamiCommand is "cojoin whoami".
func WhoamiCommand() *cobra.Command {
	var server string
	cmd := &cobra.Command{
		Use:     "whoami",
		Short:   "Show who is logged in, and where",
		Example: "  cojoin whoami --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := Open(server)
			if err != nil {
				return err
			}
			var info professional.AccessTokenInfo
			if err := s.Do(cmd.Context(), http.MethodGet, "/v1/access-tokens/current", nil, &info); err != nil {
				return err
			}
			pro := "no"
			if info.ProfessionalID != "" {
				pro = fmt.Sprintf("%s (%s)", info.ProfessionalID, info.State)
			}
			return console.Show(cmd, struct {
				Server string `json:"server"`
				professional.AccessTokenInfo
			}{s.Server, info}, [][2]any{
				{"name", fullName(info.Whoami)}, {"e-mail", info.Email}, {"professional", pro}, {"server", s.Server}, {"until", console.Day(info.ExpiresAt)},
			})
		},
	}
	ServerFlag(cmd, &server)
	console.JSONFlag(cmd)
	return cmd
}

func fullName(user professional.Whoami) string { return user.FirstName + " " + user.LastName }
