package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/cojoin/cojoin/sdk"
)

// loginFile is where the command line's tokens are kept, below the user's configuration folder.
const loginFile = "logins.json"

// storedLogin is one token. It is written in clear: the file is its owner's alone.
type storedLogin struct {
	Token     string    `json:"token"`
	Username  string    `json:"username"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// loginStore is the file of who is logged in, one login a server.
type loginStore struct {
	path    string
	Current string                 `json:"current"` // the server that was logged in to last
	Servers map[string]storedLogin `json:"servers"`
}

// openLogins reads the file, or starts an empty one. A file that others may read is refused: a token in it
// may be known to anybody on the machine.
func openLogins() (*loginStore, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return nil, fmt.Errorf("no configuration folder is known, to keep a login in: %w", err)
	}
	s := &loginStore{path: filepath.Join(folder, "cojoin", loginFile), Servers: map[string]storedLogin{}}
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("logins: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		return nil, fmt.Errorf("%s can be read by others: run chmod 600 on it, and better still log in again", s.path)
	}
	raw, err := os.ReadFile(s.path)
	if err != nil {
		return nil, fmt.Errorf("logins: %w", err)
	}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("%s can't be read: remove it and log in again", s.path)
	}
	if s.Servers == nil {
		s.Servers = map[string]storedLogin{}
	}
	return s, nil
}

// put keeps a server's login and makes it the one in use.
func (s *loginStore) put(server string, token sdk.Secret, username string, until time.Time) error {
	s.Servers[server] = storedLogin{Token: token.Reveal(), Username: username, ExpiresAt: until}
	s.Current = server
	return s.save()
}

// forget drops a server's login.
func (s *loginStore) forget(server string) error {
	delete(s.Servers, server)
	if s.Current == server {
		s.Current = ""
		for other := range s.Servers {
			s.Current = other
		}
	}
	return s.save()
}

// save replaces the file in one step, so that a crash leaves the old one or the new one.
func (s *loginStore) save() error {
	folder := filepath.Dir(s.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("logins: %w", err)
	}
	raw, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("logins: %w", err)
	}
	next, err := os.CreateTemp(folder, loginFile+".*") // 0600
	if err != nil {
		return fmt.Errorf("logins: %w", err)
	}
	_, err = next.Write(append(raw, '\n'))
	if err = errors.Join(err, next.Close()); err == nil {
		err = os.Rename(next.Name(), s.path)
	}
	if err != nil {
		_ = os.Remove(next.Name())
		return fmt.Errorf("logins: %w", err)
	}
	return nil
}
