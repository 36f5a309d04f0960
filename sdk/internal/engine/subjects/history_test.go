package subjects_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var (
	histories = flag.Int("privacy.histories", 20, "how many random histories of people the privacy test tries")
	signUps   = flag.Int("privacy.signups", 64, "how many people the database holds whose dump is searched")
)

// 5 to 10 people act in any order. Afterwards the database holds no erased text, neither in clear nor sealed under an existing key. An export
// holds no other person's data. People named only by others are forgotten after a time. Each text is unique to one entry, so a text that is
// found leads to its source.
//
// By law an order keeps country, region and postal code (evidence for the tax), consent to the terms, and the last digits, brand and country
// of the card. All people share these values, so the test doesn't search for them.
func TestHistoriesKeepPrivacy(t *testing.T) {
	t.Parallel()
	const together = 20 // each reads the whole database, which grows with every history
	for name, value := range map[string]string{"rapid.checks": strconv.Itoa(min(together, *histories)), "rapid.nofailfile": "true", "rapid.shrinktime": "90s"} {
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jo"}
	for done := 0; done < *histories; done += together {
		t.Run(fmt.Sprintf("from %d", done+1), func(t *testing.T) {
			t.Parallel()
			tills := map[string]*fixture.Till{"in the same database": fixture.NewTill(t), "in another database": fixture.NewTill(t, sdktest.WithPersonKeys())}
			rapid.Check(t, func(rt *rapid.T) {
				cast := names[:rapid.IntRange(5, len(names)).Draw(rt, "people")]
				did := rapid.SliceOfN(genAct(cast), 1, 14).Draw(rt, "history")
				ends := rapid.SampledFrom([]string{"everybody is erased", "time passes"}).Draw(rt, "and then")
				keys := rapid.SampledFrom(slices.Sorted(maps.Keys(tills))).Draw(rt, "keys")
				newHistory(t, rt, tills[keys], cast).run(did, ends == "time passes")
			})
		})
	}
}

// Histories that once left data behind or disclosed too much.
func TestKnownHistoriesKeepPrivacy(t *testing.T) {
	t.Parallel()
	for name, did := range map[string][]act{
		"an account holder is named by another parent": {
			{"WHO signs up and names WHOM", "Ben", "Ana"}, {"WHO signs up and names nobody who can be reached", "Ana", ""}, {"WHO pays", "Ana", ""}, {"WHO pays", "Ben", ""}, {"WHO is erased", "Ana", ""},
		},
		"a seat is offered to another": {
			{"WHO signs up and names WHOM", "Ana", "Ben"}, {"WHO pays", "Ana", ""}, {"WHO's invitation is revoked", "Ana", ""}, {"WHO invites WHOM", "Ana", "Cleo"}, {"WHO gets a copy of their data", "Cleo", ""},
		},
		"a stranger types an address":             {{"WHO types WHOM's address in step 1", "Ben", "Ana"}, {"WHO gets a copy of their data", "Ana", ""}},
		"an invitee never joined":                 {{"WHO signs up and names WHOM", "Ana", "Ben"}, {"WHO pays", "Ana", ""}, {"a hundred days pass", "", ""}},
		"an unproved address":                     {{"WHO signs up as a professional and never comes back", "Ana", ""}, {"a hundred days pass", "", ""}, {"WHO signs up and names WHOM", "Ana", "Ben"}, {"WHO pays", "Ana", ""}},
		"a person named in an unfinished sign-up": {{"WHO signs up and names WHOM", "Ana", "Ben"}, {"WHO is erased", "Ben", ""}},
	} {
		for where, options := range map[string][]sdktest.Option{"same database": nil, "keys elsewhere": {sdktest.WithPersonKeys()}} {
			t.Run(name+"/"+where, func(t *testing.T) {
				t.Parallel()
				newHistory(t, t, fixture.NewTill(t, options...), []string{"Ana", "Ben", "Cleo"}).run(did, false)
			})
		}
	}
}

// run plays a history, then exports and erases every person.
func (h *history) run(did []act, forgotten bool) {
	h.Helper()
	for _, a := range did {
		h.do(a)
	}
	for _, p := range h.people {
		h.wantExport(p)
	}
	if forgotten {
		h.do(act{deed: "a hundred days pass"})
	}
	for _, p := range h.people {
		h.erase(p)
	}
	h.wantNothing()
}

// A copy of the database discloses no personal data without the server's secret: no table, jobs and events included, has a name, address,
// telephone number, street or child in clear. Development's outbox, which keeps every mail, is empty here as in production.
func TestDumpHasNoPersonalDataInClear(t *testing.T) {
	t.Parallel()
	var cast []string
	for n := range *signUps {
		cast = append(cast, fmt.Sprintf("P%c%c%c", 'a'+n/676%26, 'a'+n/26%26, 'a'+n%26))
	}
	h := newHistory(t, t, fixture.NewTill(t), cast)
	for n, p := range h.people {
		other := h.people[(n+1)%len(h.people)]
		switch n % 8 {
		case 0, 1, 2: // unfinished
			h.signUp(p, p.address, other.address)
		case 3:
			h.signUp(p, p.address, other.address)
			h.pay(p, true)
		case 4:
			h.join(p, true)
		case 5:
			h.inviteFamily(p, other)
			h.join(p, false)
		case 6:
			h.issue(p)
			h.practise(p, true)
		case 7:
			h.stranger(p, other)
		}
	}
	entered := map[string]string{}
	for _, r := range h.records {
		for _, text := range append(slices.Clone(r.texts), r.address) {
			for _, marker := range madeUp.FindAllString(strings.ToLower(text), -1) {
				entered[marker], entered["1"+marker] = r.what, r.what // with the country code
			}
		}
	}
	if len(entered) < 5*len(h.people) {
		t.Fatalf("%d people entered %d texts", len(h.people), len(entered))
	}
	found := map[string]int{}
	for table, content := range h.dump(nil) {
		for _, marker := range madeUp.FindAllString(content+plain(content), -1) {
			if what, known := entered[marker]; known {
				found[table+" holds "+what]++
			}
		}
	}
	if len(found) > 0 {
		t.Errorf("in clear, and how often:\n%v", found)
	}
	keys := h.keys()
	if len(keys) < len(h.people)/2 { // fewer would mean that data was lost, not sealed
		t.Fatalf("%d people have %d keys", len(h.people), len(keys))
	}
	opened := h.dump(keys[:5])
	if !slices.ContainsFunc(slices.Collect(maps.Values(opened)), func(content string) bool { return madeUp.MatchString(content) }) {
		t.Error("five keys open nothing")
	}
}

// act is one action of a person, in most cases toward another.
type act struct {
	deed          string
	actor, target string
}

// GoString formats an act for the report of a failed history.
func (a act) GoString() string {
	return strings.NewReplacer("WHOM", a.target, "WHO", a.actor).Replace(a.deed)
}

// deeds lists the possible actions. Those that the product refuses (paying without a sign-up) are included.
var deeds = map[string]func(h *history, actor, target *human){
	"WHO signs up and names WHOM":                         func(h *history, actor, target *human) { h.signUp(actor, actor.address, target.address) },
	"WHO signs up and names nobody who can be reached":    func(h *history, actor, _ *human) { h.signUp(actor, actor.address, h.mistypedAddress()) },
	"WHO mistypes their own address and names WHOM":       func(h *history, actor, target *human) { h.signUp(actor, h.mistypedAddress(), target.address) },
	"WHO types WHOM's address in step 1":                  func(h *history, actor, target *human) { h.stranger(actor, target) },
	"WHO pays":                                            func(h *history, actor, _ *human) { h.pay(actor, false) },
	"WHO pays for two and keeps the card":                 func(h *history, actor, _ *human) { h.pay(actor, true) },
	"WHO takes up the last invitation":                    func(h *history, actor, _ *human) { h.join(actor, true) },
	"WHO begins to take up the last invitation":           func(h *history, actor, _ *human) { h.join(actor, false) },
	"WHO invites WHOM":                                    func(h *history, actor, target *human) { h.invite(actor, target.address) },
	"WHO mistypes and invites nobody":                     func(h *history, actor, _ *human) { h.invite(actor, h.mistypedAddress()) },
	"WHO's invitation is revoked":                         func(h *history, actor, _ *human) { h.revoke(actor) },
	"the professional invites WHO and WHOM":               func(h *history, actor, target *human) { h.inviteFamily(actor, target) },
	"the professional gives WHO a code":                   func(h *history, actor, _ *human) { h.issue(actor) },
	"the professional is suspended, or allowed again":     func(h *history, _, _ *human) { h.suspend() },
	"WHO signs up as a professional":                      func(h *history, actor, _ *human) { h.practise(actor, true) },
	"WHO signs up as a professional and never comes back": func(h *history, actor, _ *human) { h.practise(actor, false) },
	"the year's renewals are charged":                     func(h *history, _, _ *human) { h.timePasses(365 * fixture.Day) },
	"a day passes":                                        func(h *history, _, _ *human) { h.timePasses(fixture.Day + time.Hour) },
	"a hundred days pass":                                 func(h *history, _, _ *human) { h.timePasses(100 * fixture.Day); h.wantForgotten() },
	"WHO is erased":                                       func(h *history, actor, _ *human) { h.erase(actor) },
	"WHO gets a copy of their data":                       func(h *history, actor, _ *human) { h.wantExport(actor) },
}

// often lists deeds that are drawn more often, because without them most people of a history would never meet.
var often = []string{"WHO signs up and names WHOM", "WHO pays", "WHO takes up the last invitation", "WHO invites WHOM", "WHO is erased"}

func genAct(cast []string) *rapid.Generator[act] {
	var all []string
	for deed := range deeds {
		all = append(all, deed)
	}
	slices.Sort(all)
	all = append(slices.Clone(often), all...)
	return rapid.Custom(func(t *rapid.T) act {
		a := act{deed: rapid.SampledFrom(all).Draw(t, "deed"), actor: rapid.SampledFrom(cast).Draw(t, "who")}
		a.target = rapid.SampledFrom(cast).Draw(t, "whom")
		return a
	})
}

func (h *history) do(a act) {
	actor, target := h.human(a.actor), h.human(a.target)
	if a.actor == a.target && strings.Contains(a.deed, "WHOM") {
		return
	}
	h.Logf("%#v", a)
	deeds[a.deed](h, actor, target)
}

// took returns true for a successful call and false for a refused one. Other errors fail the history.
func (h *history) took(err error) bool {
	h.Helper()
	var refused *fault.Fault
	var invalid *fault.ValidationError
	switch {
	case err == nil:
		return true
	case errors.As(err, &refused), errors.As(err, &invalid):
		h.Logf("    refused: %v", err)
		return false
	}
	h.Fatalf("%v", err)
	return false
}

// erase erases a person as an operator does, by their address and by each of their accounts.
func (h *history) erase(p *human) {
	h.Helper()
	for _, actor := range append(slices.Clone(p.accounts), p.address) {
		if _, err := h.Client.Privacy.ErasePerson(h.ctx, actor); err != nil {
			h.Fatalf("erase %s: %v", p.name, err)
		}
	}
	h.work()
	for _, r := range h.records {
		r.gone = r.gone || r.address == p.address || slices.Contains(p.accounts, r.account)
	}
	for _, f := range h.families {
		f.leave(p)
	}
	p.accounts, p.session, p.erased = nil, sdktest.Session{}, true
	h.wantGone()
}

// wantGone fails the history if the database holds erased data.
func (h *history) wantGone() {
	h.Helper()
	if len(h.gone()) == 0 {
		return
	}
	h.wantAbsent(h.gone(), "after the erasure")
}

// gone returns the texts that must not be in the database any more, with their sources.
func (h *history) gone() map[string]string {
	texts := map[string]string{}
	held := map[string]bool{} // addresses entered again later
	for _, r := range h.records {
		held[r.address] = held[r.address] || !r.gone
	}
	for _, r := range h.records {
		if !r.gone || r.family != nil && len(r.family.members) > 0 {
			continue
		}
		for _, s := range r.texts {
			texts[s] = r.what
		}
		if !held[r.address] {
			texts[r.address] = "an address"
		}
	}
	return texts
}

// wantNothing erases every remaining person and mistyped address, and fails the history if the database still holds a text.
func (h *history) wantNothing() {
	h.Helper()
	for _, r := range h.records {
		if !r.gone {
			if _, err := h.Client.Privacy.ErasePerson(h.ctx, r.address); err != nil {
				h.Fatalf("erase %s: %v", r.address, err)
			}
		}
		r.gone = true
	}
	for _, f := range h.families {
		f.members = nil
	}
	h.work()
	h.wantAbsent(h.gone(), "once everybody was erased")
}

// wantForgotten fails the history if, long after, the database still holds people named only by others, or data of unfinished sign-ups. A
// code's receiver is kept as long as the code.
func (h *history) wantForgotten() {
	h.Helper()
	for _, r := range h.records {
		switch {
		case r.account != "" || r.issued:
		case r.family == nil:
			r.gone = true
		case !r.family.joined:
			r.gone, r.family.members = true, nil
		}
	}
	h.wantAbsent(h.gone(), "a hundred days later")
}

// wantAbsent fails the history if the database holds one of the texts.
func (h *history) wantAbsent(texts map[string]string, when string) {
	h.Helper()
	dump := h.dump(h.keys())
	var left []string
	for table, content := range dump {
		for text, what := range texts {
			if strings.Contains(content, strings.ToLower(text)) {
				left = append(left, fmt.Sprintf("%s holds %q: %s", table, text, what))
			}
		}
		for text := range texts {
			for _, hash := range h.hashesOf(text) {
				if table != "rate_limits" && strings.Contains(content, hash) {
					left = append(left, fmt.Sprintf("%s holds the hash of %q", table, text))
				}
			}
		}
	}
	slices.Sort(left)
	if len(left) > 0 {
		h.Log(strings.Join(left, "\n"))
		h.Fatalf("personal data is left %s", when)
	}
}

// wantExport fails the history if a person's export, by address or by account, holds another person's data or lacks their own.
func (h *history) wantExport(p *human) {
	h.Helper()
	for _, actor := range append(slices.Clone(p.accounts), p.address) {
		data, err := h.Client.Privacy.ExportPerson(h.ctx, actor)
		if err != nil {
			h.Fatalf("export %s: %v", p.name, err)
		}
		content := strings.ToLower(textOf(h, data))
		var others []string
		for _, r := range h.records {
			if r.of == p || r.family != nil && r.family.has(p) {
				continue
			}
			for _, s := range append(slices.Clone(r.texts), r.address) {
				if s != p.address && strings.Contains(content, strings.ToLower(s)) {
					others = append(others, fmt.Sprintf("%q: %s", s, r.what))
				}
			}
		}
		if len(others) > 0 {
			h.Logf("the export of %s, by %s, has\n%s", p.name, actor, strings.Join(others, "\n"))
			h.Fatal("an export has another person's data") // a constant message: rapid takes a different one for another failure and stops shrinking
		}
		for _, r := range h.records { // an empty export must fail
			if !r.gone && r.of == p && r.account == actor && !strings.Contains(content, strings.ToLower(r.texts[0])) {
				h.Logf("the export of %s lacks %q: %s\n%s", p.name, r.texts[0], r.what, content)
				h.Fatal("an export lacks the person's own data")
			}
		}
	}
}
