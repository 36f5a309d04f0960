package console

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCSVHoldsNoFormula(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	err := WriteCSV(&out, []string{"name", "practice"}, [][]string{
		{"Ana", "Diaz, Law"}, {`=HYPERLINK("https://evil.example")`, "+1"}, {"-2+3", "@SUM(A1)"}, {" =1", "\t=1"}, {"\uff1d1", ""}, {"a=b", "1-2"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `name,practice
Ana,"Diaz, Law"
"'=HYPERLINK(""https://evil.example"")",'+1
'-2+3,'@SUM(A1)
' =1,'	=1
'＝1,
a=b,1-2
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
}

// Every CSV goes through the one writer.
func TestCSVHasOneWriter(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if name != "csv.go" && name != "csv_test.go" && strings.Contains(string(source), `"encoding/csv"`) {
			t.Errorf("%s writes CSV of its own: use writeCSV", name)
		}
	}
}
