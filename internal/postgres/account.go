//go:build linux || darwin

package postgres

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the server's operating-system user. PostgreSQL refuses root, so root drops to another user.
type account struct {
	uid, gid int
	drop     bool // whether it differs from ours
}

// chooseAccount returns the account for the server: our own. For root it is the owner of an existing cluster, else
// the account postgres, else the account nobody.
func chooseAccount(clusterDir string) (account, error) {
	info, err := os.Stat(clusterDir)
	if os.Geteuid() != 0 {
		if err == nil {
			if owner, _ := ownerOf(info); owner != os.Geteuid() {
				return account{}, fmt.Errorf("postgres: %s belongs to user id %d; run as that user, or choose another data folder", clusterDir, owner)
			}
		}
		return account{uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	if err == nil {
		if uid, gid := ownerOf(info); uid > 0 {
			return account{uid: uid, gid: gid, drop: true}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err1 == nil && err2 == nil && uid > 0 {
			return account{uid: uid, gid: gid, drop: true}, nil
		}
	}
	return account{}, fmt.Errorf("postgres: PostgreSQL doesn't run as root, and this machine has neither a user postgres nor nobody; run as another user, or set DATABASE_URL to a server of your own")
}

// ownerOf returns the ids of a file's owner and group, or -1 if the file system has none.
func ownerOf(info fs.FileInfo) (uid, gid int) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return -1, -1
	}
	return int(st.Uid), int(st.Gid)
}

// prepare makes the command run as the account, in / and with a clean environment.
func (a account) prepare(cmd *exec.Cmd) {
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if a.drop {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	}
}

// canReach reports whether the account may enter every folder on the way to path.
func (a account) canReach(path string) bool {
	if !a.drop {
		return true
	}
	for dir := path; ; {
		info, err := os.Stat(dir)
		if err != nil {
			return false
		}
		uid, gid := ownerOf(info)
		mode := info.Mode().Perm()
		switch {
		case uid == a.uid:
			mode >>= 6
		case gid == a.gid:
			mode >>= 3
		}
		if mode&1 == 0 {
			return false
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return true
		}
		dir = parent
	}
}
