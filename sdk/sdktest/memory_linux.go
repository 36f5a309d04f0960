package sdktest

import "syscall"

const (
	memoryMount = "/dev/shm"
	tmpfsMagic  = 0x01021994
	// memoryNeeded is the required free space: far more than the databases of all test binaries, which take about 100 MB each.
	memoryNeeded = 4 << 30
)

// memoryFolder returns a folder in memory with enough room, if there is one. A test's database has a thousand files, and a disk's file system spends
// more time on creating and removing them than Postgres does.
func memoryFolder() string {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(memoryMount, &fs); err != nil || fs.Type != tmpfsMagic || fs.Bavail*uint64(fs.Bsize) < memoryNeeded { //nolint:gosec // a size, never negative
		return ""
	}
	return memoryMount
}
