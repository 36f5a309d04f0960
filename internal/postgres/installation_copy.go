//go:build linux || darwin

package postgres

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// copyInstallation copies npm's installation (the folder with bin, lib and share) to a folder that every user can read, creates the links that npm
// can't pack, and returns the copy's path. It reuses an existing copy.
func copyInstallation(from string) (string, error) {
	info, err := os.Stat(filepath.Join(from, "bin", "postgres"))
	if err != nil {
		return "", err
	}
	cache, err := cacheDir()
	if err != nil {
		return "", err
	}
	key := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%d", from, info.Size(), info.ModTime().UnixNano()))
	to := filepath.Join(cache, fmt.Sprintf("postgres-%x", key[:8]))
	if _, err := os.Stat(to); err == nil {
		return to, nil
	}
	tmp, err := os.MkdirTemp(cache, ".new-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(tmp) }()
	if err := os.CopyFS(filepath.Join(tmp, "native"), os.DirFS(from)); err != nil {
		return "", fmt.Errorf("copying %s: %w", from, err)
	}
	if err := makeLinks(from, filepath.Join(tmp, "native")); err != nil {
		return "", err
	}
	if err := makeReadable(filepath.Join(tmp, "native")); err != nil {
		return "", err
	}
	if err := os.Rename(filepath.Join(tmp, "native"), to); err != nil {
		if _, there := os.Stat(to); there != nil { // another process may have been quicker
			return "", err
		}
	}
	return to, nil
}

// cacheDir returns the folder of the copies. As root it is one that every user can reach, otherwise it is below the user's own cache.
func cacheDir() (string, error) {
	dir := "/var/cache/cojoin"
	if os.Geteuid() != 0 {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(user, "cojoin")
	}
	return dir, os.MkdirAll(dir, 0o755)
}

// makeLinks creates the library links that npm's installation lists in pg-symlinks.json.
func makeLinks(from, to string) error {
	raw, err := os.ReadFile(filepath.Join(from, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(raw, &links); err != nil {
		return fmt.Errorf("pg-symlinks.json: %w", err)
	}
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for _, l := range links { // "native/lib/libx.so.1.2" → "native/lib/libx.so.1"
		source, err1 := filepath.Rel("native", l.Source)
		target, err2 := filepath.Rel("native", l.Target)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		rel, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return err
		}
		if err := root.Symlink(rel, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// makeReadable lets every user read the tree, whatever the umask of the installation and ours.
func makeReadable(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		return os.Chmod(path, mode)
	})
}
