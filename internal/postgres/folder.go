//go:build linux || darwin

package postgres

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// folder is a locked data folder: cluster (the data), lock, and cluster.new while it is being made.
type folder struct {
	dir  string // real path
	lock *os.File
}

// openFolder creates the folder if necessary and locks it for this process. The lock ends with the process, however that ends.
func openFolder(dir string) (*folder, error) {
	if dir == "" {
		return nil, errors.New("postgres: no data folder was given")
	}
	if err := os.MkdirAll(dir, 0o711); err != nil {
		return nil, fmt.Errorf("postgres: the data folder can't be made: %w", err)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(abs, "PG_VERSION")); err == nil {
		return nil, fmt.Errorf("postgres: %s is itself a cluster that another tool made; choose another data folder, or set DATABASE_URL to the server that it belongs to", abs)
	}
	lock, err := os.OpenFile(filepath.Join(abs, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("postgres: the data folder can't be written to: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer func() { _ = lock.Close() }()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("postgres: %s can't be locked: %w", abs, err)
		}
		var holder [32]byte
		n, _ := lock.ReadAt(holder[:], 0)
		return nil, fmt.Errorf("postgres: %w: process %s runs a server on %s; stop it, or choose another data folder", ErrInUse, strings.TrimSpace(string(holder[:n])), abs)
	}
	if err := lock.Truncate(0); err == nil {
		_, _ = lock.WriteAt(strconv.AppendInt(nil, int64(os.Getpid()), 10), 0) // only for the message above
	}
	return &folder{abs, lock}, nil
}

func (f *folder) cluster() string { return filepath.Join(f.dir, "cluster") }

// unlock releases the folder immediately. Closing the file alone isn't enough while this process starts another one: the child has the file open,
// too, until it runs its program.
func (f *folder) unlock() {
	_ = syscall.Flock(int(f.lock.Fd()), syscall.LOCK_UN)
	_ = f.lock.Close()
}

// version returns the major version that wrote the cluster, or 0 if there is none yet.
func (f *folder) version() (int, error) {
	raw, err := os.ReadFile(filepath.Join(f.cluster(), "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(f.cluster()); err == nil {
			return 0, fmt.Errorf("postgres: %s is there but isn't a PostgreSQL cluster; move it away, or choose another data folder", f.cluster())
		}
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	v, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	if err != nil {
		return 0, fmt.Errorf("postgres: %s/PG_VERSION holds no version number", f.cluster())
	}
	return v, nil
}

// versionError lists the available versions and the remedies. It never suggests deleting data without a copy.
type versionError struct {
	dir   string
	want  int
	found []int
}

func (e *versionError) Error() string {
	found := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(e.found)), ", "), "[]")
	return fmt.Sprintf("postgres: %s: PostgreSQL %d wrote %s, and this machine has version %s; install PostgreSQL %d, or dump the data with it (pg_dumpall) and load it into a new data folder, or choose another data folder. Nothing was changed",
		ErrVersion, e.want, e.dir, found, e.want)
}

func (e *versionError) Unwrap() error { return ErrVersion }

// makeSocketDir creates the folder of the server's socket. Its path is the same at each start, and short: a socket's path is limited to about 100
// bytes, a data folder's isn't.
func makeSocketDir(f *folder, acc account) (string, error) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", f.dir, acc.uid))
	name := fmt.Sprintf("cojoin-postgres-%x", sum[:6])
	dir := filepath.Join(os.TempDir(), name)
	if len(dir) > 80 || !acc.canReach(os.TempDir()) {
		dir = filepath.Join("/tmp", name)
	}
	err := os.Mkdir(dir, 0o700)
	switch {
	case err == nil:
		if acc.drop {
			if err := os.Lchown(dir, acc.uid, acc.gid); err != nil {
				return "", fmt.Errorf("postgres: the socket's folder: %w", err)
			}
		}
	case errors.Is(err, fs.ErrExist):
		// Any user may create a folder of this name in /tmp: only accept our own.
		info, err := os.Lstat(dir)
		if err != nil {
			return "", err
		}
		if uid, _ := ownerOf(info); !info.IsDir() || uid != acc.uid || info.Mode().Perm() != 0o700 {
			return "", fmt.Errorf("postgres: %s is there but isn't a private folder of user id %d; remove it", dir, acc.uid)
		}
		stale, _ := filepath.Glob(filepath.Join(dir, ".s.PGSQL.*"))
		for _, s := range stale { // left by a killed server
			_ = os.Remove(s)
		}
	default:
		return "", fmt.Errorf("postgres: the socket's folder: %w", err)
	}
	return dir, nil
}

// clusterArg returns the path of dir for the command's -D. If the account can't enter a folder on the way (root's home is 0700), the command gets dir
// as an open file instead; this works on Linux only. The caller closes the file after the command has started.
func clusterArg(cmd *exec.Cmd, dir string, acc account) (string, *os.File, error) {
	if acc.canReach(filepath.Dir(dir)) {
		return dir, nil, nil
	}
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		return "", nil, fmt.Errorf("postgres: the server runs as user id %d, which can't reach %s; choose a data folder that it can, e.g. below /var/lib", acc.uid, dir)
	}
	f, err := os.Open(dir)
	if err != nil {
		return "", nil, err
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, f)
	return fmt.Sprintf("/proc/self/fd/%d", 2+len(cmd.ExtraFiles)), f, nil
}
