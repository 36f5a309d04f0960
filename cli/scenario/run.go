package scenario

import (
	"context"
	"errors"
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
	FailedAt Position         `json:"failedAt,omitzero"` // the first failed assertion
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
	values      *values // shared by all persons
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
	moneyMails  []string // the kinds received so far about money after the charge
	outcome     string
	last        answerState
	document    *answer       // of a step whose answer isn't that of a call
	waits       time.Duration // the current step's limit; 0: the default
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
// the run and fails the result; the later steps are listed as skipped.
func (s *Scenario) Run(ctx context.Context, number int, opts Options) Result {
	start := time.Now()
	if s.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Timeout)
		defer cancel()
	}
	people := s.start(number, opts)
	r := people.first
	result := Result{Scenario: s.Name, File: s.File, Run: number, OK: true, Steps: []StepResult{}}
	for i, step := range s.Steps {
		began, repeats := time.Now(), r.seen.repeats.Load()
		res := people.person(step.As).do(ctx, step)
		res.Step, res.Action, res.At, res.Millis = i+1, step.action(), step.At, time.Since(began).Milliseconds()
		res.Repeats = int(r.seen.repeats.Load() - repeats)
		result.Steps = append(result.Steps, res)
		if !res.OK {
			res.Failures = append(res.Failures, r.stopped()...)
			result.Steps[i] = res
			result.OK, result.Skipped = false, s.skipped(i+1)
			break
		}
	}
	if err := r.cleanUp(context.WithoutCancel(ctx)); err != nil {
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

// skipped lists the steps from an index.
func (s *Scenario) skipped(from int) (skipped []Skipped) {
	for i, step := range s.Steps[from:] {
		skipped = append(skipped, Skipped{Step: from + i + 1, Action: step.action(), At: step.At})
	}
	return skipped
}

// cleanUp undoes the run's effects on other runs.
func (r *run) cleanUp(ctx context.Context) error {
	return errors.Join(r.resetClock(ctx), r.clearFaults(ctx))
}

// start returns the persons of a new run.
func (s *Scenario) start(number int, opts Options) *people {
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
	first := s.Steps[0].As
	r := &run{client: c, values: v, outcome: OutcomeOpen}
	return &people{first: r, byName: map[string]*run{first: r, "": r}}
}

func flagText(flags map[string]string) string {
	var pairs []string
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		pairs = append(pairs, key+":"+flags[key])
	}
	return strings.Join(pairs, ",")
}

// do runs one step, compares its answer, and keeps the captured values. A failure has the last call, and no secrets.
func (r *run) do(ctx context.Context, step Step) StepResult {
	r.seen.transcript.forget()
	res := r.attempt(ctx, step)
	for i, failure := range res.Failures {
		res.Failures[i] = r.seen.transcript.hide(failure)
	}
	res.OK = len(res.Failures) == 0
	if !res.OK {
		res.Exchange = r.seen.transcript.exchange()
	}
	return res
}

func (r *run) attempt(ctx context.Context, step Step) StepResult {
	filled, err := r.values.fill(step)
	if err != nil {
		return StepResult{Failures: []string{err.Error()}}
	}
	if filled.Wait != nil {
		err = r.wait(ctx, filled)
	} else {
		err = r.try(ctx, filled)
	}
	res := StepResult{Status: r.last.status, Next: r.last.next, Problem: r.last.problem, Errors: r.last.violations}
	switch {
	case err != nil && ctx.Err() != nil:
		res.Failures = []string{outOfTime(ctx, filled, err)}
	case err != nil:
		res.Failures = []string{err.Error()}
	default:
		res.Failures = r.compare(filled)
	}
	if got := r.answered(); got != nil && len(res.Failures) > 0 && len(filled.Expect.compare(r.last)) == 0 {
		res.FailedAt = got.firstFailed(filled.Assert)
	}
	return res
}

// outOfTime returns the reason of a run that ended before its step, with the awaited mail or event.
func outOfTime(ctx context.Context, step Step, err error) string {
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Sprintf("the run was canceled during the step %s", step.action())
	}
	if awaited := (*awaitedError)(nil); errors.As(err, &awaited) {
		return fmt.Sprintf("the run's time was over during the step %s: %v", step.action(), awaited)
	}
	return fmt.Sprintf("the run's time was over during the step %s: raise the timeout, or look at the step's last call", step.action())
}

// try makes the calls of a step.
func (r *run) try(ctx context.Context, step Step) error {
	r.last, r.document = answerState{}, nil
	return r.act(ctx, step)
}

// compare returns the differences between a step's answer and the expected one, and keeps its captures.
func (r *run) compare(step Step) []string {
	failures := step.Expect.compare(r.last)
	if len(step.Assert) == 0 && len(step.Capture) == 0 {
		return failures
	}
	got := r.answered()
	if got == nil {
		return append(failures, "the step has no answer that could be captured or asserted")
	}
	failures = append(failures, got.check(step.Assert)...)
	for _, name := range slices.Sorted(maps.Keys(step.Capture)) {
		value, err := got.capture(step.Capture[name])
		if err != nil {
			failures = append(failures, fmt.Sprintf("%s can't be captured: %v", name, err))
			continue
		}
		r.values.captured[name] = value
	}
	return failures
}

// answered returns the content of the step's answer, or nil.
func (r *run) answered() *answer {
	if r.document != nil {
		return r.document
	}
	return r.seen.transcript.last()
}

// again discards the sign-up, but keeps the placeholders' values.
func (r *run) again() { *r = *r.stranger() }

// stranger returns another visitor of the same run.
func (r *run) stranger() *run {
	fresh := *r.client
	fresh.key, fresh.bearer, fresh.anonymous = "", "", newAnonymous()
	return &run{client: &fresh, values: r.values, bootstrap: r.bootstrap, outcome: OutcomeOpen}
}

func newAnonymous() string { return "scenario-" + randomText("abcdefghijkmnpqrstuvwxyz23456789", 10) }

// people are the persons of a run, each with an own session and account.
type people struct {
	first  *run
	byName map[string]*run
}

// person returns a person by name; the empty name is the first person's.
func (p *people) person(name string) *run {
	if p.byName[name] == nil {
		p.byName[name] = p.first.stranger()
	}
	return p.byName[name]
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
	return r.actInDevelopment(ctx, s)
}

// actInDevelopment makes the calls of a step that only a development server allows.
func (r *run) actInDevelopment(ctx context.Context, s Step) error {
	if err := r.needDevelopment(ctx, s.action()); err != nil {
		return err
	}
	switch {
	case s.Call != nil:
		return r.callAny(ctx, *s.Call)
	case s.Clock != nil:
		return r.setClock(ctx, *s.Clock)
	case s.Jobs != "":
		return r.drain(ctx)
	case s.Fault != nil:
		return r.inject(ctx, *s.Fault)
	case s.Mail != nil:
		return r.mail(ctx, *s.Mail)
	case s.Events != nil:
		return r.events(ctx, *s.Events)
	case s.Ledger != nil:
		return r.ledger(ctx)
	case s.Wait != nil:
		return r.await(ctx, *s.Wait)
	}
	return fmt.Errorf("the step has no action")
}
