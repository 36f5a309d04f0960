package signup

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/scenario"
)

// names returns the selected names, then the invalid files; or the mistake.
func names(inputs []input, err error) []string {
	if err != nil {
		return []string{err.Error()}
	}
	var all []string
	for _, in := range inputs {
		for _, s := range in.scenarios {
			all = append(all, s.Name)
		}
		if len(in.mistakes) > 0 {
			all = append(all, in.file)
		}
	}
	return all
}

func TestSelection(t *testing.T) {
	t.Parallel()
	valid := []input{
		{file: "cards.yaml", scenarios: []*scenario.Scenario{
			{Name: "Pays [US, card]", File: "cards.yaml", Tags: []string{"quick"}}, {Name: "Pays [GB, card]", File: "cards.yaml", Tags: []string{"quick", "bank"}},
		}},
		{file: "renewals/lapsed.yaml", scenarios: []*scenario.Scenario{{Name: "Lapsed", File: "renewals/lapsed.yaml", Tags: []string{"slow", "renewal"}}}},
		{file: "plain.yaml", scenarios: []*scenario.Scenario{{Name: "Plain", File: "plain.yaml"}}},
	}
	broken := append(valid, input{file: "broken.yaml", mistakes: scenario.Mistakes{{Text: "bad"}}}) //nolint:gocritic // a second list
	for name, tc := range map[string]struct {
		inputs []input
		selection
		want []string
	}{
		"all":                     {valid, selection{}, []string{"Pays [US, card]", "Pays [GB, card]", "Lapsed", "Plain"}},
		"a text in any case":      {valid, selection{filter: "pays"}, []string{"Pays [US, card]", "Pays [GB, card]"}},
		"a matrix run's name":     {valid, selection{filter: "Pays [GB, card]"}, []string{"Pays [GB, card]"}},
		"a regular expression":    {valid, selection{filter: `^(plain|lapsed)$`}, []string{"Lapsed", "Plain"}},
		"a file":                  {valid, selection{filter: "renewals/"}, []string{"Lapsed"}},
		"one of two tags":         {valid, selection{tags: []string{"bank", "slow"}}, []string{"Pays [GB, card]", "Lapsed"}},
		"without a tag":           {valid, selection{tags: []string{"!slow"}}, []string{"Pays [US, card]", "Pays [GB, card]", "Plain"}},
		"with one, without other": {valid, selection{tags: []string{"quick", "!bank"}}, []string{"Pays [US, card]"}},
		"tag and filter":          {valid, selection{filter: "pays", tags: []string{"bank"}}, []string{"Pays [GB, card]"}},
		"an invalid file stays":   {broken, selection{filter: "plain"}, []string{"Plain", "broken.yaml"}},
		"no name": {
			broken, selection{filter: "nothing"},
			[]string{`no scenario matches --filter "nothing"; names: Pays [US, card], Pays [GB, card], Lapsed, Plain`},
		},
		"no tag": {
			valid, selection{tags: []string{"fast"}},
			[]string{`no scenario matches --tag "fast"; tags: bank, quick, renewal, slow; names: Pays [US, card], Pays [GB, card], Lapsed, Plain`},
		},
		"no tags at all": {
			valid[2:], selection{tags: []string{"fast"}}, []string{`no scenario matches --tag "fast"; no scenario has tags; names: Plain`},
		},
		"only invalid files": {
			broken[3:], selection{filter: "x"}, []string{`no scenario matches --filter "x"; there is no valid scenario`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, names(tc.of(tc.inputs))); diff != "" {
				t.Errorf("selected (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLongListsAreCut(t *testing.T) {
	t.Parallel()
	many := make([]string, 23)
	for i := range many {
		many[i] = "n"
	}
	if got, want := listed(many), "n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n and 3 more"; got != want {
		t.Errorf("lists %q, want %q", got, want)
	}
}
