package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/cojoin/cojoin/sdk/secret"
)

// loginFile is the file that stores the tokens, in the user's configuration folder.
const loginFile = "logins.json"

// storedLogin is one token. It is stored in plain text, because only the file's owner can read it.
type storedLogin struct {
	Token     string    `json:"token"`
	Username  string    `json:"username"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Logins is the file of logins, one per server.
type Logins struct {
	path    string
	Current string                 `json:"current"` // the server of the most recent login
	Servers map[string]storedLogin `json:"servers"`
}

// openLogins reads the file, or returns an empty store if there is none. It rejects a file that others may read,
// because its tokens may no longer be secret.
func openLogins() (*Logins, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return nil, fmt.Errorf("there is no configuration folder to store a login in: %w", err)
	}
	s := &Logins{path: filepath.Join(folder, "cojoin", loginFile), Servers: map[string]storedLogin{}}
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, fmt.Errorf("logins: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		return nil, fmt.Errorf("%s can be read by others: run chmod 600 on it, and preferably log in again", s.path)
	}
	raw, err := os.ReadFile(s.path)
	if err != nil {
		return nil, fmt.Errorf("logins: %w", err)
	}
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("%s is invalid: remove it and log in again", s.path)
	}
	if s.Servers == nil {
		s.Servers = map[string]storedLogin{}
	}
	return s, nil
}

// put stores a server's login and makes it the current one.
func (s *Logins) put(server string, token secret.Secret, username string, until time.Time) error {
	s.Servers[server] = storedLogin{Token: token.Reveal(), Username: username, ExpiresAt: until}
	s.Current = server
	return s.save()
}

// forget deletes a server's login.
func (s *Logins) forget(server string) error {
	delete(s.Servers, server)
	if s.Current == server {
		s.Current = ""
		for other := range s.Servers {
			s.Current = other
		}
	}
	return s.save()
}

// save replaces the file atomically, so that a crash leaves either the old or the new one.
func (s *Logins) save() error {
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
