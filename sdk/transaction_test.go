package sdk_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// trips notes what goes to the database together, by the statements' names.
type trips struct {
	mu    sync.Mutex
	noted []string
}

func (r *trips) note(statements ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, sql := range statements {
		name, _, _ := strings.Cut(strings.TrimPrefix(sql, "-- name: "), " ")
		statements[i] = name
	}
	r.noted = append(r.noted, strings.Join(statements, " "))
}

func (r *trips) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	noted := r.noted
	r.noted = nil
	// River wakes the workers at most once in a tenth of a second: on a slow machine that may be now.
	return slices.DeleteFunc(noted, func(trip string) bool { return trip == "PGNotifyMany" })
}

func (r *trips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	r.note(d.SQL)
	return ctx
}
func (r *trips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
func (r *trips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	var all []string
	for _, q := range d.Batch.QueuedQueries {
		all = append(all, q.SQL)
	}
	r.note(all...)
	return ctx
}
func (r *trips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (r *trips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// traced is a world whose client's trips to the database are noted.
func traced(t *testing.T, options ...sdktest.Option) (*sdktest.Env, *trips) {
	t.Helper()
	noted := &trips{}
	return tracedBy(t, noted, options...), noted
}

// tracedBy is a world whose client has one connection, watched by a tracer.
func tracedBy(t *testing.T, tracer pgx.QueryTracer, options ...sdktest.Option) *sdktest.Env {
	t.Helper()
	env := sdktest.New(t, options...)
	cfg, err := pgxpool.ParseConfig(env.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	cfg.MaxConns, cfg.ConnConfig.Tracer, cfg.AfterConnect = 1, tracer, sdk.PrepareConnection
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	changed := env.Config
	changed.Pool = pool
	env.Client = env.NewClient(t, changed)
	return env
}

func newFamily(ctx context.Context, t *testing.T, q *db.Queries, env *sdktest.Env) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	if err := q.InsertFamily(ctx, id, env.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	return id
}

func child(family uuid.UUID, position int16) db.InsertChildParams {
	return db.InsertChildParams{ID: uuid.Must(uuid.NewV7()), FamilyID: family, Position: position, FirstName: "Kim", LastName: "Ode"}
}

// What nobody waits for travels with the next statement that answers, in its order; jobs come last and together.
func TestTransactionSavesTrips(t *testing.T) {
	t.Parallel()
	env, noted := traced(t)
	// Whoever leaves jobs first asks which Postgres it is.
	err := env.Client.TransactionForTest(t.Context(), func(_ *db.Queries, _ pgx.Tx, leave func(sdk.Job, sdk.JobOptions) error) error {
		return leave(sdk.PurgeJob{}, sdk.JobOptions{})
	})
	if err != nil {
		t.Fatal(err)
	}
	noted.take()
	var family uuid.UUID
	var children []db.Child
	err = env.Client.TransactionForTest(t.Context(), func(q *db.Queries, _ pgx.Tx, leave func(sdk.Job, sdk.JobOptions) error) error {
		family = newFamily(t.Context(), t, q, env)
		for i := range int16(2) {
			if err := errors.Join(q.InsertChild(t.Context(), child(family, i)), leave(sdk.CaptureJob{AttemptID: "a"}, sdk.JobOptions{Unique: true})); err != nil {
				return err
			}
		}
		var err error
		children, err = q.ListChildren(t.Context(), family)
		if err != nil {
			return err
		}
		return errors.Join(q.InsertChild(t.Context(), child(family, 2)), leave(sdk.CaptureJob{AttemptID: "b"}, sdk.JobOptions{}))
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"begin", "InsertFamily InsertChild InsertChild ListChildren", "InsertChild JobInsertFastMany", "commit"}
	if diff := cmp.Diff(want, noted.take()); diff != "" {
		t.Errorf("trips (-want +got):\n%s", diff)
	}
	if len(children) != 2 || countRows(t, env, "children WHERE family_id = $1", family) != 3 {
		t.Errorf("%d children were read, want 2 of 3", len(children))
	}
	if n := countRows(t, env, "river_job WHERE kind = $1", sdk.CaptureJob{}.Kind()); n != 2 {
		t.Errorf("%d jobs, want a's, which may be there once, and b's", n)
	}
}

// A statement that was kept back and fails says which it was, wherever it comes out; nothing is left of the rest.
func TestTransactionFails(t *testing.T) {
	t.Parallel()
	nobody := uuid.Must(uuid.NewV7())
	for name, then := range map[string]func(context.Context, *db.Queries, pgx.Tx) error{
		"at the commit": func(context.Context, *db.Queries, pgx.Tx) error { return nil },
		"reading rows": func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
			_, err := q.ListChildren(ctx, nobody)
			return err
		},
		"reading a row": func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
			_, err := q.GetAccount(ctx, nobody)
			return err
		},
		"counting rows": func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
			_, err := q.RenewInvitation(ctx, sdktest.Start, sdktest.Start, nobody)
			return err
		},
		"at a savepoint": func(ctx context.Context, _ *db.Queries, tx pgx.Tx) error {
			return pgx.BeginFunc(ctx, tx, func(pgx.Tx) error { return nil })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, noted := traced(t)
			err := env.Client.TransactionForTest(t.Context(), func(q *db.Queries, tx pgx.Tx, leave func(sdk.Job, sdk.JobOptions) error) error {
				newFamily(t.Context(), t, q, env)
				if err := errors.Join(q.InsertChild(t.Context(), child(nobody, 0)), leave(sdk.PurgeJob{}, sdk.JobOptions{})); err != nil {
					return err
				}
				return then(t.Context(), q, tx)
			})
			if err == nil || !strings.Contains(err.Error(), `InsertChild: ERROR: insert or update on table "children" violates foreign key`) {
				t.Errorf("error %v", err)
			}
			if got := noted.take(); got[len(got)-1] != "rollback" {
				t.Errorf("trips %q, want the last to be the rollback", got)
			}
			if n := countRows(t, env, "families") + countRows(t, env, "river_job"); n != 0 {
				t.Errorf("%d rows are left", n)
			}
			// The connection is as good as before: it is the pool's only one.
			err = env.Client.TransactionForTest(t.Context(), func(q *db.Queries, _ pgx.Tx, _ func(sdk.Job, sdk.JobOptions) error) error {
				newFamily(t.Context(), t, q, env)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}
