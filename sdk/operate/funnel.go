package operate

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// FunnelStep is how far a registration has come at least.
type FunnelStep string

// The steps of a funnel, in order. Who has reached one has reached those before it.
const (
	FunnelParent      FunnelStep = "parent"      // the parent's own page is done
	FunnelFamily      FunnelStep = "family"      // the co-parent's and the children's
	FunnelPackage     FunnelStep = "package"     // a package is chosen
	FunnelPayment     FunnelStep = "payment"     // paid was pressed, whatever came of it
	FunnelPaid        FunnelStep = "paid"        // the order is placed
	FunnelCredentials FunnelStep = "credentials" // username and password are set
)

// FunnelSteps are all steps in their order.
var FunnelSteps = []FunnelStep{FunnelParent, FunnelFamily, FunnelPackage, FunnelPayment, FunnelPaid, FunnelCredentials}

// Funnel is where the sign-ups that began in a period stop. It holds counts only.
type Funnel struct {
	Since  time.Time     `json:"since"`
	Until  time.Time     `json:"until"`
	Groups []FunnelGroup `json:"groups" doc:"All first; then by locale, then by experiment and arm"`
}

// FunnelGroup is the funnel of some of the sign-ups.
type FunnelGroup struct {
	Flow  string        `json:"flow" enum:"signup,invitation"`
	By    string        `json:"by" doc:"all, locale, or the key of an experiment"`
	Value string        `json:"value,omitempty" doc:"The locale or the arm"`
	Steps []FunnelCount `json:"steps"`
}

// FunnelCount is how many reached a step.
type FunnelCount struct {
	Step    FunnelStep `json:"step"`
	Reached int        `json:"reached"`
	Stopped int        `json:"stopped" doc:"Reached this step and, so far, none after it; nobody stops at the last one"`
}

// Funnel counts how far the registrations that began from since on and before until have come: together,
// by locale, and by the arm of each experiment in which not all of them had the same one.
func (c *Client) Funnel(ctx context.Context, since, until time.Time) (*Funnel, error) {
	rows, err := c.core.Q.CountFunnel(ctx, core.FirstIDAt(since), core.FirstIDAt(until))
	if err != nil {
		return nil, fmt.Errorf("funnel: %w", err)
	}
	groups := map[funnelKey]map[FunnelStep]int{}
	add := func(flow, by, value string, step FunnelStep, n int) {
		key := funnelKey{flow, by, value}
		if groups[key] == nil {
			groups[key] = map[FunnelStep]int{}
		}
		groups[key][step] += n
	}
	for _, row := range rows {
		step, n := FunnelStep(row.Reached), int(row.Registrations)
		var unusual map[string]flag.Arm
		if err := json.Unmarshal(row.Arms, &unusual); err != nil {
			return nil, fmt.Errorf("funnel: arms: %w", err)
		}
		add(row.Flow, funnelAll, "", step, n)
		add(row.Flow, funnelLocale, row.Locale, step, n)
		for experiment, shipped := range flag.ShippedArms {
			arm, ok := unusual[experiment]
			if !ok {
				arm = shipped
			}
			add(row.Flow, experiment, string(arm), step, n)
		}
	}
	return &Funnel{Since: since.UTC(), Until: until.UTC(), Groups: funnelGroups(groups)}, nil
}

const (
	funnelAll    = "all"
	funnelLocale = "locale"
)

type funnelKey struct{ flow, by, value string }

// funnelGroups puts groups in order and leaves out experiments that had only one arm.
func funnelGroups(counts map[funnelKey]map[FunnelStep]int) []FunnelGroup {
	arms := map[[2]string]int{}
	for key := range counts {
		arms[[2]string{key.flow, key.by}]++
	}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b funnelKey) int {
		return strings.Compare(a.order(), b.order())
	})
	out := []FunnelGroup{}
	for _, key := range keys {
		if key.by != funnelAll && key.by != funnelLocale && arms[[2]string{key.flow, key.by}] < 2 {
			continue
		}
		out = append(out, FunnelGroup{Flow: key.flow, By: key.by, Value: key.value, Steps: funnelCounts(counts[key])})
	}
	return out
}

// order sorts sign-ups before invitations, everything together before its parts.
func (k funnelKey) order() string {
	place := map[string]string{funnelAll: "0", funnelLocale: "1"}[k.by]
	if place == "" {
		place = "2"
	}
	flow := "0"
	if k.flow != "signup" {
		flow = "1"
	}
	return flow + place + k.by + "\x00" + k.value
}

// funnelCounts turns where registrations stopped into how many reached each step.
func funnelCounts(stopped map[FunnelStep]int) []FunnelCount {
	out := make([]FunnelCount, len(FunnelSteps))
	reached := 0
	for i := len(FunnelSteps) - 1; i >= 0; i-- {
		step := FunnelSteps[i]
		reached += stopped[step]
		out[i] = FunnelCount{Step: step, Reached: reached, Stopped: stopped[step]}
	}
	out[len(out)-1].Stopped = 0 // who got there is through
	return out
}
