package apiserver

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk/text"
)

// The reference lists exactly the existing error codes, each with a status, a text in each language and
// advice.
func TestErrorCodesAreExplained(t *testing.T) {
	t.Parallel()
	codes := ErrorCodes()
	seen := map[text.Code]bool{}
	for _, e := range codes {
		if seen[e.Code] {
			t.Errorf("%s is listed twice", e.Code)
		}
		seen[e.Code] = true
		if e.Status < 400 || e.Advice == "" || len(e.Texts) != len(text.Languages) || e.Texts["en"] == string(e.Code) {
			t.Errorf("%+v", e)
		}
	}
	for code := range errorAdvice {
		if !seen[code] {
			t.Errorf("%s is explained and never answered", code)
		}
	}
	for _, code := range text.Surface("problem") {
		if !seen[code] {
			t.Errorf("%s is a problem that isn't listed", code)
		}
	}
	for _, code := range problem.StatusCodes {
		if _, known := serverProblems[code]; !known {
			t.Errorf("the server answers %s, which isn't listed", code)
		}
	}
}

// Advice names only existing calls and settings.
func TestErrorAdviceNamesExistingCalls(t *testing.T) {
	t.Parallel()
	calls := regexp.MustCompile("`(GET|POST|PUT|DELETE) (/[^`]*)`")
	for code, advice := range errorAdvice {
		for _, named := range calls.FindAllStringSubmatch(advice, -1) {
			if !slices.ContainsFunc(routes, func(r route) bool { return r.method == named[1] && r.path == named[2] }) {
				t.Errorf("%s: there is no %s", code, strings.Trim(named[0], "`"))
			}
		}
	}
}
