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
	LastUsedAt *time.Time  `json:"lastUsedAt,omitempty" doc:"Last use of a command line, accurate to a day. Left out before the first use and for browsers, whose logins last an hour"`
	Current    bool        `json:"current" doc:"True for the session of this call's token"`
}

// SessionList lists an account's sessions.
type SessionList struct {
	Sessions []Session `json:"sessions" doc:"Newest first, at most 200"`
}
