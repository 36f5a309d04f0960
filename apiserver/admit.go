package apiserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cojoin/cojoin/apiserver/admission"
	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// lanes are the turns of a server. A full lane doesn't block the others.
type lanes struct {
	calls    *admission.Turns // running calls of the API
	webhooks *admission.Turns // running webhooks of the payment provider
	bodies   *admission.Turns // calls with a body being read
	open     *admission.Turns // all open calls of the API, until their response is written
	pages    *admission.Turns // open requests for pages and files
}

// newLanes derives every lane from the maximum number of running calls, in all and per address.
func newLanes(inFlight, perAddress int) lanes {
	if perAddress < 0 {
		perAddress = 0
	}
	return lanes{
		calls:    admission.NewTurns(inFlight, perAddress),
		webhooks: admission.NewTurns(inFlight/8, 0),
		bodies:   admission.NewTurns(4*inFlight, perAddress),
		open:     admission.NewTurns(16*inFlight, 2*perAddress),
		pages:    admission.NewTurns(4*inFlight, perAddress),
	}
}

// bodies limits request bodies. The largest body of a sign-up takes 5 seconds in the slowest mobile network.
var bodies = admission.Body{Most: request.MaxBody, Floor: 1 << 10, Grace: 5 * time.Second, Limit: 20 * time.Second}

// laneOf returns the lane that counts an open request. Health checks have none: they always get a response.
func (s *server) laneOf(path string) *admission.Turns {
	switch {
	case path == "/livez" || path == "/readyz":
		return nil
	case isCall(path):
		return s.lanes.open
	}
	return s.lanes.pages
}

// callPrefixes are the prefixes of the API's paths, except /login.
var callPrefixes = []string{"/v1/", "/v2/", "/pub/"}

func isCall(path string) bool {
	return path == "/login" || slices.ContainsFunc(callPrefixes, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
}

// open serves a request if its lane has a turn for its address, and rejects unreadable text.
func (s *server) open(w http.ResponseWriter, r *http.Request, next http.Handler) {
	c := request.Of(r.Context())
	if lane := s.laneOf(r.URL.Path); lane != nil {
		if !lane.Take(c.ClientAddr, everyTurn) {
			refuseBusy(w, r)
			return
		}
		defer lane.Return(c.ClientAddr)
	}
	if admission.CheckAddress(r, "Registration-Key", "Authorization", "Referrer-Key", "Anonymous-Id", operatorHeader) != nil {
		problem.Write(w, r, problem.New(c, http.StatusUnprocessableEntity, problem.Invalid))
		return
	}
	next.ServeHTTP(w, r)
}

// formType is the media type of a browser's form.
const formType = "application/x-www-form-urlencoded"

// everyTurn lets a call take any free turn of its lane.
const everyTurn = 1 << 30

// share is the part of [Config.InFlight] up to which a call is admitted. People further along in a sign-up have priority.
type share int

const (
	shareDefault     share = iota // three quarters
	shareBeginning                // half
	shareAfterPaying              // everything
)

// of returns the number of running calls below which another one is admitted.
func (s share) of(inFlight int) int {
	switch s {
	case shareBeginning:
		inFlight /= 2
	case shareDefault:
		inFlight -= inFlight / 4
	case shareAfterPaying:
	}
	return max(inFlight, 1)
}

// admit reads a call's body and then runs the call in a turn of its lane. The turn ends before the response is sent, so slow senders and slow
// readers don't hold a turn.
func (s *server) admit(w http.ResponseWriter, req *http.Request, r route, timeout time.Duration, next http.Handler) {
	c := request.Of(req.Context())
	if needsBearer(r.token) && c.Bearer == "" {
		w.Header().Set("WWW-Authenticate", "Bearer")
		problem.Write(w, req, problem.New(c, http.StatusUnauthorized, problem.NoToken))
		return
	}
	if r.method == get && s.refuseRead(w, req) || !s.readBody(w, req, r) {
		return
	}
	held := &heldAnswer{header: w.Header(), status: http.StatusOK, outer: w}
	if !s.takeTurn(held, req, r, timeout, next) {
		refuseBusy(w, req)
		return
	}
	if held.body.Len() > 0 {
		w.Header().Set("Content-Length", strconv.Itoa(held.body.Len()))
	}
	w.WriteHeader(held.status)
	_, _ = w.Write(held.body.Bytes())
}

// readBody reads the whole body and sets req.Body to the copy. On failure it writes the response and returns false.
func (s *server) readBody(w http.ResponseWriter, req *http.Request, r route) bool {
	c := request.Of(req.Context())
	if !s.lanes.bodies.Take(c.ClientAddr, everyTurn) {
		refuseBusy(w, req)
		return false
	}
	body, err := bodies.Read(w, req)
	s.lanes.bodies.Return(c.ClientAddr)
	kind, _, _ := mime.ParseMediaType(req.Header.Get("Content-Type"))
	form := kind == formType
	switch {
	case errors.Is(err, admission.ErrTooLarge):
		refuse(w, req, http.StatusRequestEntityTooLarge, problem.TooLarge)
	case errors.Is(err, admission.ErrTooSlow):
		refuse(w, req, http.StatusRequestTimeout, problem.Incomplete)
	case err != nil:
		refuse(w, req, problem.StatusCanceled, problem.Canceled)
	case r.form && !form:
		problem.Write(w, req, problem.New(c, http.StatusUnsupportedMediaType, problem.MediaType))
	case form && admission.CheckForm(body) != nil, !form && admission.CheckJSON(body) != nil:
		problem.Write(w, req, problem.New(c, http.StatusBadRequest, problem.Malformed))
	default:
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		return true
	}
	return false
}

// takeTurn runs a call with its timeout. It returns false if too many calls are running.
func (s *server) takeTurn(w http.ResponseWriter, req *http.Request, r route, timeout time.Duration, next http.Handler) bool {
	lane, address := s.lanes.calls, request.Of(req.Context()).ClientAddr
	most := r.share.of(s.cfg.InFlight)
	if r.token == tokenSignature {
		lane, address, most = s.lanes.webhooks, "", everyTurn // the provider sends from few addresses
	}
	if !lane.Take(address, most) {
		return false
	}
	defer lane.Return(address)
	ctx, cancel := context.WithTimeout(req.Context(), timeout)
	defer cancel()
	req = req.WithContext(ctx)
	if r.method == get || r.token == tokenSignature || r.token == tokenOperator || r.token == tokenHost || s.countWrite(w, req) {
		next.ServeHTTP(w, req)
	}
	return true
}

// refuseRead counts a read against the limit of its address. Above the limit it responds with 429 and returns true.
func (s *server) refuseRead(w http.ResponseWriter, r *http.Request) bool {
	c := request.Of(r.Context())
	wait := s.reads.Count(c.ClientAddr, time.Now())
	if wait > 0 {
		problem.Write(w, r, problem.Limited(c, http.StatusTooManyRequests, fault.TooManyTries.Code, wait, "limits.reads"))
	}
	return wait > 0
}

// refuseBusy responds with 503 and Retry-After.
func refuseBusy(w http.ResponseWriter, r *http.Request) {
	p := problem.Limited(request.Of(r.Context()), http.StatusServiceUnavailable, problem.Overloaded, time.Second, "calls, callsPerAddress")
	if r.ContentLength != 0 {
		w.Header().Set("Connection", "close") // the body may still be arriving
	}
	problem.Write(w, r, p)
}

// refuse rejects a call without a complete body, after which the connection can't be reused.
func refuse(w http.ResponseWriter, r *http.Request, status int, code text.Code) {
	w.Header().Set("Connection", "close")
	problem.Write(w, r, problem.New(request.Of(r.Context()), status, code))
}
