package chaos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/internal/api"
	"github.com/cojoin/cojoin/sdk/fault"
)

// httpCaller sends calls to the servers in turn.
type httpCaller struct {
	servers []string
	http    *http.Client
	turn    atomic.Int64
}

func newCaller(servers []string) *httpCaller {
	return &httpCaller{servers: servers, http: &http.Client{
		Timeout:   15 * time.Second,
		Transport: &http.Transport{MaxIdleConnsPerHost: 32, IdleConnTimeout: 5 * time.Second},
	}}
}

// reply is a response of any status.
type reply struct {
	status  int
	problem string           // code of a problem
	invalid fault.Violations // of a 409
	body    []byte
}

// once sends a call to one server. An error means that no reply came.
func (a *httpCaller) once(ctx context.Context, method, path, key, idempotency string, in any) (reply, error) {
	server := api.Client{HTTP: a.http, Server: a.servers[int(a.turn.Add(1))%len(a.servers)]}
	res, err := server.Send(ctx, api.Request{
		Method: method, Path: path, Body: in, Header: map[string]string{"Registration-Key": key, "Idempotency-Key": idempotency},
	})
	if err != nil {
		return reply{}, fmt.Errorf("chaos: no answer: %w", err)
	}
	r := reply{status: res.Status, body: res.Body}
	var refused *api.Refusal
	if errors.As(res.Err(), &refused) {
		if refused.Code == "" && len(refused.Broken) == 0 {
			return reply{}, fmt.Errorf("chaos: status %d without a word", res.Status)
		}
		r.problem, r.invalid = refused.Code, refused.Broken
	}
	return r, nil
}

// call sends a call until a server replies; 5xx is no reply.
func (a *httpCaller) call(ctx context.Context, method, path, key, idempotency string, in any) (reply, error) {
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

// must sends a call that has to succeed, and decodes the reply.
func (a *httpCaller) must(ctx context.Context, method, path, key, idempotency string, in, out any) error {
	r, err := a.call(ctx, method, path, key, idempotency, in)
	if err != nil {
		return err
	}
	return r.read(method+" "+path, out)
}

// read decodes the reply of a call that had to succeed.
func (r reply) read(what string, out any) error {
	if r.status >= 300 {
		return fmt.Errorf("chaos: %s: status %d %s %v", what, r.status, r.problem, r.invalid)
	}
	if err := json.Unmarshal(r.body, out); err != nil {
		return fmt.Errorf("chaos: %s: %w", what, err)
	}
	return nil
}
