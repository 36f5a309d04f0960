package console

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

type listed struct {
	ID     string     `json:"id"`
	Name   string     `json:"name,omitempty"`
	At     time.Time  `json:"at"`
	Ended  *time.Time `json:"ended,omitempty"`
	Scopes []string   `json:"scopes,omitempty"`
}

func cellsOf(l listed) []any { return []any{l.ID, l.Name, l.At, DayOf(l.Ended), l.Ended, l.Scopes} }

var (
	listedColumns = []string{"id", "name", "since", "day", "ended", "scopes"}
	began         = time.Date(2026, 11, 27, 16, 4, 5, 600, time.FixedZone("", 3600))
	all           = []listed{{ID: "1", Name: "=1", At: began}, {ID: "2", At: began, Ended: &began, Scopes: []string{"a", "b"}}}
)

// outputOf runs a command with flags and returns its output.
func outputOf(t *testing.T, run func(cmd *cobra.Command) error, args ...string) string {
	t.Helper()
	var out strings.Builder
	cmd := &cobra.Command{RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd) }}
	ListFlags(cmd)
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestList(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		flag string
		list []listed
		want string
	}{
		{"", all, `ID  NAME  SINCE                 DAY         ENDED                 SCOPES
1   =1    2026-11-27 15:04:05Z  -           -                     -
2   -     2026-11-27 15:04:05Z  2026-11-27  2026-11-27 15:04:05Z  a, b
`},
		{"--csv", all, `id,name,since,day,ended,scopes
1,'=1,2026-11-27 15:04:05Z,,,
2,,2026-11-27 15:04:05Z,2026-11-27,2026-11-27 15:04:05Z,"a, b"
`},
		{"--json", all[:1], `[
  {
    "id": "1",
    "name": "=1",
    "at": "2026-11-27T16:04:05.0000006+01:00"
  }
]
`},
		{"", nil, "nothing\n"},
		{"--csv", nil, "id,name,since,day,ended,scopes\n"},
		{"--json", nil, "[]\n"},
	} {
		var args []string
		if test.flag != "" {
			args = append(args, test.flag)
		}
		got := outputOf(t, func(cmd *cobra.Command) error { return List(cmd, test.list, "nothing", listedColumns, cellsOf) }, args...)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%d rows %s (-want +got):\n%s", len(test.list), test.flag, diff)
		}
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	rows := [][2]any{{"id", 1}, {"long name", ""}, {"since", began}}
	show := func(cmd *cobra.Command) error {
		none, one := Below[listed](nil, listedColumns, cellsOf), Below(all[:1], listedColumns, cellsOf)
		return Show(cmd, map[string]int{"id": 1}, rows, none, one)
	}
	want := `id         1
long name  -
since      2026-11-27 15:04:05Z

ID  NAME  SINCE                 DAY  ENDED  SCOPES
1   =1    2026-11-27 15:04:05Z  -    -      -
`
	if diff := cmp.Diff(want, outputOf(t, show)); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
	if got := outputOf(t, show, "--json"); got != "{\n  \"id\": 1\n}\n" {
		t.Errorf("JSON %s", got)
	}
}
