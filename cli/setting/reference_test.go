package setting

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
)

// The page of settings is up to date with the table of settings.
func TestConfigurationPageIsUpToDate(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := WriteReference(&want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(page, want.Bytes()) {
		t.Error("docs/configuration.md differs from the settings; run: go run ./cli config reference > docs/configuration.md")
	}
}

// Every rate limit can be set by its name in the SDK.
func TestEveryLimitCanBeSet(t *testing.T) {
	t.Parallel()
	fields := reflect.TypeFor[caller.Limits]()
	for i := range fields.NumField() {
		name := strings.ToLower(fields.Field(i).Name[:1]) + fields.Field(i).Name[1:]
		var s Config
		if err := readLimit(&s, name, "7/3m"); err != nil {
			t.Error(err)
			continue
		}
		if got, want := reflect.ValueOf(s.Limits).Field(i).Interface(), (caller.Limit{Count: 7, Per: 3 * time.Minute}); got != want {
			t.Errorf("limits.%s sets %+v, want %+v", name, got, want)
		}
	}
}
