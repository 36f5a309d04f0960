// Package dev serves /dev, the tools for development: the outbox, the clock, and shortcuts to states that otherwise take
// days to reach. In production it doesn't exist.
package dev

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Tools provides the operations of /dev.
type Tools struct {
	Clock Clock // set by /dev/clock; the client must use the same clock
	// Outbox lists mails, newest first: all for an empty address, or those to one address. Their HTML may be omitted.
	Outbox func(ctx context.Context, to string) ([]Mail, error)
	// Mail returns one complete mail. For an unknown ID, the fault's kind is not_found.
	Mail func(ctx context.Context, id string) (Mail, error)
	// ExpireSignup and ExpireInvitation expire a session or an invitation now. For an unknown ID, the
	// fault's kind is not_found.
	ExpireSignup     func(ctx context.Context, signupID string) error
	ExpireInvitation func(ctx context.Context, invitationID string) error
	// MintCodes creates subscription codes for a package and returns them in plain text.
	MintCodes func(ctx context.Context, packageID, count int) (Minted, error)
	// Payments lists the payments of an account or a sign-up, oldest first.
	Payments func(ctx context.Context, about string) ([]payment.AttemptDetail, error)
	// Settle checks all captured payments with the provider, as if a day had passed.
	Settle func(ctx context.Context) error
	// Renew runs the periodic job for subscriptions at the time of Clock: notices, renewals, ends.
	Renew func(ctx context.Context) (*subscription.RenewalReport, error)
	// Run moves Clock to a time and runs everything that becomes due on the way, periodic jobs included. At a time that isn't after the clock's it
	// runs everything due now.
	Run func(ctx context.Context, to time.Time) (Ran, error)
	// CreateProfessional creates a minimal professional and returns its ID.
	CreateProfessional func(ctx context.Context, firstName, lastName, email string) (string, error)
	// Invite invites a family on behalf of a professional.
	Invite func(ctx context.Context, professionalID string, in invite.Input) ([]invite.Info, error)
}

// Clock is a settable clock.
type Clock interface {
	site.Clock
	// Set sets the time to t, from which it continues.
	Set(t time.Time)
	// Reset returns to the machine's time.
	Reset()
}

// Ran is the result of a run of all due jobs.
type Ran struct {
	Jobs   int      `json:"jobs"`             // without the periodic ones
	Failed []string `json:"failed,omitempty"` // each failure once, with its first time; the jobs are retried
}

// Minted are new subscription codes.
type Minted struct {
	Codes     []string  `json:"codes"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Mail is one mail in the outbox.
type Mail struct {
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	To      string    `json:"to"`
	Lang    string    `json:"lang"`
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	HTML    string    `json:"html,omitempty"`
	Link    string    `json:"link,omitempty"` // main link
	Links   []Link    `json:"links"`          // all, in the order of the HTML
	SentAt  time.Time `json:"sentAt"`
}

// Config configures [Serve].
type Config struct {
	Tools  *Tools
	Client *sdk.Client
	// PublicURL is the server's own address. In a browser, only its pages may use /dev.
	PublicURL string
}

type console struct{ cfg Config }

// Serve serves /dev. In a browser, only pages of this server may use it.
func Serve(mux *http.ServeMux, cfg Config) {
	s := &console{cfg}
	own := http.NewCrossOriginProtection()
	handle := func(pattern string, f func(w http.ResponseWriter, r *http.Request) error) {
		mux.Handle(pattern, own.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			request.NameRoute(w, pattern)
			if !s.ownHost(r.Host) {
				problem.Write(w, r, problem.New(request.Of(r.Context()), http.StatusMisdirectedRequest, problem.NotFound))
				return
			}
			if err := f(w, r); err != nil {
				s.problem(w, r, err)
			}
		})))
	}
	handle("GET /dev", s.index)
	handle("GET /dev/events", s.events)
	handle("GET /dev/events.json", s.eventsJSON)
	handle("GET /dev/payments.json", s.paymentsJSON)
	handle("GET /dev/outbox", s.outbox)
	handle("GET /dev/outbox.json", s.outboxJSON)
	handle("GET /dev/outbox/{id}", s.mail)
	handle("GET /dev/outbox/{id}/html", s.mailHTML)
	handle("POST /dev/signups/{id}/expire", s.expire(func(d *Tools) func(context.Context, string) error { return d.ExpireSignup }))
	handle("POST /dev/invitations/{id}/expire", s.expire(func(d *Tools) func(context.Context, string) error { return d.ExpireInvitation }))
	handle("POST /dev/invitations", s.invite)
	handle("POST /dev/codes", s.codes)
	handle("POST /dev/settlements", s.settle)
	handle("POST /dev/renewals", s.renew)
	handle("POST /dev/jobs", s.run)
	handle("POST /dev/professionals", s.professional)
	handle("GET /dev/clock", s.clock)
	handle("PUT /dev/clock", s.setClock)
	handle("DELETE /dev/clock", s.resetClock)
}

// ownHost reports whether a Host header is this server's own. This prevents DNS rebinding: another site can point its name at this machine,
// and its pages would then have the same origin.
func (s *console) ownHost(host string) bool {
	if public, err := url.Parse(s.cfg.PublicURL); err == nil && strings.EqualFold(host, public.Host) {
		return true
	}
	return LoopbackHost(host)
}

// LoopbackHost reports whether a Host header is localhost or a loopback address. Other names may belong to another site.
func LoopbackHost(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	if strings.EqualFold(name, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil && addr.IsLoopback()
}

// problem responds like the API but includes the error, because development has nothing to hide.
func (s *console) problem(w http.ResponseWriter, r *http.Request, err error) {
	var invalid *problem.Validation
	answer := problem.Of(r.Context(), err)
	if errors.As(answer, &invalid) {
		writeJSON(w, invalid.GetStatus(), invalid)
		return
	}
	var p *problem.Details
	if !errors.As(answer, &p) {
		p = problem.New(request.Of(r.Context()), http.StatusInternalServerError, problem.Unexpected)
	}
	if p.Status >= 500 || p.Code == problem.Invalid {
		p.Detail = err.Error()
		if cause := errors.Unwrap(err); cause != nil {
			p.Detail = cause.Error()
		}
	}
	problem.Write(w, r, p)
}

func (s *console) expire(pick func(*Tools) func(context.Context, string) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := pick(s.cfg.Tools)(r.Context(), r.PathValue("id")); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
}

func (s *console) settle(w http.ResponseWriter, r *http.Request) error {
	if err := s.cfg.Tools.Settle(r.Context()); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *console) renew(w http.ResponseWriter, r *http.Request) error {
	report, err := s.cfg.Tools.Renew(r.Context())
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, report)
	return nil
}

func (s *console) codes(w http.ResponseWriter, r *http.Request) error {
	in := struct {
		PackageID int `json:"packageId"`
		Count     int `json:"count"`
	}{Count: 1}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if in.Count < 1 || in.Count > 500 {
		return invalidRequest(errors.New("count must be from 1 to 500"))
	}
	minted, err := s.cfg.Tools.MintCodes(r.Context(), in.PackageID, in.Count)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusCreated, minted)
	return nil
}

func (s *console) professional(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		FirstName string `json:"firstName"`
		LastName  string `json:"lastName"`
		Email     string `json:"email"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	id, err := s.cfg.Tools.CreateProfessional(r.Context(), in.FirstName, in.LastName, in.Email)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusCreated, map[string]string{"professionalId": id})
	return nil
}

func (s *console) run(w http.ResponseWriter, r *http.Request) error {
	ran, err := s.runUntil(w, r, s.cfg.Tools.Clock.Now())
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, ran)
	return nil
}

// runUntil runs everything due until a time. Years may take longer than the server's limit for a response.
func (s *console) runUntil(w http.ResponseWriter, r *http.Request, to time.Time) (Ran, error) {
	if err := http.NewResponseController(w).SetWriteDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return Ran{}, fmt.Errorf("write deadline: %w", err)
	}
	return s.cfg.Tools.Run(r.Context(), to)
}

// clockTime is the body of responses about the clock.
type clockTime struct {
	Now   string `json:"now"`
	Ahead string `json:"ahead"`
	*Ran         // only after a run
}

func (s *console) clockTime(ran *Ran) clockTime {
	now := s.cfg.Tools.Clock.Now().UTC()
	return clockTime{Now: now.Format(time.RFC3339), Ahead: time.Until(now).Round(time.Second).String(), Ran: ran}
}

func (s *console) clock(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, http.StatusOK, s.clockTime(nil))
	return nil
}

func (s *console) setClock(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Now     time.Time `json:"now"`
		Advance string    `json:"advance"`
		Run     bool      `json:"run"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	now := s.cfg.Tools.Clock.Now()
	to := in.Now
	switch {
	case !in.Now.IsZero() && in.Advance == "":
	case in.Now.IsZero() && in.Advance != "":
		by, err := time.ParseDuration(in.Advance)
		if err != nil {
			return invalidRequest(errors.New(`"advance" must be a duration like 36h`))
		}
		to = now.Add(by)
	default:
		return invalidRequest(errors.New(`set either "now" (RFC 3339) or "advance" (a duration like 36h)`))
	}
	if !in.Run {
		s.cfg.Tools.Clock.Set(to)
		return s.clock(w, r)
	}
	if to.Before(now) {
		return invalidRequest(errors.New(`with "run" the clock only moves forward`))
	}
	ran, err := s.runUntil(w, r, to)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, s.clockTime(&ran))
	return nil
}

func (s *console) resetClock(w http.ResponseWriter, r *http.Request) error {
	s.cfg.Tools.Clock.Reset()
	return s.clock(w, r)
}

func invalidRequest(cause error) error { return fault.New(fault.Invalid, problem.Invalid, cause) }

func readJSON(r *http.Request, v any) error {
	d := json.NewDecoder(io.LimitReader(r.Body, request.MaxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil && !errors.Is(err, io.EOF) {
		return invalidRequest(err)
	}
	return nil
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // fails only if the connection is closed
}
