package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/sdk"
)

// api speaks HTTP with whichever server answers.
type api struct {
	servers []string
	http    *http.Client
	turn    atomic.Int64
}

func newAPI(servers []string) *api {
	return &api{servers: servers, http: &http.Client{
		Timeout:   15 * time.Second,
		Transport: &http.Transport{MaxIdleConnsPerHost: 32, IdleConnTimeout: 5 * time.Second},
	}}
}

// reply is an answer, of whatever status.
type reply struct {
	status  int
	problem string         // code of a problem
	invalid sdk.Violations // of a 409
	body    []byte
}

// once makes a call of one server. An error means that no answer came.
func (a *api) once(ctx context.Context, method, path, key, idempotency string, in any) (reply, error) {
	server := a.servers[int(a.turn.Add(1))%len(a.servers)]
	var body io.Reader
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return reply{}, fmt.Errorf("chaos: %w", err)
		}
		body = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, server+path, body)
	if err != nil {
		return reply{}, fmt.Errorf("chaos: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	for name, value := range map[string]string{"Registration-Key": key, "Idempotency-Key": idempotency} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	res, err := a.http.Do(req)
	if err != nil {
		return reply{}, fmt.Errorf("chaos: no answer: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	r := reply{status: res.StatusCode}
	if r.body, err = io.ReadAll(io.LimitReader(res.Body, 1<<20)); err != nil {
		return reply{}, fmt.Errorf("chaos: half an answer: %w", err)
	}
	if res.StatusCode >= 400 {
		var said struct {
			Code   string         `json:"code"`
			Broken sdk.Violations `json:"validationErrors"`
		}
		if err := json.Unmarshal(r.body, &said); err != nil {
			return reply{}, fmt.Errorf("chaos: status %d: %w", res.StatusCode, err)
		}
		r.problem, r.invalid = said.Code, said.Broken
	}
	return r, nil
}

// call makes a call until a server answers it; 5xx is no answer.
func (a *api) call(ctx context.Context, method, path, key, idempotency string, in any) (reply, error) {
	for {
		r, err := a.once(ctx, method, path, key, idempotency, in)
		if err == nil && r.status < 500 && r.problem != "in_progress" {
			return r, nil
		}
		if ctx.Err() != nil {
			return r, fmt.Errorf("chaos: %s: %w (last: %d %s, %w)", method, ctx.Err(), r.status, r.problem, err)
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// must makes a call that has to succeed, and reads its answer.
func (a *api) must(ctx context.Context, method, path, key, idempotency string, in, out any) error {
	r, err := a.call(ctx, method, path, key, idempotency, in)
	if err != nil {
		return err
	}
	if r.status >= 300 {
		return fmt.Errorf("chaos: %s %s: status %d %s %v", method, path, r.status, r.problem, r.invalid)
	}
	if err := json.Unmarshal(r.body, out); err != nil {
		return fmt.Errorf("chaos: %s: %w", path, err)
	}
	return nil
}
