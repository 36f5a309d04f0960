package operations_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/internal/engine/operations"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// A registration with credentials is complete: none stops at the last step.
func TestFunnelEnd(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	env.Join(t)
	funnel, err := env.Client.Operate.Funnel(t.Context(), env.Clock.Now().Add(-time.Hour), env.Clock.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	var want []operate.FunnelCount
	for _, step := range operations.FunnelSteps {
		want = append(want, operate.FunnelCount{Step: step, Reached: 1})
	}
	if diff := cmp.Diff(want, funnel.Groups[0].Steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

// Three sign-ups stop at three places. One of them saw another variant and another language.
func TestFunnel(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	start := env.Clock.Now()
	parentOnly := sdktest.ReadyToPay(1)
	parentOnly.Sections = []signup.Section{signup.SectionParent}
	for _, s := range []struct {
		in   signup.Input
		meta caller.Meta
	}{
		{parentOnly, caller.Meta{Lang: "es", Locale: "es-MX", ForcedFlags: map[string]string{flag.ExperimentPaymentFlow: "treatment"}}},
		{sdktest.ReadyToPay(2), caller.Meta{Lang: "en", Locale: "en"}},
	} {
		if _, err := env.Client.Signup.Create(t.Context(), s.in, s.meta); err != nil {
			t.Fatal(err)
		}
	}
	env.Clock.Advance(48 * time.Hour)
	if _, err := env.Client.Signup.Create(t.Context(), sdktest.ReadyToPay(3), caller.Meta{}); err != nil {
		t.Fatal(err)
	}
	funnel, err := env.Client.Operate.Funnel(t.Context(), start, start.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		By, Value                string
		Parent, Package, Stopped int
	}
	var got []line
	for _, g := range funnel.Groups {
		got = append(got, line{g.By, g.Value, g.Steps[0].Reached, g.Steps[2].Reached, g.Steps[0].Stopped})
	}
	want := []line{
		{"all", "", 2, 1, 1},
		{"locale", "en", 1, 1, 0},
		{"locale", "es", 1, 0, 1},
		{flag.ExperimentPaymentFlow, "Control", 1, 1, 0},
		{flag.ExperimentPaymentFlow, "Treatment", 1, 0, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("funnel (-want +got):\n%s", diff)
	}
	// The variants stay after the purge deletes the visitor.
	env.Clock.Advance(60 * 24 * time.Hour)
	if _, err := env.Client.Privacy.ExpireRegistrations(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := env.Client.Privacy.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	later, err := env.Client.Operate.Funnel(t.Context(), start, start.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(funnel.Groups, later.Groups); diff != "" {
		t.Errorf("funnel after the purge (-before +after):\n%s", diff)
	}
}
