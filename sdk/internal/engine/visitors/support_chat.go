package visitors

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/support"
)

func validateChat(c support.Config) error {
	if (c.KeyID == "") != (c.Secret == "") {
		return errors.New("key id and secret belong together")
	}
	return nil
}

// chatTokenLife is short: the chat widget requests a new token when it needs one.
const chatTokenLife = 10 * time.Minute

// minVisitorID is the minimum length of an anonymous id that identifies a visitor to the chat: about a UUID's, so that it can't be guessed.
const minVisitorID = 32

// chatClaims are the claims of a Zendesk messaging token.
type chatClaims struct {
	Scope         string `json:"scope"`
	ExternalID    string `json:"external_id"`
	Name          string `json:"name,omitempty"`
	Email         string `json:"email,omitempty"`
	EmailVerified *bool  `json:"email_verified,omitempty"`
	IssuedAt      int64  `json:"iat"`
	ExpiresAt     int64  `json:"exp"`
}

// ChatToken implements [support.Client].
func (c *Engine) ChatToken(ctx context.Context, holder signup.Holder, meta caller.Meta) (*support.Token, error) {
	if c.config.Chat.Secret == "" || !c.core.Flags(ctx, meta).Switches[flag.SwitchSupportChat] {
		return nil, support.Off
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitChats, c.core.Limits.Chats, meta.ClientAddr); err != nil {
		return nil, err
	}
	claims, err := c.chatClaims(ctx, holder, meta)
	if err != nil {
		return nil, err
	}
	now := c.core.Now()
	claims.Scope, claims.IssuedAt, claims.ExpiresAt = "user", now.Unix(), now.Add(chatTokenLife).Unix()
	token, err := signChatToken(c.config.Chat, claims)
	if err != nil {
		return nil, err
	}
	return &support.Token{Token: secret.Shown(token)}, nil
}

// chatClaims returns the caller's claims.
func (c *Engine) chatClaims(ctx context.Context, holder signup.Holder, meta caller.Meta) (chatClaims, error) {
	switch {
	case holder.SignupID != "" || holder.Key != "":
		row, err := c.signup.LoadRegistration(ctx, c.core.Q, holder.SignupID, holder.Key)
		if err != nil {
			return chatClaims{}, err
		}
		d, err := c.signup.Open(ctx, c.core.Q, row)
		if err != nil {
			return chatClaims{}, err
		}
		var p form.Parent // empty after the purge
		if d.Parent != nil {
			p = *d.Parent
		}
		return personClaims("signup-"+row.ID.String(), p.FirstName+" "+p.LastName, p.Email, false), nil
	case holder.Bearer != "":
		return c.accountClaims(ctx, holder)
	case len(meta.AnonymousID) >= minVisitorID:
		id := base64.RawURLEncoding.EncodeToString(c.core.Keys.Mac("support-chat", meta.AnonymousID))
		return chatClaims{ExternalID: "visitor-" + id}, nil
	}
	return chatClaims{}, support.Nameless
}

// accountClaims returns the claims of an account, authenticated by its own token or by an invitation's.
func (c *Engine) accountClaims(ctx context.Context, holder signup.Holder) (chatClaims, error) {
	in, err := c.account.Invitee(ctx, c.core.Q, holder.UserID, holder.Bearer)
	if err == nil {
		return personClaims("account-"+in.UserID().String(), in.Person.FirstName+" "+in.Person.LastName, in.Person.Email, provedByLink(in)), nil
	}
	if !errors.Is(err, account.InvitationTokenInvalid) {
		return chatClaims{}, err
	}
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenAccount, holder.Bearer)
	if err != nil {
		return chatClaims{}, err
	}
	if holder.UserID != "" && holder.UserID != found.AccountID.String() {
		return chatClaims{}, fault.AccountForbidden
	}
	a, err := c.core.Account(ctx, c.core.Q, *found.AccountID)
	if err != nil {
		return chatClaims{}, fmt.Errorf("chat: account: %w", err)
	}
	if a.State == accounts.Closed {
		return chatClaims{}, fault.TokenInvalid
	}
	return personClaims("account-"+a.ID.String(), a.Person.FirstName+" "+a.Person.LastName, a.Person.Email, false), nil
}

// provedByLink reports whether an invited parent's address is the one that the link was mailed to. Once they have joined, they may have typed
// another.
func provedByLink(in accounts.Invitee) bool { return in.Account == nil && in.Invitation.ByMail }

func personClaims(id, name, email string, verified bool) chatClaims {
	claims := chatClaims{ExternalID: id, Name: name, Email: email}
	if email != "" {
		claims.EmailVerified = &verified
	}
	return claims
}

// signChatToken returns a JWT (RFC 7519) signed with HS256, the only algorithm that Zendesk accepts.
func signChatToken(cfg support.Config, claims chatClaims) (string, error) {
	header, err := json.Marshal(map[string]string{"alg": "HS256", "typ": "JWT", "kid": cfg.KeyID})
	if err != nil {
		return "", fmt.Errorf("chat token: %w", err)
	}
	body, err := json.Marshal(claims)
	if err != nil {
		return "", fmt.Errorf("chat token: %w", err)
	}
	signed := base64.RawURLEncoding.EncodeToString(header) + "." + base64.RawURLEncoding.EncodeToString(body)
	mac := hmac.New(sha256.New, []byte(cfg.Secret.Reveal()))
	mac.Write([]byte(signed))
	return signed + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)), nil
}
