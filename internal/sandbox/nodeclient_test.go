package sandbox_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// The provider's own Node.js client works with the sandbox, unmodified. nodeclient/drive.js prints the client's results;
// the golden file holds the expected ones.
func TestNodeClient(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(filepath.Join("nodeclient", "node_modules", "braintree")); err != nil {
		t.Fatalf("the client isn't installed (%v): run make install", err)
	}
	b := newBench(t, sandbox.Options{})
	at, err := url.Parse(b.url)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "drive.js")
	cmd.Dir = "nodeclient"
	cmd.Env = append(os.Environ(), "GATEWAY_HOST="+at.Hostname(), "GATEWAY_PORT="+at.Port())
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, errOut.String())
	}
	file := filepath.Join("testdata", "nodeclient.json")
	if *update {
		var pretty bytes.Buffer
		if err := errors.Join(json.Indent(&pretty, out, "", "  "), os.WriteFile(file, pretty.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want, got map[string]any
	if err := json.Unmarshal(golden, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the client's results (-want +got):\n%s", diff)
	}
}
