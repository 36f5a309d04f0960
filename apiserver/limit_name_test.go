package apiserver

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/site"
)

// In development a refusal by a limit names its setting. In production the same refusal has no such header, and the same body.
func TestRefusalNamesItsLimit(t *testing.T) {
	t.Parallel()
	once := caller.Limit{Count: 1, Per: time.Hour}
	for name, tc := range map[string]struct {
		limit   func(*caller.Limits)
		change  func(*Config)
		call    func(*bundle) reply
		status  int
		setting string
	}{
		"reads": {
			limit:  func(l *caller.Limits) { l.Reads = once },
			call:   func(b *bundle) reply { return b.call(http.MethodGet, "/v1/countries", nil) },
			status: http.StatusTooManyRequests, setting: "limits.reads",
		},
		"writes, before the operation": {
			limit:  func(l *caller.Limits) { l.Writes = once },
			call:   func(b *bundle) reply { return b.call(http.MethodPost, "/v1/signups", map[string]any{}) },
			status: http.StatusTooManyRequests, setting: "limits.writes",
		},
		"links, in the operation": {
			limit: func(l *caller.Limits) { l.Links = once },
			call: func(b *bundle) reply {
				return b.call(http.MethodPost, "/v1/links", map[string]any{"email": "ana@example.com"})
			},
			status: http.StatusTooManyRequests, setting: "limits.links",
		},
		"concurrent calls": {
			change: func(c *Config) { c.InFlight = 8 },
			call: func(b *bundle) reply {
				for b.server.lanes.open.Take("", everyTurn) {
				}
				return b.call(http.MethodGet, "/v1/countries", nil)
			},
			status: http.StatusServiceUnavailable, setting: "calls, callsPerAddress",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused := func(environment site.Environment) (reply, string) {
				b := setup(t, func(c *Config) {
					c.Site.Environment = environment
					if tc.change != nil {
						tc.change(c)
					}
				}, sdktest.WithConfig(func(c *sdk.Config) {
					if tc.limit != nil {
						tc.limit(&c.Limits)
					}
				}))
				tc.call(b)
				res := tc.call(b)
				p := res.problem(t)
				return res, string(p.Code) + ": " + p.Detail
			}
			named, text := refused(site.EnvironmentDevelopment)
			unnamed, sameText := refused(site.EnvironmentProduction)
			type answer struct {
				Status         int
				Text, Limit    string
				SaysWhenToCome bool
			}
			got := []answer{
				{named.status, text, named.header.Get("Limited-By"), named.header.Get("Retry-After") != ""},
				{unnamed.status, sameText, unnamed.header.Get("Limited-By"), unnamed.header.Get("Retry-After") != ""},
			}
			want := []answer{{tc.status, text, tc.setting, true}, {tc.status, text, "", true}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("development, then production (-want +got):\n%s", diff)
			}
		})
	}
}
