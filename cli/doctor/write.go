package doctor

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/site"
)

// CheckWrite writes on several connections at the same time, like a server, and rolls back. It finds a pooler that mixes up prepared
// statements, a full disk and a read-only database.
func CheckWrite(ctx context.Context, pool *pgxpool.Pool) Finding {
	f := Finding{Check: "write", Result: Good, Found: "a row was written and rolled back"}
	err := tryWrites(ctx, pool)
	if err == nil {
		return f
	}
	f.Result, f.Found, f.Mend = Bad, stack.LastOf(err).Error(), "see the database's log"
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return f
	}
	f.Found = refused.Message
	switch refused.Code {
	case "53100":
		f.Mend = "free space on the database's disk, or enlarge it; until then nobody can sign up"
	case "25006":
		f.Mend = "DATABASE_URL names a standby: name the primary, or several hosts with target_session_attrs=read-write"
	case "42501":
		f.Mend = "as the schema's owner: cojoin migrate roles, and make the login a member of the role for servers or workers"
	}
	if stack.MixedUp(err) {
		f.Mend = stack.MendPooler
	}
	return f
}

// tryWrites writes on every free connection of the pool, four at most. Then it makes the database extend a file.
func tryWrites(ctx context.Context, pool *pgxpool.Pool) error {
	held, release, err := stack.Several(ctx, pool)
	if err != nil {
		return err
	}
	defer release()
	mine := rand.Text() // two doctors at the same time don't wait for each other's rows
	err = stack.InTurn(ctx, held, func(tx pgx.Tx, i int) error {
		// Each connection has its own statement, so that a pooler which mixes them up causes an error.
		insert := fmt.Sprintf("INSERT INTO rate_limits (scope, subject, count, ends_at) VALUES ($1, $2, %d, now())", i+1)
		_, err := tx.Exec(ctx, insert, "doctor", append([]byte(mine), byte(i)))
		return err
	})
	if err != nil {
		return err
	}
	return extendFile(ctx, held[0])
}

// extendFile makes the database create a file of a megabyte and delete it. That fails on a full disk.
func extendFile(ctx context.Context, conn *pgxpool.Conn) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	_, err = tx.Exec(ctx, "CREATE TEMP TABLE cojoin_doctor ON COMMIT DROP AS SELECT decode(repeat(md5(i::text), 60), 'hex') AS filler FROM generate_series(1, 1024) AS i")
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == "42501" {
		return nil // the login has no right to temporary tables, and needs none
	}
	return err
}

// notificationWait limits the wait for a notification.
const notificationWait = 2 * time.Second

// CheckNotifications checks that a notification reaches a listener. Workers rely on that to start a new job immediately.
func CheckNotifications(ctx context.Context, pool *pgxpool.Pool) Finding {
	f := Finding{Check: "notifications", Result: Good, Found: "arrive"}
	err := tryNotification(ctx, pool)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		f.Result, f.Found = Bad, "LISTEN has no effect: the pooler in front of the database lends connections for one transaction only"
		f.Mend = "give \"cojoin work\" a DATABASE_URL of the database itself, or of a pool in session mode; servers may keep this one. Until then jobs begin up to a second late"
	case err != nil:
		f.Result, f.Found = Skipped, stack.LastOf(err).Error()
	}
	return f
}

func tryNotification(ctx context.Context, pool *pgxpool.Pool) error {
	listener, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer listener.Release()
	if _, err := listener.Exec(ctx, "LISTEN cojoin_doctor"); err != nil {
		return err
	}
	defer func() { _, _ = listener.Exec(context.WithoutCancel(ctx), "UNLISTEN cojoin_doctor") }()
	if _, err := pool.Exec(ctx, "NOTIFY cojoin_doctor"); err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, notificationWait)
	defer cancel()
	_, err = listener.Conn().WaitForNotification(waiting)
	return err
}

// checkLogin reports a login with too many or too few rights.
func checkLogin(ctx context.Context, st *stack.Stack) Finding {
	f := Finding{Check: "login", Result: Good}
	login, err := database.ReadLogin(ctx, st.Pool)
	if err != nil {
		f.Result, f.Found = Skipped, stack.LastOf(err).Error()
		return f
	}
	const roles = "cojoin migrate roles creates roles with fewer rights; give servers and workers a login of each: docs/how-to/upgrade.md"
	switch {
	case login.Superuser:
		f.Result, f.Found, f.Mend = Warning, login.Name+" is a superuser of the database: an intruder on a server may read and delete everything", roles
		if st.Settings.Environment == site.EnvironmentProduction {
			f.Result = Bad
		}
	case login.Owner:
		f.Result, f.Found, f.Mend = Warning, login.Name+" owns the schema, and may change append-only tables", roles
	case len(login.LacksToServe) == 0:
		f.Found = login.Name + " has the rights of a server"
	case len(login.LacksToWork) == 0:
		f.Found = login.Name + " has the rights of a worker"
	default:
		f.Result, f.Found = Bad, fmt.Sprintf("%s has neither a server's rights (%s) nor a worker's (%s)", login.Name, some(login.LacksToServe), some(login.LacksToWork))
		f.Mend = "as the schema's owner: cojoin migrate roles, and make the login a member of the role for servers or workers"
	}
	return f
}

// some lists the first three names and counts the others.
func some(names []string) string {
	const most = 3
	if len(names) <= most {
		return "lacks " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("lacks %s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// checkEncryption reports an unencrypted connection to a database on another machine.
func checkEncryption(ctx context.Context, st *stack.Stack) Finding {
	f := Finding{Check: "encryption", Result: Good}
	conn, err := st.Pool.Acquire(ctx)
	if err != nil {
		f.Result, f.Found = Skipped, stack.WithoutPassword(err, st.Settings)
		return f
	}
	defer conn.Release()
	socket := conn.Conn().PgConn().Conn()
	if secure, ok := socket.(*tls.Conn); ok {
		f.Found = tls.VersionName(secure.ConnectionState().Version) + " to the database"
		return f
	}
	if at, ok := socket.RemoteAddr().(*net.TCPAddr); !ok || at.IP.IsLoopback() {
		f.Found = "none, and the database is on this machine"
		return f
	}
	f.Result, f.Found, f.Mend = Warning, "none: all data goes to the database unencrypted", "add sslmode=verify-full (and sslrootcert) to DATABASE_URL"
	if st.Settings.Environment == site.EnvironmentProduction {
		f.Result = Bad
	}
	return f
}
