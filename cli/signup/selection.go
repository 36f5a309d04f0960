package signup

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/scenario"
)

// mostListed is the maximum number of names in the message that nothing is selected.
const mostListed = 20

// selection is the scenarios to run: with a text in their name or file, and with tags.
type selection struct {
	filter string   // text, or a regular expression; empty selects all
	tags   []string // one of these, and none of those that start with !
}

// of returns the selected scenarios. It keeps invalid files, because their names and tags are unknown. Without a selected scenario it returns a mistake
// of the command line that lists the existing ones.
func (s selection) of(inputs []input) ([]input, error) {
	if s.filter == "" && len(s.tags) == 0 {
		return inputs, nil
	}
	var kept []input
	found := false
	for _, in := range inputs {
		in.scenarios = slices.DeleteFunc(slices.Clone(in.scenarios), func(one *scenario.Scenario) bool { return !s.has(one) })
		found = found || len(in.scenarios) > 0
		if len(in.scenarios) > 0 || len(in.mistakes) > 0 {
			kept = append(kept, in)
		}
	}
	if !found {
		return nil, console.Usagef("no scenario matches %s; %s", s, available(inputs, len(s.tags) > 0))
	}
	return kept, nil
}

func (s selection) has(one *scenario.Scenario) bool {
	return (s.filter == "" || s.matches(one.Name) || s.matches(one.File)) && s.tagged(one.Tags)
}

// matches reports whether a name contains the filter, in any case, or matches it as a regular expression.
func (s selection) matches(name string) bool {
	if strings.Contains(strings.ToLower(name), strings.ToLower(s.filter)) {
		return true
	}
	pattern, err := regexp.Compile("(?i)" + s.filter)
	return err == nil && pattern.MatchString(name)
}

// tagged reports whether tags satisfy the selection.
func (s selection) tagged(tags []string) bool {
	required, ok := false, false
	for _, want := range s.tags {
		if not, isNot := strings.CutPrefix(want, "!"); isNot {
			if slices.Contains(tags, not) {
				return false
			}
			continue
		}
		required = true
		ok = ok || slices.Contains(tags, want)
	}
	return ok || !required
}

// String returns the flags of the selection.
func (s selection) String() string {
	var flags []string
	if s.filter != "" {
		flags = append(flags, fmt.Sprintf("--filter %q", s.filter))
	}
	for _, tag := range s.tags {
		flags = append(flags, fmt.Sprintf("--tag %q", tag))
	}
	return strings.Join(flags, " ")
}

// available lists the names, or the tags, of the scenarios.
func available(inputs []input, byTag bool) string {
	var names, tags []string
	for _, in := range inputs {
		for _, s := range in.scenarios {
			names, tags = append(names, s.Name), append(tags, s.Tags...)
		}
	}
	slices.Sort(tags)
	tags = slices.Compact(tags)
	switch {
	case len(names) == 0:
		return "there is no valid scenario"
	case byTag && len(tags) == 0:
		return "no scenario has tags; names: " + listed(names)
	case byTag:
		return "tags: " + listed(tags) + "; names: " + listed(names)
	}
	return "names: " + listed(names)
}

func listed(names []string) string {
	if more := len(names) - mostListed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:mostListed], ", "), more)
	}
	return strings.Join(names, ", ")
}
