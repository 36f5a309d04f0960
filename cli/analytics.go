package main

import (
	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// analytics returns the configured analytics service, or nil if there is none.
func (st *stack) analytics() (visitor.Analytics, error) {
	s := st.settings
	provider := s.analytics
	switch {
	case provider != "":
	case s.segmentKey != "":
		provider = "segment"
	case s.environment == site.EnvironmentDevelopment:
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
