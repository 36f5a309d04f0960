//go:build unix && !solaris && !aix

package sandbox

import (
	"os"
	"syscall"
)

// lockFile keeps other processes out until the file is closed or this process ends.
func lockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
