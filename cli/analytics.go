package main

import (
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/analytics"
)

// analytics returns the configured analytics service, or nil if there is none.
func (st *stack) analytics() (sdk.Analytics, error) {
	s := st.settings
	provider := s.analytics
	switch {
	case provider != "":
	case s.segmentKey != "":
		provider = "segment"
	case s.environment == sdk.EnvironmentDevelopment:
		provider = "log"
	}
	switch provider {
	case "segment":
		return analytics.NewSegment(analytics.SegmentConfig{WriteKey: s.segmentKey, BaseURL: s.segmentURL})
	case "log":
		return analytics.Log{Log: st.log}, nil
	}
	return nil, nil //nolint:nilnil // analytics is off
}
