package flag

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-feature/go-sdk/openfeature"
	"github.com/open-feature/go-sdk/openfeature/isolated"
)

// Arm is a visitor's variant of an experiment.
type Arm string

// The arms of every experiment.
const (
	ArmControl   Arm = "Control"
	ArmTreatment Arm = "Treatment"
	ArmOff       Arm = "Off"
)

// Arms lists all arms.
var Arms = []Arm{ArmControl, ArmTreatment, ArmOff}

// The experiments.
const (
	ExperimentApplePay     = "grow835ApplePay"         // Apple Pay may be offered
	ExperimentVenmo        = "grow365Venmo"            // Venmo may be offered (US)
	ExperimentPayPal       = "paypalInJoin"            // PayPal may be offered
	ExperimentUKCards      = "ukBraintreePayment"      // GB cards go through the provider, with device data
	ExperimentPremiumFirst = "grow431PremiumPickMeNo1" // the premium card first, marked recommended
	ExperimentStatusBypass = "coparentStatusBypass"    // /coparentstatus is skipped (the specification's {hash})
	ExperimentHideStatus   = "grow794"                 // /coparentstatus is also skipped
	ExperimentCustomPrice  = "grow805"                 // price shown in the custom package
	ExperimentPaymentFlow  = "grow886"                 // three-step payment flow instead of the one-page stepper
	ExperimentInviteStyle  = "grow722"                 // styling of the invite pages
	ExperimentEmailPrompt  = "grow621"                 // co-parent email prompt before payment
	SwitchSupportChat      = "supportChat"
	SwitchPackagesV2       = "packagesV2"
)

// ShippedArms holds the arm of each experiment without configured weights.
var ShippedArms = map[string]Arm{
	ExperimentApplePay:     ArmTreatment,
	ExperimentVenmo:        ArmTreatment,
	ExperimentPayPal:       ArmTreatment,
	ExperimentUKCards:      ArmTreatment,
	ExperimentPremiumFirst: ArmControl,
	ExperimentStatusBypass: ArmControl,
	ExperimentHideStatus:   ArmControl,
	ExperimentCustomPrice:  ArmTreatment,
	ExperimentPaymentFlow:  ArmControl,
	ExperimentInviteStyle:  ArmControl,
	ExperimentEmailPrompt:  ArmControl,
}

// ShippedSwitches holds the default of each boolean flag.
var ShippedSwitches = map[string]bool{SwitchSupportChat: false, SwitchPackagesV2: false}

// attribution lists the candidates for analytics' primary experiment in order, with their names there.
var attribution = []struct{ key, name string }{
	{ExperimentPaymentFlow, "GROW-886"},
	{ExperimentCustomPrice, "GROW-805"},
	{ExperimentInviteStyle, "GROW-722"},
	{ExperimentEmailPrompt, "GROW-621"},
}

// ArmWeights divides an experiment's visitors among its arms, in any unit (50 and 50, or 1 and 1).
type ArmWeights struct{ Control, Treatment, Off int }

// Config selects the arms and switches of visitors.
type Config struct {
	Weights  map[string]ArmWeights       // by experiment; default: the shipped arm for all visitors
	Switches map[string]bool             // by boolean flag; default: as shipped
	Provider openfeature.FeatureProvider // a flag service of your own; default: ours, from Weights and Switches
}

// validate rejects unknown keys (a typo would silently do nothing) and weights that are negative or all 0.
func (f Config) validate() error {
	for _, key := range slices.Sorted(maps.Keys(f.Weights)) {
		w := f.Weights[key]
		if _, ok := ShippedArms[key]; !ok {
			return fmt.Errorf("no experiment %q", key)
		}
		if min(w.Control, w.Treatment, w.Off) < 0 || w.Control+w.Treatment+w.Off == 0 {
			return fmt.Errorf("experiment %q: weights must not be negative, and one must be positive", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f.Switches)) {
		if _, ok := ShippedSwitches[key]; !ok {
			return fmt.Errorf("no flag %q", key)
		}
	}
	return nil
}

// Reader evaluates flags through OpenFeature. Each Reader has its own API instance, so that two clients in one process don't share a provider.
type Reader struct{ client *openfeature.Client }

// NewReader validates the configuration and returns a Reader with its provider set up.
func NewReader(cfg Config) (*Reader, error) {
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	provider := cfg.Provider
	if provider == nil {
		provider = &weightedProvider{weights: cfg.Weights, switches: cfg.Switches}
	}
	api := isolated.NewAPI()
	if err := api.SetProviderAndWait(context.Background(), provider); err != nil {
		return nil, fmt.Errorf("flag provider %q: %w", provider.Metadata().Name, err)
	}
	return &Reader{client: api.NewClient()}, nil
}

// Flags holds one visitor's flags: an arm by experiment, and the boolean flags.
type Flags struct {
	Arms     map[string]Arm
	Switches map[string]bool
}

// Primary returns the experiment that analytics attributes a sign-up to: the first that isn't off, in the order GROW-886, GROW-805, GROW-722,
// GROW-621; empty if all are off.
func (f Flags) Primary() string {
	for _, e := range attribution {
		if arm := f.Arms[e.key]; arm == ArmControl || arm == ArmTreatment {
			return e.name
		}
	}
	return ""
}

// Unusual returns the arms that aren't the shipped ones.
func (f Flags) Unusual() map[string]Arm {
	out := map[string]Arm{}
	for key, arm := range f.Arms {
		if arm != ShippedArms[key] {
			out[key] = arm
		}
	}
	return out
}

// Read evaluates every flag for a visitor. Forced arms come first. If the provider fails or returns an unknown arm, the shipped value applies: a flag
// service that is down stops no sign-up.
func (r *Reader) Read(ctx context.Context, anonymousID string, forced map[string]string) Flags {
	f := Flags{Arms: make(map[string]Arm, len(ShippedArms)), Switches: make(map[string]bool, len(ShippedSwitches))}
	visitor := openfeature.NewEvaluationContext(anonymousID, nil)
	for key, shipped := range ShippedArms {
		arm, ok := readArm(forced[key])
		if !ok {
			if arm, ok = readArm(r.client.String(ctx, key, string(shipped), visitor)); !ok {
				arm = shipped
			}
		}
		f.Arms[key] = arm
	}
	for key := range ShippedSwitches {
		f.Switches[key] = r.On(ctx, key, anonymousID, forced)
	}
	return f
}

// On evaluates one boolean flag, like Read.
func (r *Reader) On(ctx context.Context, key, anonymousID string, forced map[string]string) bool {
	if on, ok := readSwitch(forced[key]); ok {
		return on
	}
	return r.client.Boolean(ctx, key, ShippedSwitches[key], openfeature.NewEvaluationContext(anonymousID, nil))
}

// readArm parses an arm in any case.
func readArm(s string) (Arm, bool) {
	for _, arm := range Arms {
		if strings.EqualFold(string(arm), s) {
			return arm, true
		}
	}
	return "", false
}

// readSwitch parses on and off in their spellings, including the names of arms.
func readSwitch(s string) (on, ok bool) {
	switch strings.ToLower(s) {
	case "on", "true", "treatment":
		return true, true
	case "off", "false", "control":
		return false, true
	}
	return false, false
}

// armOf returns the arm at a place on a line of length sum.
func (w ArmWeights) armOf(place uint64) Arm {
	switch n := uint64(max(w.Control, 0)); {
	case place < n:
		return ArmControl
	case place < n+uint64(max(w.Treatment, 0)):
		return ArmTreatment
	}
	return ArmOff
}

// sum returns the total weight, or 1 if that is 0, which validated weights never are.
func (w ArmWeights) sum() uint64 {
	return cmp.Or(uint64(max(w.Control, 0)+max(w.Treatment, 0)+max(w.Off, 0)), 1)
}
