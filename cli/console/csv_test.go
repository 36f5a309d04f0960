package console

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCSVHasNoFormula(t *testing.T) {
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

// Every CSV and every table goes through this package.
func TestOneWriterOfTables(t *testing.T) {
	t.Parallel()
	seen := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || filepath.Dir(path) == "../console" {
			return err
		}
		seen++
		source, err := os.ReadFile(path)
		for _, own := range []string{"csv.NewWriter(", "tabwriter.NewWriter("} {
			if strings.Contains(string(source), own) {
				t.Errorf("%s calls %s…): use List, Show, WriteCSV or Table of console", path, own)
			}
		}
		return err
	})
	if err != nil || seen < 100 {
		t.Fatalf("%d files: %v", seen, err)
	}
}
