//go:build unix && !solaris && !aix

package sandbox

import (
	"os"
	"syscall"
)

// lockFile locks the file against other processes until it is closed or this process ends. It fails if the file is locked.
func lockFile(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
