package scenario

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Options are the options of a run.
type Options struct {
	Server string            // address of the server, e.g. http://127.0.0.1:8080
	Flags  map[string]string // forced experiment arms, in addition to the file's
	HTTP   *http.Client      // default: a client with a timeout of a minute
	// Waiting gets every pause at a limit of the server, and each call that isn't answered for seconds. Nil: they are silent.
	Waiting func(Wait)
}

// StepResult is the outcome of one step.
type StepResult struct {
	Step     int              `json:"step"` // counted from 1
	Action   string           `json:"action"`
	At       Position         `json:"at"`
	OK       bool             `json:"ok"`
	Status   int              `json:"status,omitempty"`
	Millis   int64            `json:"ms"`
	Repeats  int              `json:"repeats,omitempty"` // retries of calls that were not answered
	Next     string           `json:"next,omitempty"`
	Problem  string           `json:"problem,omitempty"`
	Errors   fault.Violations `json:"validationErrors,omitempty"`
	Failures []string         `json:"failures,omitempty"` // expectations that were not met, in words
	Exchange *Exchange        `json:"exchange,omitempty"` // the last call of a failed step
}

// Result is the outcome of one run of a scenario.
type Result struct {
	Scenario string         `json:"scenario"`
	File     string         `json:"file"`
	Run      int            `json:"run"` // counted from 1
	OK       bool           `json:"ok"`
	Outcome  string         `json:"outcome"` // receipt, joined, professional, open, declined or duplicate
	SignupID string         `json:"signupId,omitempty"`
	UserID   string         `json:"userId,omitempty"`
	Username string         `json:"username,omitempty"`
	Email    string         `json:"email,omitempty"`
	Receipt  *order.Receipt `json:"receipt,omitempty"`
	Steps    []StepResult   `json:"steps"`
	Skipped  []Skipped      `json:"skipped,omitempty"`
	Failures []string       `json:"failures,omitempty"` // of the scenario's own expectations
	Millis   int64          `json:"ms"`
}

// run is a sign-up in progress.
type run struct {
	*client
	values      values
	bootstrap   sdk.Bootstrap
	parent      form.Parent
	country     string
	codes       Codes
	signupID    string
	invitation  *invitation // of an invited parent
	credentials string      // token that sets username and password
	renewed     bool        // a new link for it was requested
	reg         *signup.Registration
	quote       *price.Quote // nil if the order has changed since
	stored      *bool        // storePaymentOnFile of the quote, as the pay step has it
	payment     *payment.Answer
	userID      string
	username    string
	disputeID   string // the latest
	account     string // token of the last login
	loggedIn    Credentials
	clockMoved  bool     // the server's
	moneyMails  []string // the kinds received so far about money after the charge
	outcome     string
	last        answerState
}

// answerState is the content of the last answer, for comparison with the expected one.
type answerState struct {
	status     int
	next       string
	problem    string
	violations fault.Violations
	quote      *price.Quote
	receipt    *order.Receipt
	group      string
}

// The outcomes of a run, in a result and in a file's expect.
const (
	OutcomeOpen      = "open" // not paid
	OutcomeReceipt   = "receipt"
	OutcomeJoined    = "joined" // took a seat that the other parent paid for
	OutcomeDeclined  = "declined"
	OutcomeDuplicate = "duplicate"

	OutcomeProfessional = "professional" // a professional has signed up
)

// Run runs a scenario once. number is the number of the run, counted from 1. A step with an unexpected answer ends
// the run and fails the result.
func (s *Scenario) Run(ctx context.Context, number int, opts Options) Result {
	start := time.Now()
	r := s.start(number, opts)
	result := Result{Scenario: s.Name, File: s.File, Run: number, OK: true, Steps: []StepResult{}}
	for i, step := range s.Steps {
		began, repeats := time.Now(), r.seen.repeats.Load()
		res := r.do(ctx, step)
		res.Step, res.Action, res.Millis = i+1, step.action(), time.Since(began).Milliseconds()
		res.Repeats = int(r.seen.repeats.Load() - repeats)
		result.Steps = append(result.Steps, res)
		if !res.OK {
			res.Failures = append(res.Failures, r.stopped()...)
			result.Steps[i] = res
			result.OK = false
			break
		}
	}
	if err := r.resetClock(context.WithoutCancel(ctx)); err != nil {
		result.OK, result.Failures = false, []string{err.Error()}
	}
	result.Outcome, result.SignupID, result.UserID = r.outcome, r.signupID, r.userID
	result.Username, result.Email = r.username, r.parent.Email
	if r.payment != nil {
		result.Receipt = r.payment.Receipt
	}
	if result.OK {
		result.Failures = s.Expect.compare(result)
		result.OK = len(result.Failures) == 0
	}
	result.Millis = time.Since(start).Milliseconds()
	return result
}

func (s *Scenario) start(number int, opts Options) *run {
	flags := maps.Clone(s.Flags)
	if flags == nil {
		flags = map[string]string{}
	}
	maps.Copy(flags, opts.Flags)
	v := newValues(number)
	c := &client{
		http: opts.HTTP, server: strings.TrimRight(opts.Server, "/"), locale: s.Locale, referrer: s.Referrer,
		flags: flagText(flags), anonymous: "scenario-" + v.unique, seen: &seen{}, waiting: opts.Waiting,
	}
	if c.http == nil {
		c.http = &http.Client{Timeout: time.Minute}
	}
	if c.locale == "" {
		c.locale = "en"
	}
	return &run{client: c, values: v, outcome: OutcomeOpen}
}

func flagText(flags map[string]string) string {
	var pairs []string
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		pairs = append(pairs, key+":"+flags[key])
	}
	return strings.Join(pairs, ",")
}

// do runs one step and compares its answer.
func (r *run) do(ctx context.Context, step Step) StepResult {
	filled, err := r.values.fill(step)
	if err != nil {
		return StepResult{Failures: []string{err.Error()}}
	}
	r.last = answerState{}
	if err := r.act(ctx, filled); err != nil {
		return StepResult{Status: r.last.status, Failures: []string{err.Error()}}
	}
	failures := filled.Expect.compare(r.last)
	return StepResult{
		OK: len(failures) == 0, Status: r.last.status, Next: r.last.next,
		Problem: r.last.problem, Errors: r.last.violations, Failures: failures,
	}
}

// again discards the sign-up, but keeps the placeholders' values.
func (r *run) again() {
	fresh := *r.client
	fresh.key, fresh.bearer, fresh.anonymous = "", "", "scenario-"+newValues(0).unique
	*r = run{client: &fresh, values: r.values, bootstrap: r.bootstrap, outcome: OutcomeOpen}
}

// act makes the calls of a step. It returns an error if a call fails to return an answer; the answers are in r.last.
func (r *run) act(ctx context.Context, s Step) error {
	switch {
	case s.Parent != nil:
		return r.fillParent(ctx, *s.Parent)
	case s.Family != nil:
		return r.fillFamily(ctx, *s.Family)
	case s.Package != nil:
		return r.choosePackage(ctx, *s.Package)
	case s.Billing != nil:
		return r.fillBilling(ctx, *s.Billing)
	case s.Quote != nil:
		r.codes = *s.Quote
		return r.price(ctx)
	case s.Pay != nil:
		return r.pay(ctx, *s.Pay)
	case s.Credentials != nil:
		return r.setCredentials(ctx, *s.Credentials)
	case s.Login != nil:
		return r.login(ctx, *s.Login)
	case s.Read != nil:
		return r.read(ctx)
	case s.Fits != nil:
		return r.fits(ctx)
	case s.Again != nil:
		r.again()
		return nil
	case s.Expire != nil:
		return r.expire(ctx)
	case s.MintCode != nil:
		return r.mintCode(ctx, *s.MintCode)
	case s.Invited != nil:
		return r.comeIn(ctx, *s.Invited)
	case s.InviteStep1 != nil:
		return r.fillStepOne(ctx, *s.InviteStep1)
	case s.RenewLink != nil:
		return r.renewLink(ctx)
	case s.ProInvites != nil:
		return r.inviteByProfessional(ctx, *s.ProInvites)
	case s.ProSignsUp != nil:
		return r.signUpProfessional(ctx, s.ProSignsUp)
	case s.Follow != nil:
		return r.follow(ctx, *s.Follow)
	case s.MailLink != nil:
		return r.mailLink(ctx, *s.MailLink)
	case s.Bank != nil:
		return r.bank(ctx, *s.Bank)
	case s.PayAgain != nil:
		return r.payAgain(ctx, *s.PayAgain)
	case s.Later != nil:
		return r.later(ctx, *s.Later)
	case s.Method != nil:
		return r.replaceMethod(ctx, *s.Method)
	}
	return fmt.Errorf("the step has no action")
}
