package layout_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/scenario/layout"
)

// shipped returns the texts of the shipped files by name.
func shipped(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir("../../../examples/scenarios", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		raw, err := os.ReadFile(path)
		texts[path] = string(raw)
		return err
	})
	if err != nil || len(texts) < 40 {
		t.Fatalf("%d files, %v", len(texts), err)
	}
	return texts
}

// The shipped files are formatted.
func TestShippedFilesAreFixedPoints(t *testing.T) {
	t.Parallel()
	for path, text := range shipped(t) {
		got, err := layout.Format([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if diff := cmp.Diff(text, string(got)); diff != "" {
			t.Errorf("%s (-file +formatted):\n%s", path, diff)
		}
	}
}

var indented = regexp.MustCompile(`(?m)^ +`)

// A shipped file with other spaces, line ends and quotes becomes the shipped file.
func TestFormatRestoresShippedFiles(t *testing.T) {
	t.Parallel()
	for path, text := range shipped(t) {
		spoiled := indented.ReplaceAllString(text, "   $0")
		spoiled = strings.NewReplacer("{ ", "{", " }", "  }", "\n", "  \r\n").Replace(spoiled)
		got, err := layout.Format([]byte("\ufeff" + spoiled))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if diff := cmp.Diff(text, string(got)); diff != "" {
			t.Errorf("%s (-file +formatted):\n%s", path, diff)
		}
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 60)
	for name, c := range map[string]struct{ text, want string }{
		"a list without indentation": {"steps:\n- read: {}\n-   fits: {}\n", "steps:\n  - read: {}\n  - fits: {}\n"},
		"single quotes":              {"a: 'x'\nb: 'it''s'\nc: 'a\\b \"c\"'\n", "a: \"x\"\nb: \"it's\"\nc: 'a\\b \"c\"'\n"},
		"a map over several lines":   {"a: {b: 1,\n  c: [1,\n 2]}\n", "a: { b: 1, c: [1, 2] }\n"},
		"a long map": {
			"steps:\n  - a: {b: " + long + ", c: " + long + ", d: [" + long + "]}\n",
			"steps:\n  - a:\n      b: " + long + "\n      c: " + long + "\n      d: [" + long + "]\n",
		},
		"a long item": {
			"a:\n  - {b: " + long + ", c: " + long + ", d: " + long + "}\n",
			"a:\n  - b: " + long + "\n    c: " + long + "\n    d: " + long + "\n",
		},
		"comments inside a map": {"a: {b: 1, # one\n  # two\n  c: 2}\n", "a:\n  b: 1 # one\n  # two\n  c: 2\n"},
		"comments at the end of a block": {
			"a:\n   - b: 1\n     # of the item\n   # of the list\n# of the file\nc: 2\n# last\n",
			"a:\n  - b: 1\n    # of the item\n  # of the list\n# of the file\nc: 2\n# last\n",
		},
		"empty lines":       {"\n\na: 1\n\n\n\nb:\n\n  c: 2\n\n  d: 3\n\n\n", "a: 1\n\nb:\n  c: 2\n\n  d: 3\n"},
		"a text of lines":   {"a:\n    b: |\n        one\n          two\n\n    c: >-\n       three\n       four\n", "a:\n  b: |\n    one\n      two\n\n  c: >-\n    three\n    four\n"},
		"anchors":           {"a: &x {b: 1}\nc: *x\nd:\n    <<: *x\n    e: !!str 2\nf: &y\n    g: 1\n", "a: &x { b: 1 }\nc: *x\nd:\n  <<: *x\n  e: !!str 2\nf: &y\n  g: 1\n"},
		"documents":         {"---\na:   1\n---   \nb: {}\n", "---\na: 1\n---\nb: {}\n"},
		"an empty value":    {"a:\nb: null\nc: ~\nd: {e: }\n", "a:\nb: null\nc: ~\nd: { e: }\n"},
		"lists in lists":    {"a:\n  - - 1\n    - 2\n  - [3]\n", "a:\n  -\n    - 1\n    - 2\n  - [3]\n"},
		"numbers":           {"a: 0x1F\nb: 1_000\nc: 1.50\nd: .5\ne: 2027-05-01\n", "a: 0x1F\nb: 1_000\nc: 1.50\nd: .5\ne: 2027-05-01\n"},
		"a text over lines": {"a: one\n  two\nb: \"three\n  four\"\n", "a: one two\nb: \"three four\"\n"},
		"only comments":     {"# nothing\n", "# nothing\n"},
		"nothing":           {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := layout.Format([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("formatted (-want +got):\n%s", diff)
			}
			again, err := layout.Format(got)
			if err != nil || string(again) != string(got) {
				t.Errorf("formatted twice: %q, %v", again, err)
			}
		})
	}
}

// A file that isn't YAML keeps its text, and the error names the line of the file.
func TestFormatRefusesBrokenFile(t *testing.T) {
	t.Parallel()
	_, err := layout.Format([]byte("a: 1\n---\nb: {c: 1\n"))
	if err == nil || !strings.Contains(err.Error(), "[3:") {
		t.Errorf("got %v, want a mistake in line 3", err)
	}
}

func FuzzFormat(f *testing.F) {
	f.Add([]byte("a: { b: 1 } # c\nd:\n  - e: |\n      f\n"))
	f.Add([]byte("# a\n\nb: [1,\n # c\n 2]\n--- # d\ne: &f x\ng: *f\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := layout.Format(raw)
		if err != nil {
			return
		}
		twice, err := layout.Format(once)
		if err != nil || string(once) != string(twice) {
			t.Errorf("%q becomes %q, then %q, %v", raw, once, twice, err)
		}
	})
}
