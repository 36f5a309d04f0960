package stack

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/secret"
)

// WithoutPassword removes the database's password from an error's text.
func WithoutPassword(err error, s *setting.Config) string {
	text, _, _ := strings.Cut(err.Error(), "\n") // one line for each address tried
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) {
		text = fmt.Sprintf("%s: %v", net.JoinHostPort(connect.Config.Host, fmt.Sprint(connect.Config.Port)), LastOf(err))
	}
	for _, address := range []secret.Secret{s.DatabaseURL, s.PersonKeysURL} {
		if u, parseErr := url.Parse(address.Reveal()); parseErr == nil {
			if password, ok := u.User.Password(); ok && password != "" {
				text = strings.ReplaceAll(text, password, secret.Redacted)
			}
		}
	}
	return text
}

// LastOf returns the innermost cause, which has the shortest text.
func LastOf(err error) error {
	for {
		inner := errors.Unwrap(err)
		if many, ok := err.(interface{ Unwrap() []error }); ok && len(many.Unwrap()) > 0 {
			inner = many.Unwrap()[0]
		}
		if inner == nil {
			return err
		}
		err = inner
	}
}
