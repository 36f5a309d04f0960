package account

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Parent returns a parent's account to its holder, identified by an account token or an invitation's. An invitee has no account before
	// they join; they see their consents so far. Faults: [InvitationTokenInvalid]; [fault.AccountForbidden] for a valid token of another
	// user.
	Parent(ctx context.Context, userID string, token secret.Secret) (*ParentAccount, error)

	// AgreeToTerms records a parent's consent to the terms. Only the first call has an effect. Faults: as for [Client.Parent].
	AgreeToTerms(ctx context.Context, userID string, token secret.Secret) (*ParentAccount, error)

	// SetMarketingOptIn turns marketing mail on or off. Faults: as for [Client.Parent].
	SetMarketingOptIn(ctx context.Context, userID string, token secret.Secret, optIn bool) (*ParentAccount, error)

	// Login checks a username and password. A failed login is not an error: its redirect contains login_error. It takes the same time for an
	// unknown username. A successful login returns an account token that is valid for an hour. If links.home is the customer's application,
	// the redirect leads there with a login code. Faults: [fault.TooManyTries], [fault.Saturated].
	Login(ctx context.Context, username string, password secret.Secret, meta caller.Meta) (*LoginAnswer, error)

	// Logout ends a login immediately, on every page that received it. Faults: [fault.TokenInvalid].
	Logout(ctx context.Context, token secret.Secret) error

	// UsernameAvailability checks if a username is valid and free. It takes a credentials token. Faults: [fault.TokenInvalid],
	// [fault.TooManyTries].
	UsernameAvailability(ctx context.Context, token secret.Secret, username string) (UsernameAvailability, error)

	// SetCredentials sets the username and password of a new account and uses up the credentials token. It also logs in, because hashing the
	// password again would cost as much as the rest of a sign-up. The caller has paid, so it waits for a turn to hash for as long as the call
	// may last.
	//
	// Errors: [fault.ValidationError] (username and password, with every unmet requirement; termsAndConditions
	// for an invited parent). Faults: [fault.TokenInvalid], [fault.TooManyTries], [fault.Saturated], and those of idempotency as
	// for Create of package signup.
	SetCredentials(ctx context.Context, token secret.Secret, in CredentialsInput, meta caller.Meta) (*CredentialsAnswer, error)

	// LeadHome returns the URL of the home page with a code that transfers the login. Call it when the user leaves, because the code is valid
	// for a minute. The account page needs the code because it has another origin and can't read the login. Its code is in the fragment,
	// which browsers never send to a server, and its URL carries the caller's language. The customer's application gets a code of its own and
	// the unchanged state. Any other home page gets no code. Fault: [fault.TokenInvalid].
	LeadHome(ctx context.Context, token secret.Secret, state string, meta caller.Meta) (*HandOver, error)

	// TakeOver exchanges a code of [Client.LeadHome] for a login of the account page, and uses it up. That login ends together with the
	// original one. Fault: [fault.TokenInvalid] for a code that is unknown, used or older than a minute, or if its login has ended.
	TakeOver(ctx context.Context, code secret.Secret) (*LoginAnswer, error)

	// MailLink mails the link for the next step of an address's owner: set username and password, set a new password, or open an invitation
	// again. The result and its duration are the same for every address.
	//
	// Errors: [fault.ValidationError] (field email). Faults: [fault.TooManyTries] after three in an hour for one address.
	MailLink(ctx context.Context, email string, meta caller.Meta) error

	// SetPassword sets a new password with the token of a mailed link, and logs in. It ends every login and access token of the account,
	// because a stranger may have known the old password. A mail confirms the change to the owner.
	//
	// Errors: [fault.ValidationError] (password, with every unmet requirement). Faults: [fault.TokenInvalid], [fault.TooManyTries],
	// [fault.Saturated], and those of idempotency as for Create of package signup.
	SetPassword(ctx context.Context, token secret.Secret, in PasswordInput, meta caller.Meta) (*PasswordAnswer, error)

	// Sessions lists an account's logins in browsers and command lines. It accepts the token of either. Faults: [fault.TokenInvalid].
	Sessions(ctx context.Context, token secret.Secret) (*SessionList, error)

	// EndSession ends one session of an account immediately, which may be the caller's own. Faults: [fault.TokenInvalid], [SessionNotFound].
	EndSession(ctx context.Context, token secret.Secret, sessionID string) error

	// EndSessions ends every session of an account immediately, including the caller's. Faults: [fault.TokenInvalid].
	EndSessions(ctx context.Context, token secret.Secret) error

	// EndOtherSessions ends every session of an account immediately, except the caller's. Faults: [fault.TokenInvalid].
	EndOtherSessions(ctx context.Context, token secret.Secret) error

	// EndLogins ends every session of an account immediately. It takes the token of a mailed link to set a new password, which stays valid.
	// Faults: [fault.TokenInvalid].
	EndLogins(ctx context.Context, token secret.Secret) error
}
