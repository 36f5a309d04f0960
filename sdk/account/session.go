package account

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// SessionNotFound rejects the end of a session that isn't the account's or has already ended.
var SessionNotFound = fault.New(fault.NotFound, "session_not_found", nil)

// SessionKind is the kind of client that is logged in.
type SessionKind string

// The kinds of sessions.
const (
	SessionBrowser     SessionKind = "browser"
	SessionCommandLine SessionKind = "command_line"
)

// Session is a valid login, without its token.
type Session struct {
	SessionID  string      `json:"sessionId"`
	Kind       SessionKind `json:"kind" enum:"browser,command_line"`
	CreatedAt  time.Time   `json:"createdAt"`
	ExpiresAt  time.Time   `json:"expiresAt"`
	LastUsedAt *time.Time  `json:"lastUsedAt,omitempty" doc:"Last use of a command line's login, to the day; missing if it is unused, and for browsers, whose logins last an hour"`
	Current    bool        `json:"current" doc:"The one whose token made this call"`
}

// SessionList lists an account's sessions.
type SessionList struct {
	Sessions []Session `json:"sessions" doc:"The newest first, at most 200"`
}
