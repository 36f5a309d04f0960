package attack

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// tryPrivatePages requests pages of the private address at the public one, without a token.
func tryPrivatePages(ctx context.Context, t *Target) verdict {
	return t.absent(ctx, []string{"/metrics", "/debug/pprof/", "/jobs", "/v1/admin/catalogs"})
}

// tryDevelopmentPages requests the development tools.
func tryDevelopmentPages(ctx context.Context, t *Target) verdict {
	v := t.absent(ctx, []string{"/dev", "/dev/outbox.json", "/dev/clock"})
	if v.result == Broken && t.local() && !t.Production {
		return verdict{Doubtful, v.found + "; fine on this machine alone"}
	}
	return v
}

// absent requests pages that must be missing. A page that requires a token isn't missing.
func (t *Target) absent(ctx context.Context, paths []string) verdict {
	var there []string
	for _, path := range paths {
		a, err := t.call(ctx, request{path: path})
		switch {
		case err != nil:
			return untried(fmt.Sprintf("%s: no answer (%v)", path, err))
		case a.turnedAway():
			return untried(fmt.Sprintf("%s: the server turned us away with %d; try again in a minute", path, a.status))
		case a.status < 300 || a.status == http.StatusUnauthorized || a.status == http.StatusMisdirectedRequest || a.status >= 500:
			there = append(there, fmt.Sprintf("%s (%d)", path, a.status))
		}
	}
	if len(there) > 0 {
		return broken("found at the public address: " + strings.Join(there, ", "))
	}
	return held("missing, as they should be: " + strings.Join(paths, ", "))
}

// guards are the required headers, by the path of an answer.
var guards = []struct {
	path, header string
	good         func(value string) bool
	secure       bool // only over https
}{
	{"/app/join", "Content-Security-Policy", isPagePolicy, false},
	{"/app/join", "X-Content-Type-Options", is("nosniff"), false},
	{"/app/join", "Referrer-Policy", isDiscreet, false},
	{"/app/join", "Strict-Transport-Security", outlasts, true},
	{"/v1/countries", "Content-Security-Policy", allowsNothing, false},
	{"/v1/countries", "X-Content-Type-Options", is("nosniff"), false},
	{"/v1/countries", "Strict-Transport-Security", outlasts, true},
}

// tryHeaders checks the headers by which browsers protect people.
func tryHeaders(ctx context.Context, t *Target) verdict {
	answers := map[string]answer{}
	var missing []string
	for _, g := range guards {
		if g.secure && t.Public.Scheme != "https" {
			continue
		}
		a, found := answers[g.path]
		if !found {
			var err error
			if a, err = t.call(ctx, request{path: g.path}); err != nil {
				return untried(fmt.Sprintf("%s: no answer (%v)", g.path, err))
			}
			answers[g.path] = a
		}
		if !g.good(strings.Join(a.header.Values(g.header), ", ")) {
			missing = append(missing, fmt.Sprintf("%s of %s", g.header, g.path))
		}
	}
	if len(missing) > 0 {
		return broken("missing or too weak: " + strings.Join(missing, ", "))
	}
	return held("the hosted page and the API have every one")
}

func is(want string) func(string) bool {
	return func(value string) bool { return strings.EqualFold(value, want) }
}

// isPagePolicy requires a limited frame-ancestors, and a script-src without inline scripts.
func isPagePolicy(value string) bool {
	scripts := directive(value, "script-src")
	return directive(value, "frame-ancestors") != "" && directive(value, "frame-ancestors") != "*" && scripts != "" && !strings.Contains(scripts, "'unsafe-inline'")
}

func allowsNothing(value string) bool { return directive(value, "default-src") == "'none'" }

func directive(policy, name string) string {
	for part := range strings.SplitSeq(policy, ";") {
		if key, value, _ := strings.Cut(strings.TrimSpace(part), " "); key == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// isDiscreet rejects the policies that send the path to other sites.
func isDiscreet(value string) bool {
	return value != "" && value != "unsafe-url" && value != "no-referrer-when-downgrade"
}

// outlasts requires browsers to remember it for half a year (180 days) at least.
func outlasts(value string) bool {
	const least = 15_552_000
	for part := range strings.SplitSeq(value, ";") {
		var seconds int
		if _, err := fmt.Sscanf(strings.ToLower(strings.TrimSpace(part)), "max-age=%d", &seconds); err == nil {
			return seconds >= least
		}
	}
	return false
}

// tryUnknownOrigin makes calls with the origins of other sites.
func tryUnknownOrigin(ctx context.Context, t *Target) verdict {
	for _, origin := range []string{"https://attacker.invalid", "null"} {
		for _, r := range []request{
			{path: "/v1/countries", header: map[string]string{"Origin": origin}},
			{method: http.MethodOptions, path: "/v1/account", header: map[string]string{"Origin": origin, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization"}},
		} {
			a, err := t.call(ctx, r)
			if err != nil {
				return untried(fmt.Sprintf("no answer (%v)", err))
			}
			if allowed := a.header.Get("Access-Control-Allow-Origin"); allowed == "*" || allowed == origin {
				return broken(fmt.Sprintf("pages of %s may read the answer to %s %s", origin, methodOf(r), r.path))
			}
		}
	}
	return held("pages of an unknown origin may read no answer")
}

func methodOf(r request) string {
	if r.method == "" {
		return http.MethodGet
	}
	return r.method
}
