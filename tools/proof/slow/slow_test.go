package slow

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

var (
	seconds = flag.Int("slow.seconds", 4, "how long other clients are measured, quiet and attacked")
	via     = flag.String("slow.via", "direct", "what is before the server: direct, nginx, caddy, or several; nginx and Caddy are Debian's packages")
)

// noise is the variation of the 99th percentile on a machine with other work. Without separate lanes other clients wait for the twenty seconds of a
// slow body.
const noise = 500 * time.Millisecond

// 300 slow bodies, 600 slow headers and 100 slow readers from one address don't delay other clients.
func TestSlowClientsDelayNoOthers(t *testing.T) {
	for proxy := range strings.SplitSeq(*via, ",") {
		t.Run(proxy, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Chmod(dir, 0o711); err != nil { //nolint:gosec // Postgres runs as another user, which must enter the folder
				t.Fatal(err)
			}
			binary, err := fleet.Build(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			f, err := Run(t.Context(), Options{
				Binary: binary, Dir: dir, Proxy: strings.TrimPrefix(proxy, "direct"), Bodies: 300, Headers: 600, Readers: 100, For: time.Duration(*seconds) * time.Second,
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("quiet: %d calls, p99 %s; attacked: %d calls, %d failed, p99 %s", f.Quiet.Calls, f.Quiet.P99, f.Attacked.Calls, f.Attacked.Failed, f.Attacked.P99)
			if f.Quiet.Failed > 0 || f.Attacked.Failed > 0 {
				t.Errorf("%d calls of others failed, and %d while it was quiet: %s %s", f.Attacked.Failed, f.Quiet.Failed, f.Attacked.Why, f.Quiet.Why)
			}
			if f.Attacked.P99 > 2*f.Quiet.P99+noise {
				t.Errorf("the slowest hundredth of others' calls take %s, and %s while it is quiet", f.Attacked.P99, f.Quiet.P99)
			}
		})
	}
}
