package flag

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"github.com/open-feature/go-sdk/openfeature"
)

// weightedProvider is the shipped flag service. It runs in the process without a network. A visitor's arm is a pure function of flag key and
// anonymous id.
type weightedProvider struct {
	weights  map[string]ArmWeights
	switches map[string]bool
}

// Metadata implements [openfeature.FeatureProvider].
func (*weightedProvider) Metadata() openfeature.Metadata {
	return openfeature.Metadata{Name: "cojoin-weights"}
}

// Hooks implements [openfeature.FeatureProvider]. There are none.
func (*weightedProvider) Hooks() []openfeature.Hook { return nil }

// StringEvaluation returns a visitor's arm. A visitor without an id isn't recognized on the next call, so they get the heaviest arm.
func (p *weightedProvider) StringEvaluation(_ context.Context, flag, defaultValue string, visitor openfeature.FlattenedContext) openfeature.StringResolutionDetail {
	w, ok := p.weights[flag]
	if !ok {
		return openfeature.StringResolutionDetail{Value: defaultValue, ProviderResolutionDetail: openfeature.ProviderResolutionDetail{Reason: openfeature.StaticReason}}
	}
	id, _ := visitor[openfeature.TargetingKey].(string)
	if id == "" {
		return openfeature.StringResolutionDetail{Value: string(w.heaviest()), ProviderResolutionDetail: openfeature.ProviderResolutionDetail{Reason: openfeature.DefaultReason}}
	}
	arm := w.armOf(visitorPlace(flag, id) % w.sum())
	return openfeature.StringResolutionDetail{Value: string(arm), ProviderResolutionDetail: openfeature.ProviderResolutionDetail{Reason: openfeature.SplitReason, Variant: string(arm)}}
}

// heaviest returns the arm with the largest weight; among equals the first of Control, Treatment, Off.
func (w ArmWeights) heaviest() Arm {
	switch max(w.Control, w.Treatment, w.Off) {
	case w.Control:
		return ArmControl
	case w.Treatment:
		return ArmTreatment
	}
	return ArmOff
}

// visitorPlace returns a number that never changes for a flag and a visitor. The hash includes the flag's key, so that experiments split visitors
// independently.
func visitorPlace(flag, anonymousID string) uint64 {
	sum := sha256.Sum256([]byte(flag + "\x00" + anonymousID))
	return binary.BigEndian.Uint64(sum[:8])
}

// BooleanEvaluation returns a boolean flag as configured.
func (p *weightedProvider) BooleanEvaluation(_ context.Context, flag string, defaultValue bool, _ openfeature.FlattenedContext) openfeature.BoolResolutionDetail {
	value, ok := p.switches[flag]
	if !ok {
		value = defaultValue
	}
	return openfeature.BoolResolutionDetail{Value: value, ProviderResolutionDetail: openfeature.ProviderResolutionDetail{Reason: openfeature.StaticReason}}
}

// FloatEvaluation returns the default: no flag is a number.
func (*weightedProvider) FloatEvaluation(_ context.Context, flag string, defaultValue float64, _ openfeature.FlattenedContext) openfeature.FloatResolutionDetail {
	return openfeature.FloatResolutionDetail{Value: defaultValue, ProviderResolutionDetail: noSuchFlag(flag)}
}

// IntEvaluation returns the default: no flag is a number.
func (*weightedProvider) IntEvaluation(_ context.Context, flag string, defaultValue int64, _ openfeature.FlattenedContext) openfeature.IntResolutionDetail {
	return openfeature.IntResolutionDetail{Value: defaultValue, ProviderResolutionDetail: noSuchFlag(flag)}
}

// ObjectEvaluation returns the default: no flag is an object.
func (*weightedProvider) ObjectEvaluation(_ context.Context, flag string, defaultValue any, _ openfeature.FlattenedContext) openfeature.InterfaceResolutionDetail {
	return openfeature.InterfaceResolutionDetail{Value: defaultValue, ProviderResolutionDetail: noSuchFlag(flag)}
}

func noSuchFlag(flag string) openfeature.ProviderResolutionDetail {
	return openfeature.ProviderResolutionDetail{
		ResolutionError: openfeature.NewFlagNotFoundResolutionError("no flag of this type: " + flag),
		Reason:          openfeature.ErrorReason,
	}
}
