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

// Arm is what a visitor sees of an experiment.
type Arm string

// The arms of every experiment.
const (
	ArmControl   Arm = "Control"
	ArmTreatment Arm = "Treatment"
	ArmOff       Arm = "Off"
)

// Arms are all arms.
var Arms = []Arm{ArmControl, ArmTreatment, ArmOff}

// The experiments.
const (
	ExperimentApplePay     = "grow835ApplePay"         // Apple Pay may be offered
	ExperimentVenmo        = "grow365Venmo"            // Venmo may be offered (US)
	ExperimentPayPal       = "paypalInJoin"            // PayPal may be offered
	ExperimentUKCards      = "ukBraintreePayment"      // GB cards go through the provider, with device data
	ExperimentPremiumFirst = "grow431PremiumPickMeNo1" // the premium card first, marked recommended
	ExperimentStatusBypass = "coparentStatusBypass"    // /coparentstatus is skipped (the specification's {hash})
	ExperimentHideStatus   = "grow794"                 // /coparentstatus is skipped, too
	ExperimentCustomPrice  = "grow805"                 // price shown in the custom package
	ExperimentPaymentFlow  = "grow886"                 // three-step payment flow instead of the one-page stepper
	ExperimentInviteStyle  = "grow722"                 // styling of the invite pages
	ExperimentEmailPrompt  = "grow621"                 // co-parent e-mail prompt before payment
	SwitchSupportChat      = "supportChat"
	SwitchPackagesV2       = "packagesV2"
)

// ShippedArms is the arm of each experiment where configuration gives no weights.
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

// ShippedSwitches is each boolean flag where configuration doesn't set it.
var ShippedSwitches = map[string]bool{SwitchSupportChat: false, SwitchPackagesV2: false}

// attribution is the order in which analytics looks for the primary experiment, with its names for them.
var attribution = []struct{ key, name string }{
	{ExperimentPaymentFlow, "GROW-886"},
	{ExperimentCustomPrice, "GROW-805"},
	{ExperimentInviteStyle, "GROW-722"},
	{ExperimentEmailPrompt, "GROW-621"},
}

// ArmWeights share an experiment's visitors among its arms, in any unit (50 and 50, or 1 and 1).
type ArmWeights struct{ Control, Treatment, Off int }

// Config says which arms visitors see.
type Config struct {
	Weights  map[string]ArmWeights       // by experiment; one that's missing has its shipped arm for everybody
	Switches map[string]bool             // by boolean flag; one that's missing is as shipped
	Provider openfeature.FeatureProvider // a flag service of your own; default: ours, from Weights and Switches
}

// validate refuses keys that don't exist (a typo would silently do nothing) and weights that make no share.
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

// Reader evaluates flags through OpenFeature. Its API is its own: two clients in one process don't
// share a provider.
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

// Flags is what one visitor sees: an arm by experiment, and the boolean flags.
type Flags struct {
	Arms     map[string]Arm
	Switches map[string]bool
}

// Primary names the experiment that analytics attributes a sign-up to: the first that isn't off, in the
// order GROW-886, GROW-805, GROW-722, GROW-621; empty when all are off.
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

// Read evaluates every flag for a visitor. Forced arms come first. A provider that fails, or answers what
// is no arm, gives the shipped value: a flag service that is down stops nobody from signing up.
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

// On evaluates one boolean flag, as read does.
func (r *Reader) On(ctx context.Context, key, anonymousID string, forced map[string]string) bool {
	if on, ok := readSwitch(forced[key]); ok {
		return on
	}
	return r.client.Boolean(ctx, key, ShippedSwitches[key], openfeature.NewEvaluationContext(anonymousID, nil))
}

// readArm reads an arm as people type it, in any case.
func readArm(s string) (Arm, bool) {
	for _, arm := range Arms {
		if strings.EqualFold(string(arm), s) {
			return arm, true
		}
	}
	return "", false
}

// readSwitch reads what people type for on and off; an arm's name will do.
func readSwitch(s string) (on, ok bool) {
	switch strings.ToLower(s) {
	case "on", "true", "treatment":
		return true, true
	case "off", "false", "control":
		return false, true
	}
	return false, false
}

// armOf is the arm of a place on a line as long as the weights' sum.
func (w ArmWeights) armOf(place uint64) Arm {
	switch n := uint64(max(w.Control, 0)); {
	case place < n:
		return ArmControl
	case place < n+uint64(max(w.Treatment, 0)):
		return ArmTreatment
	}
	return ArmOff
}

// sum is the length of that line; never 0 for weights that were validated.
func (w ArmWeights) sum() uint64 {
	return cmp.Or(uint64(max(w.Control, 0)+max(w.Treatment, 0)+max(w.Off, 0)), 1)
}
