package database_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Errors of a stopping, a missing and a standby database are distinguished from the SDK's own errors.
func TestDatabaseUnavailable(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	_, refused := pgx.Connect(t.Context(), "postgres://nobody@127.0.0.1:1/none?sslmode=disable")
	var cutOff error
	{
		conn, err := pgx.Connect(t.Context(), env.DatabaseURL)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := env.Pool.Exec(t.Context(), "SELECT pg_terminate_backend($1)", conn.PgConn().PID()); err != nil {
			t.Fatal(err)
		}
		_, cutOff = conn.Exec(t.Context(), "SELECT 1")
		defer func() { _ = conn.Close(t.Context()) }()
	}
	_, mistake := env.Pool.Exec(t.Context(), "SELECT nonsense")
	for name, test := range map[string]struct {
		err  error
		want bool
	}{
		"refused":            {refused, true},
		"cut off":            {fmt.Errorf("transaction: %w", cutOff), true},
		"half an answer":     {io.ErrUnexpectedEOF, true},
		"closed":             {errors.New("transaction: conn closed"), true},
		"standby":            {&pgconn.PgError{Code: "25006"}, true},
		"disk full":          {&pgconn.PgError{Code: "53100"}, true},
		"out of memory":      {&pgconn.PgError{Code: "53200"}, true},
		"disk broken":        {&pgconn.PgError{Code: "58030"}, true},
		"locked out":         {&pgconn.PgError{Code: "55P03"}, true},
		"paused":             {&pgconn.PgError{Code: "25P03"}, true},
		"starting":           {&pgconn.PgError{Code: "57P03"}, true},
		"our own mistake":    {mistake, false},
		"our own deadline":   {context.DeadlineExceeded, false},
		"a canceled call":    {context.Canceled, false},
		"a refusal":          {fault.TokenInvalid, false},
		"nothing went amiss": {nil, false},
	} {
		if got := database.Away(test.err); got != test.want {
			t.Errorf("%s: %v, want %v (%v)", name, got, test.want, test.err)
		}
	}
}
