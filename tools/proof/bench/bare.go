package bench

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// bareConfig configures the bare server, as JSON on its standard input.
type bareConfig struct {
	Addr        string
	Database    string
	Connections int32
	Secret      []byte
	Signups     []bareSignup
}

// bareSignup is a sign-up with its key.
type bareSignup struct{ ID, Key string }

// ServeBare serves the step call with net/http and pgx alone. It parses the body as JSON, sends the same statements as the product in the same round
// trips, and returns the product's reply. It validates nothing: this is the least cost of the same writes.
//
// It learns the statements by making each call twice through the product. Values that differ between the two (times, ids, hashes) are replaced in
// each call.
func ServeBare(ctx context.Context, in io.Reader) error {
	var cfg bareConfig
	if err := json.NewDecoder(in).Decode(&cfg); err != nil {
		return fmt.Errorf("bench: bare: %w", err)
	}
	pool, err := openPool(ctx, cfg.Database, cfg.Connections, nil)
	if err != nil {
		return err
	}
	defer pool.Close()
	steps := map[string]*bareStep{}
	if err := learnSteps(ctx, cfg, steps); err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /v1/signups/{id}", func(w http.ResponseWriter, r *http.Request) {
		step := steps[r.PathValue("id")]
		var body signup.Input
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || step == nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if err := step.replay(r.Context(), pool); err != nil {
			slog.Error("bare", "error", err)
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(step.answer)
	})
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", cfg.Addr)
	if err != nil {
		return fmt.Errorf("bench: bare: %w", err)
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("bench: bare: %w", err)
	}
	return nil
}

func openPool(ctx context.Context, url string, connections int32, tracer pgx.QueryTracer) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	cfg.MaxConns, cfg.ConnConfig.Tracer, cfg.AfterConnect = connections, tracer, database.PrepareConnection
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	return pool, nil
}

// statement is a sent statement; those of one trip went to the database together.
type statement struct {
	sql  string
	args []any
}

type trip struct {
	batch      bool
	statements []statement
}

// recording records the statements of a call.
type recording struct{ trips []trip }

func (r *recording) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	r.trips = append(r.trips, trip{statements: []statement{{d.SQL, d.Args}}})
	return ctx
}

func (r *recording) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (r *recording) TraceBatchStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	t := trip{batch: true}
	for _, q := range d.Batch.QueuedQueries {
		t.statements = append(t.statements, statement{q.SQL, q.Arguments})
	}
	r.trips = append(r.trips, t)
	return ctx
}

func (r *recording) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (r *recording) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// learnSteps makes each sign-up's step three times through the product's own handler, and keeps the last two.
func learnSteps(ctx context.Context, cfg bareConfig, steps map[string]*bareStep) error {
	rec := &recording{}
	pool, err := openPool(ctx, cfg.Database, 1, rec)
	if err != nil {
		return err
	}
	defer pool.Close()
	client, err := sdk.New(sdk.Config{Pool: pool, Jobs: jobs.NewInserter(), Secrets: secret.Secrets{Server: cfg.Secret}})
	if err != nil {
		return err
	}
	handler, err := apiserver.New(apiserver.Config{
		Client: client, Log: slog.New(slog.DiscardHandler), TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
		Ready: func(context.Context) error { return nil },
	})
	if err != nil {
		return err
	}
	for i, s := range cfg.Signups {
		step := &bareStep{}
		for try := range 3 { // the first differs from the others: it fills caches
			r := httptest.NewRequestWithContext(ctx, http.MethodPut, "/v1/signups/"+s.ID, strings.NewReader(string(stepBody)))
			r.RemoteAddr = "127.0.0.1:1"
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Registration-Key", s.Key)
			r.Header.Set("Idempotency-Key", fmt.Sprintf("learned-%d-%d-%d", i, try, time.Now().UnixNano()))
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("192.168.%d.%d", i>>8&255, i&255))
			rec.trips, step.before, step.at = nil, step.trips, time.Now()
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code != http.StatusOK {
				return fmt.Errorf("bench: bare: status %d: %s", w.Code, w.Body)
			}
			step.trips, step.answer = rec.trips, w.Body.Bytes()
		}
		if len(step.before) != len(step.trips) {
			return fmt.Errorf("bench: bare: the same call made %d trips to the database, and then %d", len(step.before), len(step.trips))
		}
		steps[s.ID] = step
	}
	return nil
}

// bareStep is a step that can be repeated without the product.
type bareStep struct {
	trips, before []trip
	at            time.Time
	answer        []byte
}

// seenColumn is the column that returns a row's version, which the write repeats.
const seenColumn = "seen"

// replay sends the statements, with new values where they differ from call to call.
func (s *bareStep) replay(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	fresh := freshValues{shift: time.Since(s.at), of: map[string][]byte{}}
	for i, t := range s.trips {
		if !t.batch {
			rows, err := conn.Query(ctx, t.statements[0].sql, fresh.args(t.statements[0], s.before[i].statements[0])...)
			if err == nil {
				err = fresh.read(rows)
			}
			if err != nil {
				return err
			}
			continue
		}
		batch := &pgx.Batch{}
		for k, st := range t.statements {
			batch.Queue(st.sql, fresh.args(st, s.before[i].statements[k])...)
		}
		results := conn.SendBatch(ctx, batch)
		for range t.statements {
			rows, err := results.Query()
			if err == nil {
				err = fresh.read(rows)
			}
			if err != nil {
				return errors.Join(err, results.Close())
			}
		}
		if err := results.Close(); err != nil {
			return err
		}
	}
	return nil
}

// freshValues generates the values of one replay.
type freshValues struct {
	shift time.Duration
	of    map[string][]byte // by learned value: the same hash stays the same within a call
	seen  *string           // the version of the selected row
}

func (f *freshValues) args(now, before statement) []any {
	args := make([]any, len(now.args))
	for i, v := range now.args {
		args[i] = v
		if reflect.DeepEqual(v, before.args[i]) {
			continue
		}
		switch v := v.(type) {
		case time.Time:
			args[i] = v.Add(f.shift)
		case uuid.UUID:
			args[i] = uuid.Must(uuid.NewV7())
		case []byte:
			args[i] = f.hash(v)
		case [][]byte:
			all := make([][]byte, len(v))
			for k := range v {
				all[k] = f.hash(v[k])
			}
			args[i] = all
		case string:
			if f.seen != nil {
				args[i] = *f.seen
			}
		}
	}
	return args
}

// hash returns random bytes in place of a learned hash.
func (f *freshValues) hash(learned []byte) []byte {
	if f.of[string(learned)] == nil {
		b := make([]byte, len(learned))
		_, _ = rand.Read(b) // never fails
		f.of[string(learned)] = b
	}
	return f.of[string(learned)]
}

// read reads a statement's rows to the end.
func (f *freshValues) read(rows pgx.Rows) error {
	defer rows.Close()
	for rows.Next() {
		for i, d := range rows.FieldDescriptions() {
			if d.Name == seenColumn {
				seen := string(rows.RawValues()[i])
				f.seen = &seen
			}
		}
	}
	return rows.Err()
}

// BareEnv is set in the environment of a process that runs [ServeBare].
const BareEnv = "COJOIN_BENCH_BARE"

// AsBare runs [ServeBare] if this process was started for it. It returns false otherwise.
func AsBare(ctx context.Context) (bool, error) {
	if os.Getenv(BareEnv) == "" {
		return false, nil
	}
	return true, ServeBare(ctx, os.Stdin)
}
