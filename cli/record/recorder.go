package record

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/price"
)

// Scenario is the result of a recording.
type Scenario struct {
	YAML    []byte
	Steps   int
	LeftOut []string // calls without a step, each with the reason, in the order of their first occurrence
	Added   []string // steps without a call, each with the reason
}

// ErrNoSteps means that no recorded call became a step.
var ErrNoSteps = errors.New("nothing to play again: the recording has no step of a sign-up")

// step is a step of the file.
type step struct {
	action string
	value  obj
	expect obj
}

// recorder turns calls into steps.
type recorder struct {
	*cast
	session

	steps    []*step
	leftOut  tally
	added    tally
	locale   string
	flags    map[string]string
	referrer string

	packages    map[int]price.Package
	groups      map[int]string // pricing group of each package
	listed      map[string][]price.Package
	verified    []string                   // billing countries whose cards are verified
	invitations map[string]*invite.Context // by the invited parent's id
	invited     map[string]bool            // placeholders of addresses with an invitation by a step
	accounts    map[string]bool            // placeholders of usernames with an account of the recording
	people      map[string]bool            // placeholders of addresses with a registration of the recording
	answered    map[string]bool            // idempotency keys with an answer
	tokens      map[[32]byte]bool          // hashes of the credentials tokens in answers
}

// tally lists each line once, with its count.
type tally struct {
	lines []string
	count map[string]int
}

func (t *tally) add(line string) {
	if t.count == nil {
		t.count = map[string]int{}
	}
	if t.count[line]++; t.count[line] == 1 {
		t.lines = append(t.lines, line)
	}
}

func (t *tally) list() []string {
	list := slices.Clone(t.lines)
	for i, line := range list {
		if n := t.count[line]; n > 1 {
			list[i] = fmt.Sprintf("%s, %d times", line, n)
		}
	}
	return list
}

// Write turns the calls of one journey into a scenario.
func Write(calls []Call) (Scenario, error) {
	r := &recorder{
		cast: newCast(), flags: map[string]string{}, packages: map[int]price.Package{}, groups: map[int]string{}, listed: map[string][]price.Package{},
		invitations: map[string]*invite.Context{}, invited: map[string]bool{}, accounts: map[string]bool{}, people: map[string]bool{},
		answered: map[string]bool{}, tokens: map[[32]byte]bool{}, session: session{outcome: scenario.OutcomeOpen},
	}
	for _, c := range calls {
		r.lookAhead(c)
	}
	for _, c := range calls {
		r.read(c)
	}
	r.dropUndecided()
	r.writeQuote()
	if len(r.steps) == 0 {
		return Scenario{LeftOut: r.leftOut.list()}, ErrNoSteps
	}
	return Scenario{YAML: r.file(), Steps: len(r.steps), LeftOut: r.leftOut.list(), Added: r.added.list()}, nil
}

// lookAhead keeps the answers that explain other calls.
func (r *recorder) lookAhead(c Call) {
	if !c.ok() {
		return
	}
	switch c.Path {
	case "/v1/packages":
		var list price.PackageList
		if !decode(c.Answer, &list) {
			return
		}
		for _, p := range list.Packages {
			r.packages[p.ID], r.groups[p.ID] = p, list.PricingGroup
		}
		if !c.Query.Has("ids") {
			r.listed[list.PricingGroup] = list.Packages
		}
	case "/v1/invite":
		var invitation invite.Context
		if decode(c.Answer, &invitation) && invitation.UserID != "" && r.invitations[invitation.UserID] == nil {
			r.invitations[invitation.UserID] = &invitation
		}
	case "/v1/bootstrap":
		var b sdk.Bootstrap
		if !decode(c.Answer, &b) {
			return
		}
		r.verified = b.Payment.VerifiedCountries
		for _, key := range decisive {
			if arm := strings.ToLower(b.Experiments[key]); arms[arm] {
				r.flags[key] = arm
			}
		}
	}
}

// decisive are the experiments that change the server's answers.
var decisive = []string{"grow805", "grow886"}

// arms are the values of forced experiments in a scenario.
var arms = map[string]bool{"control": true, "treatment": true, "off": true, "on": true}

// read turns a call into a step, or drops it.
func (r *recorder) read(c Call) {
	if c.Method == http.MethodOptions || c.Method == http.MethodHead {
		return
	}
	known, params := find(c)
	switch {
	case known == nil:
		r.omit(c, "")
		return
	case c.TooLarge:
		r.omit(c, "larger than 1 MB")
		return
	}
	r.readHeaders(c)
	if known.do == nil {
		return
	}
	if c.key != "" && c.Status != 0 {
		if r.answered[c.Path+c.key] && c.Status != http.StatusAccepted {
			return // the same call, sent again
		}
		r.answered[c.Path+c.key] = !c.busy()
	}
	if c.busy() && !known.resumes {
		r.omit(c, fmt.Sprintf("status %d", c.Status))
		return
	}
	if err := known.do(r, c, params); err != nil {
		r.omit(c, err.Error())
	}
}

// busy reports whether the server, or a proxy before it, has not handled the call.
func (c Call) busy() bool {
	switch c.Status {
	case 0, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return c.Status == http.StatusConflict && c.failure().Code == "in_progress"
}

// omit reports a call without a step.
func (r *recorder) omit(c Call, reason string) {
	line := c.line()
	if reason != "" {
		line += " (" + reason + ")"
	}
	r.leftOut.add(line)
}

// readHeaders keeps the values for the head of the file.
func (r *recorder) readHeaders(c Call) {
	if locale := matching(language, c.Locale); locale != "" && r.locale == "" {
		r.locale = locale
	} else if locale != "" && locale != r.locale {
		r.leftOut.add("the change of language to " + locale + ": a scenario has one language")
	}
	if key := matching(coupon, c.Referrer); key != "" && r.referrer == "" {
		r.referrer = key
	}
	for pair := range strings.SplitSeq(c.Query.Get("flags"), ",") {
		key, arm, _ := strings.Cut(strings.TrimSpace(pair), ":")
		if arm = strings.ToLower(arm); experiment.MatchString(key) && arms[arm] {
			r.flags[key] = arm
		}
	}
}

// add appends a step, after "again" in another sign-up.
func (r *recorder) add(action string, value, expect obj) *step {
	if r.isOver {
		r.isOver = false
		if action != "invited" { // which starts over by itself
			r.steps = append(r.steps, &step{action: "again"})
		}
	}
	s := &step{action, value, expect}
	r.steps = append(r.steps, s)
	return s
}

// latest returns the last step, or an empty one.
func (r *recorder) latest() *step {
	if len(r.steps) == 0 {
		return &step{}
	}
	return r.steps[len(r.steps)-1]
}

// route is a call of the API and its translation. A route without one is dropped: the runner makes the call itself, or needs none.
type route struct {
	method, path string
	do           func(*recorder, Call, []string) error
	resumes      bool // the outcome of a call without an answer is read later
}

var routes = []route{
	{method: "GET", path: "/v1/bootstrap"},
	{method: "GET", path: "/v1/countries"},
	{method: "GET", path: "/v1/countries/*/regions"},
	{method: "GET", path: "/v1/countries/*/timezones"},
	{method: "GET", path: "/v1/countries/*/regions/*/timezones"},
	{method: "GET", path: "/v1/parent/options"},
	{method: "GET", path: "/v2/professional/options"},
	{method: "GET", path: "/v1/packages"},
	{method: "GET", path: "/v1/pricing-groups"},
	{method: "GET", path: "/v1/addresses/suggestions"},
	{method: "GET", path: "/v1/addresses/*"},
	{method: "GET", path: "/v1/signups/*/coupons"},
	{method: "GET", path: "/v1/invite/coupons"},
	{method: "GET", path: "/v1/payment/client-token"},
	{method: "GET", path: "/v1/parents/*"},
	{method: "POST", path: "/v1/credentials/username-availability"},
	{method: "POST", path: "/v1/events"},

	{method: "POST", path: "/v1/signups", do: (*recorder).createSignup},
	{method: "PUT", path: "/v1/signups/*", do: (*recorder).updateSignup},
	{method: "GET", path: "/v1/signups/*", do: (*recorder).readSignup},
	{method: "POST", path: "/v1/packages/*/country-validation", do: (*recorder).fits},
	{method: "POST", path: "/v1/pricing", do: (*recorder).quoted},
	{method: "POST", path: "/v1/signups/*/payment", do: (*recorder).pay, resumes: true},
	{method: "GET", path: "/v1/signups/*/payment", do: (*recorder).resume, resumes: true},

	{method: "GET", path: "/v1/invite", do: (*recorder).readInvitation},
	{method: "PUT", path: "/v1/invite/registration", do: (*recorder).updateInvitation},
	{method: "POST", path: "/v1/invite/country-validation", do: (*recorder).fits},
	{method: "POST", path: "/v1/invite/pricing", do: (*recorder).quoted},
	{method: "POST", path: "/v1/invite/payment", do: (*recorder).pay, resumes: true},
	{method: "GET", path: "/v1/invite/payment", do: (*recorder).resume, resumes: true},
	{method: "POST", path: "/v1/invite/renewal", do: (*recorder).renewLink},
	{method: "PUT", path: "/v1/parents/*/agreed-to-terms", do: (*recorder).agree},

	{method: "POST", path: "/v2/professional/users/validator", do: (*recorder).checkProfessional},
	{method: "POST", path: "/v2/professional/users", do: (*recorder).createProfessional},

	{method: "POST", path: "/v1/links", do: (*recorder).mailLink},
	{method: "POST", path: "/v1/credentials", do: (*recorder).setCredentials},
	{method: "POST", path: "/login", do: (*recorder).logIn},
}

// find returns the route of a call and the values of its path's wildcards, or nil.
func find(c Call) (*route, []string) {
	parts := strings.Split(c.Path, "/")
	for i := range routes {
		pattern := strings.Split(routes[i].path, "/")
		if routes[i].method != c.Method || len(pattern) != len(parts) {
			continue
		}
		var params []string
		same := true
		for n, part := range pattern {
			if part == "*" {
				params = append(params, parts[n])
			} else {
				same = same && part == parts[n]
			}
		}
		if same {
			return &routes[i], params
		}
	}
	return nil, nil
}

// firstLine leads editors to the format's schema, as in examples/scenarios.
const firstLine = "# yaml-language-server: $schema=../../cli/scenario/scenario.schema.json\n"

// file formats the scenario.
func (r *recorder) file() []byte {
	var b bytes.Buffer
	b.WriteString(firstLine)
	writeField(&b, "", "name", r.name())
	if r.locale != "" && r.locale != "en" {
		writeField(&b, "", "locale", r.locale)
	}
	flags := obj{}
	if !slices.ContainsFunc(r.steps, func(s *step) bool { return s.action == "parent" }) {
		r.flags = nil // only the parents' calls have experiments
	}
	for _, key := range slices.Sorted(maps.Keys(r.flags)) {
		flags = flags.with(key, r.flags[key])
	}
	if len(flags) > 0 {
		writeField(&b, "", "flags", flags)
	}
	if r.referrer != "" {
		writeField(&b, "", "referrer", r.referrer)
	}
	b.WriteString("steps:\n")
	for _, s := range r.steps {
		var one bytes.Buffer
		writeField(&one, "    ", s.action, s.value)
		if len(s.expect) > 0 {
			writeField(&one, "    ", "expect", s.expect)
		}
		b.WriteString("  - " + strings.TrimPrefix(one.String(), "    "))
	}
	writeField(&b, "", "expect", obj{{"outcome", r.outcome}}.with("totals", obj{}.with("total", r.total)))
	return b.Bytes()
}

// name describes the journey in a few words.
func (r *recorder) name() string {
	person := "A parent"
	switch {
	case r.userID != "":
		person = "An invited parent"
	case r.outcome == scenario.OutcomeProfessional:
		person = "A professional"
	}
	action := map[string]string{
		scenario.OutcomeReceipt: "pays", scenario.OutcomeJoined: "takes a seat that is paid for", scenario.OutcomeProfessional: "signs up",
		scenario.OutcomeDeclined: "is declined", scenario.OutcomeDuplicate: "has signed up before", scenario.OutcomeOpen: "stops before the payment",
	}[r.outcome]
	if r.outcome == scenario.OutcomeReceipt {
		action += " " + r.paidWith
	}
	return person + " " + action + ", recorded in a browser"
}
