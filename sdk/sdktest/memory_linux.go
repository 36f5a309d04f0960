package sdktest

import "syscall"

const (
	memoryMount = "/dev/shm"
	tmpfsMagic  = 0x01021994
	// memoryNeeded is what has to be free there: far more than all test binaries' databases take, which is some 100 MB each.
	memoryNeeded = 4 << 30
)

// memoryFolder is a folder whose files are in memory, if there is one with enough room: a test's database is a thousand files, made and removed
// again, and a disk's file system works longer on these than Postgres does.
func memoryFolder() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memoryMount, &fs); err != nil || fs.Type != tmpfsMagic || fs.Bavail*uint64(fs.Bsize) < memoryNeeded { //nolint:gosec // a size, never negative
		return ""
	}
	return memoryMount
}
