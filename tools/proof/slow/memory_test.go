package slow

import (
	"os"
	"testing"
	"time"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// The memory of 2,000 refused calls, 400 concurrent logins and 600 slow sockets is freed afterwards.
func TestMemoryIsFreed(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o711); err != nil { //nolint:gosec // Postgres runs as another user, which must enter the folder
		t.Fatal(err)
	}
	binary, err := fleet.Build(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	before, after, statuses, err := RunMemory(t.Context(), Options{Binary: binary, Dir: dir}, Load{Refused: 2000, Logins: 400, Sockets: 600, Linger: 12 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("before: %s; after: %s; calls by status: %v", before, after, statuses)
	if after.Heap > before.Heap*11/10 { // which is 2 KiB for each call and socket
		t.Errorf("the live heap is %d KiB afterwards, and was %d", after.Heap>>10, before.Heap>>10)
	}
	if after.Resident > before.Resident*11/10 {
		t.Errorf("the server uses %d KiB of memory afterwards, and used %d before", after.Resident>>10, before.Resident>>10)
	}
	if after.Goroutines > before.Goroutines+10 {
		t.Errorf("there are %d goroutines afterwards, and were %d", after.Goroutines, before.Goroutines)
	}
	for _, status := range []int{400, 401, 404, 405, 409, 413, 422, 503} {
		if statuses[status] == 0 {
			t.Errorf("no call was answered %d: %v", status, statuses)
		}
	}
}
