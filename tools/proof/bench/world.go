package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/internal/postgres"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// connections is the default pool size of the product; the bare server gets the same.
const connections = 10

// world is the common environment of all loads: Postgres and the provider's sandbox. Both run for the whole time.
type world struct {
	o       Options
	pg      *postgres.Server
	sandbox *fleet.Process
	pool    *pgxpool.Pool // the bench's own, for unmeasured work
	secret  []byte
	provide string // the sandbox's address
	running []*fleet.Process
}

// newWorld starts Postgres, with durable commits and further settings, and the sandbox. It migrates the schema to the latest version.
func newWorld(ctx context.Context, o Options, further map[string]string) (_ *world, err error) {
	w := &world{o: o, secret: fleet.NewSecret()}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close(ctx))
		}
	}()
	settings := map[string]string{"max_connections": "150", "shared_buffers": "512MB", "max_wal_size": "4GB", "checkpoint_timeout": "30min"}
	maps.Copy(settings, further)
	w.pg, err = postgres.Start(ctx, postgres.Options{DataDir: filepath.Join(o.Dir, "postgres"), Settings: settings})
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	addr, err := fleet.FreeAddr(ctx)
	if err != nil {
		return nil, err
	}
	w.provide = "http://" + addr
	if w.sandbox, err = w.start("sandbox", os.Environ(), o.Binary, "sandbox", "--addr", addr, "--duplicates", "0"); err != nil {
		return nil, err
	}
	if err := w.sandbox.Answers(ctx, w.provide+"/sandbox/ledger"); err != nil {
		return nil, err
	}
	if err := w.migrate(ctx, postgres.Database); err != nil {
		return nil, err
	}
	w.pool, err = openPool(ctx, w.pg.URL(), 4, nil)
	return w, err
}

// close ends everything that was started, the last first.
func (w *world) close(ctx context.Context) error {
	var err error
	for i := len(w.running) - 1; i >= 0; i-- {
		err = errors.Join(err, w.running[i].Stop())
	}
	if w.pool != nil {
		w.pool.Close()
	}
	if w.pg != nil {
		err = errors.Join(err, w.pg.Stop(context.WithoutCancel(ctx)))
	}
	return err
}

func (w *world) start(name string, env []string, argv ...string) (*fleet.Process, error) {
	p, err := fleet.Start(fleet.Program{Name: name, Dir: w.o.Dir, Argv: argv, Env: env})
	if err == nil {
		w.running = append(w.running, p)
	}
	return p, err
}

// env returns the environment of a server or worker on a database.
func (w *world) env(database string, conns int) []string {
	return append(fleet.Settings(w.pg.DatabaseURL(database), fleet.EncodeSecret(w.secret), w.provide),
		"COJOIN_TRUSTED_PROXIES=127.0.0.1/32", "COJOIN_EVENTS_ALLOW=127.0.0.1/32", "COJOIN_DATABASE_CONNECTIONS="+strconv.Itoa(conns))
}

// migrate migrates a database to the latest schema. It creates the database if necessary.
func (w *world) migrate(ctx context.Context, database string) error {
	if database != postgres.Database {
		if _, err := w.pool.Exec(ctx, "CREATE DATABASE "+database); err != nil {
			return fmt.Errorf("bench: %w", err)
		}
	}
	_, err := fleet.Command(ctx, w.o.Binary, w.env(database, connections), "migrate")
	return err
}

// server is a running `cojoin serve`, with an optional worker.
type server struct {
	addr, private string
	serve, worker *fleet.Process
}

// serve starts a server on a database, and optionally a worker.
func (w *world) serve(ctx context.Context, name, database string, conns int, work bool) (*server, error) {
	s := &server{}
	env := w.env(database, conns)
	var err error
	if s.serve, err = w.start(name, env, w.o.Binary, "serve", "--addr", "127.0.0.1:0", "--private-addr", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	at, err := s.serve.Serving(ctx)
	if err != nil {
		return nil, err
	}
	s.addr, s.private = strings.TrimPrefix(at.Public, "http://"), strings.TrimPrefix(at.Private, "http://")
	if work {
		if s.worker, err = w.start(name+"-worker", env, w.o.Binary, "work"); err != nil {
			return nil, err
		}
	}
	return s, s.serve.Answers(ctx, at.Public+"/readyz")
}

// end stops a server and its worker before the world ends.
func (w *world) end(s *server) error {
	var err error
	for _, p := range []*fleet.Process{s.serve, s.worker} {
		if p != nil {
			err = errors.Join(err, p.Stop())
			for i, r := range w.running {
				if r == p {
					w.running = append(w.running[:i], w.running[i+1:]...)
					break
				}
			}
		}
	}
	return err
}

// bare starts the bare server with the sign-ups' steps.
func (w *world) bare(ctx context.Context, signups []*journeySignup) (*fleet.Process, string, error) {
	addr, err := fleet.FreeAddr(ctx)
	if err != nil {
		return nil, "", err
	}
	cfg := bareConfig{Addr: addr, Database: w.pg.URL(), Connections: connections, Secret: w.secret}
	for _, s := range signups {
		cfg.Signups = append(cfg.Signups, bareSignup{s.id, s.key})
	}
	raw, err := json.Marshal(cfg)
	if err != nil {
		return nil, "", fmt.Errorf("bench: %w", err)
	}
	p, err := fleet.Start(fleet.Program{
		Name: "bare", Dir: w.o.Dir, Argv: w.o.Bare, Env: append(os.Environ(), BareEnv+"=1"), In: strings.NewReader(string(raw)),
	})
	if err != nil {
		return nil, "", err
	}
	w.running = append(w.running, p)
	return p, addr, p.Answers(ctx, "http://"+addr+"/readyz")
}
