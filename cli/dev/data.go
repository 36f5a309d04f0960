package dev

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// DataDir returns our folder in the user's state folder (XDG_STATE_HOME, else ~/.local/state).
func DataDir() (string, error) {
	if state := os.Getenv("XDG_STATE_HOME"); state != "" {
		return filepath.Join(state, "cojoin"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("there is no home folder: name a data folder with --data: %w", err)
	}
	return filepath.Join(home, ".local", "state", "cojoin"), nil
}

// devSecret reads a secret from the data folder (the server's or the operator's), and creates it if it doesn't
// exist. The secret must stay with the database, because the codes in it are encrypted with it.
func devSecret(dataDir, name string) (string, error) {
	file := filepath.Join(dataDir, name)
	raw, err := os.ReadFile(file)
	if err == nil {
		return strings.TrimSpace(string(raw)), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("development secret: %w", err)
	}
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // never fails
	text := base64.StdEncoding.EncodeToString(secret[:])
	if err := os.WriteFile(file, []byte(text+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("development secret: %w", err)
	}
	return text, nil
}

// writeDevConfig writes the settings of the running environment, so that the operator's commands
// (payments, catalog, doctor) can work on it: cojoin payments list --config DATA/cojoin.yaml.
func writeDevConfig(dataDir string, values map[string]string) error {
	var b strings.Builder
	b.WriteString("# Written by `cojoin dev` at each start, for the operator's commands.\n")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&b, "%s: %q\n", name, values[name])
	}
	file := ConfigFile(dataDir)
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) { // an existing file would keep its permissions
		return fmt.Errorf("development configuration: %w", err)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		return fmt.Errorf("development configuration: %w", err)
	}
	return nil
}

// ConfigFile returns the configuration of the environment in a data folder, for the operator's commands.
func ConfigFile(dataDir string) string { return filepath.Join(dataDir, "cojoin.yaml") }
