package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The widget's copy of the rules matches the SDK's rules.
func TestWidgetIsUpToDate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := writeWidget(dir); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		want, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("../../../widget/src/rules", file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: run go run ./sdk/internal/gen widget (-want +got):\n%s", file.Name(), diff)
		}
	}
}

// Tags and schemas contain the table's payment types.
func TestTypeListsAreUpToDate(t *testing.T) {
	t.Parallel()
	for _, l := range typeLists() {
		got, err := os.ReadFile(filepath.Join("../../..", l.file))
		if err != nil {
			t.Fatal(err)
		}
		want, err := l.in(got)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: run go run ./sdk/internal/gen widget (-want +got):\n%s", l.file, diff)
		}
	}
	if _, err := (typeList{"a.go", regexp.MustCompile("()list()"), "A"}).in([]byte("no such place")); err == nil {
		t.Error("a file without the list was accepted")
	}
}

// The shipped filter matches the word list, and is small enough to ship.
func TestPasswordFilterIsUpToDate(t *testing.T) {
	t.Parallel()
	want, err := passwordFilter()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../form/data/password.filter")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Error("run go run ./sdk/internal/gen passwords")
	}
	if most := 300 << 10; len(got) > most {
		t.Errorf("it has %d bytes, at most %d are allowed", len(got), most)
	}
}

func TestRunRefusesOtherArguments(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{nil, {"all"}, {"data", "widget"}} {
		if err := run(args); err == nil {
			t.Errorf("run(%q) did something", args)
		}
	}
}

func TestClassOf(t *testing.T) {
	t.Parallel()
	got := classOf(func(r rune) bool { return r == 'a' || r >= 'c' && r <= 'e' || r == 0xffff })
	if want := `\u0061\u0063-\u0065\uffff`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestWalkZones(t *testing.T) {
	t.Parallel()
	tree := json.RawMessage(`{"America":{"New_York":{"exemplarCity":"Nueva York","_type":"zone"},"Indiana":{"Knox":{"_type":"zone"}}},"UTC":[{"uses":1}]}`)
	got := map[string]string{}
	err := walkZones(tree, "", func(id string, leaf json.RawMessage) error {
		got[id] = string(leaf)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"America/New_York":     `{"exemplarCity":"Nueva York","_type":"zone"}`,
		"America/Indiana/Knox": `{"_type":"zone"}`,
		"UTC":                  `[{"uses":1}]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestZoneName(t *testing.T) {
	t.Parallel()
	names := cldrNames{
		byLang: map[string]cldr{"es": {
			territories: map[string]string{"TR": "Turquía"},
			metazones:   map[string]string{"America_Eastern": "hora oriental"},
			cities:      map[string]string{"America/New_York": "Nueva York", "Asia/Calcutta": "Calcuta"},
			region:      "hora de {0}",
		}},
		metazone: map[string]string{"America/New_York": "America_Eastern", "America/Coral_Harbour": "America_Eastern"},
		aliases: zoneAliases(map[string]json.RawMessage{
			"_alias": json.RawMessage(`"timezone"`),
			"cayzs":  json.RawMessage(`{"_alias":"America/Coral_Harbour America/Atikokan","_iana":"America/Atikokan"}`),
			"inccu":  json.RawMessage(`{"_alias":"Asia/Calcutta Asia/Kolkata"}`),
			"papty":  json.RawMessage(`{"_alias":"America/Panama EST"}`),
		}),
	}
	cases := []struct{ country, id, want string }{
		{"US", "America/New_York", "Hora oriental (Nueva York)"},
		{"TR", "Europe/Istanbul", "Hora de Turquía (Istanbul)"},
		{"TR", "Asia/Kolkata", "Hora de Turquía (Calcuta)"},
		{"TR", "America/North_Dakota/New_Salem", "Hora de Turquía (New Salem)"},
		{"TR", "America/Atikokan", "Hora oriental (Atikokan)"},
		{"TR", "America/Panama", "Hora de Turquía (Panama)"},
	}
	for _, c := range cases {
		if got := zoneName(names, "es", c.country, c.id); got != c.want {
			t.Errorf("%s is named %q, want %q", c.id, got, c.want)
		}
	}
}

// readTZ reads the tables in the tz database's format.
func TestReadTZ(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"iso3166.tab": "# comment\nGB\tBritain (UK)\nHM\tHeard Island & McDonald Islands\n",
		"zone.tab":    "# comment\nGB\t+513030-0000731\tEurope/London\n",
		"tzdata.zi":   "# version 2025b\nL Europe/London GB\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("ZONEINFO_DIR", dir)
	got, err := readTZ()
	if err != nil {
		t.Fatal(err)
	}
	want := tzTables{version: "2025b", countries: []string{"GB", "HM"}, zones: map[string][]string{"GB": {"Europe/London"}}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(tzTables{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
