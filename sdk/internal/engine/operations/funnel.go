package operations

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
	"github.com/cojoin/cojoin/sdk/operate"
)

// FunnelSteps are all steps in their order.
var FunnelSteps = []operate.FunnelStep{operate.FunnelParent, operate.FunnelFamily, operate.FunnelPackage, operate.FunnelPayment, operate.FunnelPaid, operate.FunnelCredentials}

// Funnel implements [operate.Client].
func (c *Engine) Funnel(ctx context.Context, since, until time.Time) (*operate.Funnel, error) {
	rows, err := c.core.Q.CountFunnel(ctx, core.FirstIDAt(since), core.FirstIDAt(until))
	if err != nil {
		return nil, fmt.Errorf("funnel: %w", err)
	}
	groups := map[funnelKey]map[operate.FunnelStep]int{}
	add := func(flow, by, value string, step operate.FunnelStep, n int) {
		key := funnelKey{flow, by, value}
		if groups[key] == nil {
			groups[key] = map[operate.FunnelStep]int{}
		}
		groups[key][step] += n
	}
	for _, row := range rows {
		step, n := operate.FunnelStep(row.Reached), int(row.Registrations)
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
	return &operate.Funnel{Since: since.UTC(), Until: until.UTC(), Groups: funnelGroups(groups)}, nil
}

const (
	funnelAll    = "all"
	funnelLocale = "locale"
)

type funnelKey struct{ flow, by, value string }

// funnelGroups sorts groups and omits experiments with only one arm.
func funnelGroups(counts map[funnelKey]map[operate.FunnelStep]int) []operate.FunnelGroup {
	arms := map[[2]string]int{}
	for key := range counts {
		arms[[2]string{key.flow, key.by}]++
	}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b funnelKey) int {
		return strings.Compare(a.order(), b.order())
	})
	out := []operate.FunnelGroup{}
	for _, key := range keys {
		if key.by != funnelAll && key.by != funnelLocale && arms[[2]string{key.flow, key.by}] < 2 {
			continue
		}
		out = append(out, operate.FunnelGroup{Flow: key.flow, By: key.by, Value: key.value, Steps: funnelCounts(counts[key])})
	}
	return out
}

// order sorts sign-ups before invitations, and the total before its parts.
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

// funnelCounts converts the counts by last step to the counts of registrations that reached each step.
func funnelCounts(stopped map[operate.FunnelStep]int) []operate.FunnelCount {
	out := make([]operate.FunnelCount, len(FunnelSteps))
	reached := 0
	for i := len(FunnelSteps) - 1; i >= 0; i-- {
		step := FunnelSteps[i]
		reached += stopped[step]
		out[i] = operate.FunnelCount{Step: step, Reached: reached, Stopped: stopped[step]}
	}
	out[len(out)-1].Stopped = 0 // the last step completes the flow
	return out
}
