package flag

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-feature/go-sdk/openfeature"
)

func newFlags(t *testing.T, cfg Config) *Reader {
	t.Helper()
	r, err := NewReader(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var update = flag.Bool("update", false, "write testdata/shipped.json")

// Each visitor's flags without configuration, compared with a reviewed file. After an intended change write it with -update, and review the
// difference.
func TestFlagsShipped(t *testing.T) {
	t.Parallel()
	const path = "testdata/shipped.json"
	if *update {
		shipped, err := json.MarshalIndent(Flags{Arms: ShippedArms, Switches: ShippedSwitches}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(shipped, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var want Flags
	if err := json.Unmarshal(file, &want); err != nil {
		t.Fatal(err)
	}
	for _, visitor := range []string{"", "a", "b"} {
		if diff := cmp.Diff(want, newFlags(t, Config{}).Read(t.Context(), visitor, nil)); diff != "" {
			t.Errorf("visitor %q (-%s +got):\n%s", visitor, path, diff)
		}
	}
}

func TestFlagsForced(t *testing.T) {
	t.Parallel()
	got := newFlags(t, Config{}).Read(t.Context(), "a", map[string]string{
		"grow886": "treatment", "grow805": "OFF", "paypalInJoin": "Control", "supportChat": "on", "packagesV2": "true",
		"grow722": "sometimes", "noSuchFlag": "Treatment",
	})
	want := newFlags(t, Config{}).Read(t.Context(), "a", nil)
	want.Arms["grow886"], want.Arms["grow805"], want.Arms["paypalInJoin"] = ArmTreatment, ArmOff, ArmControl
	want.Switches["supportChat"], want.Switches["packagesV2"] = true, true
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A visitor's arm never changes, and visitors are divided by the configured weights, independently in each experiment.
func TestFlagsWeighted(t *testing.T) {
	t.Parallel()
	cfg := Config{
		Weights: map[string]ArmWeights{
			ExperimentPaymentFlow: {Control: 50, Treatment: 50},
			ExperimentCustomPrice: {Control: 50, Treatment: 50},
			ExperimentInviteStyle: {Control: 1, Treatment: 2, Off: 1},
			ExperimentEmailPrompt: {Treatment: 7},
		},
		Switches: map[string]bool{SwitchSupportChat: true},
	}
	first, second := newFlags(t, cfg), newFlags(t, cfg)
	const visitors = 4000
	count := map[string]int{}
	for i := range visitors {
		id := fmt.Sprintf("visitor-%d", i)
		flags := first.Read(t.Context(), id, nil)
		if i < 100 {
			if diff := cmp.Diff(flags, second.Read(t.Context(), id, nil)); diff != "" {
				t.Fatalf("%s on another server (-first +second):\n%s", id, diff)
			}
		}
		for _, key := range []string{ExperimentPaymentFlow, ExperimentInviteStyle, ExperimentEmailPrompt} {
			count[key+" "+string(flags.Arms[key])]++
		}
		count["both "+string(flags.Arms[ExperimentPaymentFlow])+" "+string(flags.Arms[ExperimentCustomPrice])]++
		if flags.Arms[ExperimentPremiumFirst] != ArmControl || !flags.Switches[SwitchSupportChat] {
			t.Fatalf("%s: %+v", id, flags)
		}
	}
	for what, share := range map[string]float64{
		"grow886 Control": 0.5, "grow886 Treatment": 0.5, "grow722 Control": 0.25, "grow722 Treatment": 0.5, "grow722 Off": 0.25,
		"grow621 Treatment": 1, "both Control Control": 0.25, "both Control Treatment": 0.25, "both Treatment Control": 0.25,
	} {
		if got := float64(count[what]) / visitors; got < share-0.04 || got > share+0.04 {
			t.Errorf("%s: %.3f of the visitors, want %.2f", what, got, share)
		}
	}
	// Never change these two: an arm that moves ruins a running experiment.
	for id, want := range map[string]Arm{"3f0c2f4e": ArmControl, "visitor-1": ArmTreatment} {
		if got := first.Read(t.Context(), id, nil).Arms[ExperimentPaymentFlow]; got != want {
			t.Errorf("visitor %s has moved to %s", id, got)
		}
	}
	if got := first.Read(t.Context(), "", nil).Arms[ExperimentInviteStyle]; got != ArmTreatment {
		t.Errorf("a visitor without an id gets %s, want the arm that most get", got)
	}
}

func TestFlagsPrimary(t *testing.T) {
	t.Parallel()
	arms := maps.Clone(ShippedArms)
	var got []string
	for _, off := range []string{"", ExperimentPaymentFlow, ExperimentCustomPrice, ExperimentInviteStyle, ExperimentEmailPrompt} {
		if off != "" {
			arms[off] = ArmOff
		}
		got = append(got, Flags{Arms: arms}.Primary())
	}
	if diff := cmp.Diff([]string{"GROW-886", "GROW-805", "GROW-722", "GROW-621", ""}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// ownProvider is an operator's flag service.
type ownProvider struct {
	weightedProvider
	arm string
	err error
}

func (p *ownProvider) StringEvaluation(_ context.Context, _, defaultValue string, _ openfeature.FlattenedContext) openfeature.StringResolutionDetail {
	if p.err != nil {
		return openfeature.StringResolutionDetail{Value: defaultValue, ProviderResolutionDetail: openfeature.ProviderResolutionDetail{
			ResolutionError: openfeature.NewGeneralResolutionError(p.err.Error()),
		}}
	}
	return openfeature.StringResolutionDetail{Value: p.arm}
}

func TestFlagsOwnProvider(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		provider ownProvider
		want     Arm
	}{
		"OK":             {ownProvider{arm: "Off"}, ArmOff},
		"no such arm":    {ownProvider{arm: "Blue"}, ArmControl},
		"out of service": {ownProvider{err: errors.New("down")}, ArmControl},
	} {
		got := newFlags(t, Config{Provider: &c.provider}).Read(t.Context(), "a", nil).Arms[ExperimentPaymentFlow]
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestFlagConfigRefused(t *testing.T) {
	t.Parallel()
	for want, cfg := range map[string]Config{
		`no experiment "grow999"`: {Weights: map[string]ArmWeights{"grow999": {Control: 1}}},
		`no flag "packagesV3"`:    {Switches: map[string]bool{"packagesV3": true}},
		`experiment "grow886": weights must not be negative, and one must be positive`: {Weights: map[string]ArmWeights{"grow886": {}}},
		`experiment "grow805": weights must not be negative, and one must be positive`: {Weights: map[string]ArmWeights{"grow805": {Control: 2, Off: -1}}},
	} {
		if _, err := NewReader(cfg); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
