package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"time"
)

// errNoPgbench explains the installation of pgbench, the standard of comparison.
var errNoPgbench = errors.New("pgbench isn't here: apt-get install postgresql-contrib (Debian, Ubuntu) or brew install postgresql")

// findPgbench returns the path of pgbench in the usual folders.
func findPgbench() (string, error) {
	if p, err := exec.LookPath("pgbench"); err == nil {
		return p, nil
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pgbench") // the pattern is valid
	if len(found) == 0 {
		return "", errNoPgbench
	}
	return found[len(found)-1], nil
}

// The rows that a step writes, in SQL alone: the address's count, the registration, its event, and the stored reply for a repeated call.
const (
	countSQL = `INSERT INTO rate_limits AS r (scope, subject, count, ends_at) VALUES ('pgbench', sha256((:visitor)::text::bytea), 1, now() + interval '1 minute')
ON CONFLICT (scope, subject) DO UPDATE SET count = LEAST(r.count, 60) + 1 RETURNING count, ends_at`
	saveSQL = `UPDATE registrations SET draft = draft, choice = choice, updated_at = now(), expires_at = now() + interval '1 day'
WHERE id = ('00000000-0000-7000-8000-' || lpad((:client_id)::text, 12, '0'))::uuid RETURNING id, updated_at`
	eventSQL = `INSERT INTO registration_events (id, registration_id, kind, actor, sections, step, at)
%s`
	answerSQL = `INSERT INTO idempotency_records (scope, key_hash, request_hash, outcome, answer, created_at, expires_at)
VALUES ('pgbench', sha256((:key)::text::bytea), sha256('request'), 'answer', decode(repeat('ab', %d), 'hex'), now(), now() + interval '1 day')`
)

// pgbenchScripts write a step's rows in two ways: in one statement, the least that Postgres can do, and in a transaction with one statement for each
// table, as programs mostly do. The reply has as many bytes as a step's.
func pgbenchScripts(answer int) map[string]string {
	begin := "\\set visitor random(1, 20000)\n\\set key random(1, 9000000000000000000)\n"
	id, keep := "gen_random_uuid()", fmt.Sprintf(answerSQL, answer)
	values := fmt.Sprintf("VALUES (%s, ('00000000-0000-7000-8000-' || lpad((:client_id)::text, 12, '0'))::uuid, 'updated', 'registrant', '{ORDER}', 3, now())", id)
	fromSaved := fmt.Sprintf("SELECT %s, id, 'updated', 'registrant', '{ORDER}', 3, updated_at FROM saved", id)
	return map[string]string{
		"statement":   begin + "WITH counted AS (" + countSQL + "), saved AS (" + saveSQL + "), kept AS (" + keep + ")\n" + fmt.Sprintf(eventSQL, fromSaved) + ";\n",
		"transaction": begin + "BEGIN;\n" + countSQL + ";\n" + saveSQL + ";\n" + fmt.Sprintf(eventSQL, values) + ";\n" + keep + ";\nCOMMIT;\n",
	}
}

// prepareRows creates the registrations that pgbench's clients write, one each, as copies of the given one. The given one's last step must be the
// latest call: prepareRows returns the size in bytes of its stored reply.
func (w *world) prepareRows(ctx context.Context, like string, clients int) (answer int, err error) {
	_, err = w.pool.Exec(ctx, `INSERT INTO registrations SELECT (jsonb_populate_record(r,
			jsonb_build_object('id', '00000000-0000-7000-8000-' || lpad(i::text, 12, '0')))).*
		FROM registrations r, generate_series(0, $2 - 1) AS i WHERE r.id = $1 ON CONFLICT DO NOTHING`, like, clients)
	if err == nil {
		err = w.pool.QueryRow(ctx, "SELECT octet_length(answer) FROM idempotency_records WHERE outcome = 'answer' ORDER BY created_at DESC LIMIT 1").Scan(&answer)
	}
	if err != nil {
		return 0, fmt.Errorf("bench: rows for pgbench: %w", err)
	}
	return answer, nil
}

// patience is the longest run, in seconds, that may end without a finished transaction. A longer one is an error.
const patience = 60

var tpsLine = regexp.MustCompile(`tps = ([0-9.]+)`)

// pgbench runs a script and returns its transactions a second.
func (w *world) pgbench(ctx context.Context, name, script string, clients int, d time.Duration) (float64, error) {
	path, err := findPgbench()
	if err != nil {
		return 0, err
	}
	file := filepath.Join(w.o.Dir, name+".sql")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		return 0, fmt.Errorf("bench: %w", err)
	}
	for seconds := max(1, int(d.Round(time.Second).Seconds())); ; seconds *= 4 {
		cmd := exec.CommandContext(ctx, path, "-n", "-M", "prepared", "-c", strconv.Itoa(clients), "-j", strconv.Itoa(runtime.NumCPU()), //nolint:gosec // as found
			"-T", strconv.Itoa(seconds), "-f", file, w.pg.URL())
		out, err := cmd.CombinedOutput()
		if err != nil {
			return 0, fmt.Errorf("bench: pgbench: %w: %s", err, out)
		}
		m := tpsLine.FindSubmatch(out)
		switch {
		case m != nil:
			tps, err := strconv.ParseFloat(string(m[1]), 64)
			if err != nil {
				return 0, fmt.Errorf("bench: pgbench: %w", err)
			}
			return tps, nil
		case seconds > patience: // otherwise the machine is so busy that the time was over before all clients had a connection
			return 0, fmt.Errorf("bench: pgbench counted nothing in %d s: %s", seconds, out)
		}
	}
}
