package pg_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func newFamily(ctx context.Context, t *testing.T, q *db.Queries, env *sdktest.Env) uuid.UUID {
	t.Helper()
	id := uuid.Must(uuid.NewV7())
	if err := q.InsertFamily(ctx, id, nil, env.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	return id
}

func child(family uuid.UUID, position int16) db.InsertChildParams {
	return db.InsertChildParams{ID: uuid.Must(uuid.NewV7()), FamilyID: family, Position: position, Sealed: []byte("Kim")}
}

// Statements without a result travel in order with the next one that has a result. Jobs come last, together.
func TestTransactionSavesRoundTrips(t *testing.T) {
	t.Parallel()
	env, noted := fixture.Traced(t)
	// The first insertion of jobs reads the version of Postgres.
	err := inTransaction(t, env, func(tx *pg.Tx) error {
		tx.Enqueue(job.PurgeJob{}, job.Options{})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	noted.Take()
	var family uuid.UUID
	var children []db.Child
	err = inTransaction(t, env, func(tx *pg.Tx) error {
		family = newFamily(t.Context(), t, tx.Queries, env)
		for i := range int16(2) {
			tx.Enqueue(job.CaptureJob{AttemptID: "a"}, job.Options{Unique: true})
			if err := tx.InsertChild(t.Context(), child(family, i)); err != nil {
				return err
			}
		}
		var err error
		children, err = tx.ListChildren(t.Context(), family)
		if err != nil {
			return err
		}
		tx.Enqueue(job.CaptureJob{AttemptID: "b"}, job.Options{})
		return tx.InsertChild(t.Context(), child(family, 2))
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"begin", "InsertFamily InsertChild InsertChild ListChildren", "InsertChild JobInsertFastMany", "commit"}
	if diff := cmp.Diff(want, noted.Take()); diff != "" {
		t.Errorf("trips (-want +got):\n%s", diff)
	}
	if len(children) != 2 || fixture.CountRows(t, env, "children WHERE family_id = $1", family) != 3 {
		t.Errorf("%d children were read, want 2 of 3", len(children))
	}
	if n := fixture.CountRows(t, env, "river_job WHERE kind = $1", job.CaptureJob{}.Kind()); n != 2 {
		t.Errorf("%d jobs, want a's, which may be there once, and b's", n)
	}
}

// The error of a held-back statement names that statement, wherever it is returned. Nothing of the transaction
// remains.
func TestTransactionFails(t *testing.T) {
	t.Parallel()
	missing := uuid.Must(uuid.NewV7())
	for name, then := range map[string]func(context.Context, *pg.Tx) error{
		"at the commit": func(context.Context, *pg.Tx) error { return nil },
		"reading rows": func(ctx context.Context, tx *pg.Tx) error {
			_, err := tx.ListChildren(ctx, missing)
			return err
		},
		"reading a row": func(ctx context.Context, tx *pg.Tx) error {
			_, err := tx.GetAccount(ctx, missing)
			return err
		},
		"counting rows": func(ctx context.Context, tx *pg.Tx) error {
			_, err := tx.RenewInvitation(ctx, db.RenewInvitationParams{KeepUntil: sdktest.Start, ExpiresAt: sdktest.Start, Now: sdktest.Start, ID: missing})
			return err
		},
		"at a savepoint": func(ctx context.Context, tx *pg.Tx) error {
			return pgx.BeginFunc(ctx, tx.Transaction, func(pgx.Tx) error { return nil })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env, noted := fixture.Traced(t)
			err := inTransaction(t, env, func(tx *pg.Tx) error {
				newFamily(t.Context(), t, tx.Queries, env)
				tx.Enqueue(job.PurgeJob{}, job.Options{})
				if err := tx.InsertChild(t.Context(), child(missing, 0)); err != nil {
					return err
				}
				return then(t.Context(), tx)
			})
			if err == nil || !strings.Contains(err.Error(), `InsertChild: ERROR: insert or update on table "children" violates foreign key`) {
				t.Errorf("error %v", err)
			}
			if got := noted.Take(); got[len(got)-1] != "rollback" {
				t.Errorf("trips %q, want the last to be the rollback", got)
			}
			if n := fixture.CountRows(t, env, "families") + fixture.CountRows(t, env, "river_job"); n != 0 {
				t.Errorf("%d rows are left", n)
			}
			// The connection is still usable. It is the pool's only one.
			err = inTransaction(t, env, func(tx *pg.Tx) error {
				newFamily(t.Context(), t, tx.Queries, env)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}
