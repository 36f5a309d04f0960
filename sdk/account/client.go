package account

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Parent returns a parent's account to its holder, known by an account token or an invitation's. Who is invited has none before they
	// join: they see what they have agreed to so far. Faults: [InvitationTokenInvalid]; [fault.AccountForbidden] for a good token and another
	// user's id.
	Parent(ctx context.Context, userID string, token secret.Secret) (*ParentAccount, error)

	// AgreeToTerms records that a parent agrees to the terms. The first time counts; again changes nothing.
	// Faults: as for [Client.Parent].
	AgreeToTerms(ctx context.Context, userID string, token secret.Secret) (*ParentAccount, error)

	// SetMarketingOptIn records whether a parent wants marketing mail. Faults: as for [Client.Parent].
	SetMarketingOptIn(ctx context.Context, userID string, token secret.Secret, optIn bool) (*ParentAccount, error)

	// Login checks a username and password. A failed login is an answer, not an error: its redirect holds
	// login_error, and it takes the same time whether or not the username exists. A successful one returns an
	// account token that is valid for an hour; where links.home is the customer's application, its redirect leads there with a login code. Faults: [fault.TooManyTries], [fault.Saturated].
	Login(ctx context.Context, username string, password secret.Secret, meta caller.Meta) (*LoginAnswer, error)

	// Logout ends a login immediately, on every page that it was handed over to. Faults: [fault.TokenInvalid].
	Logout(ctx context.Context, token secret.Secret) error

	// UsernameAvailability reports whether a username is valid and free. It takes a credentials token. Faults: [fault.TokenInvalid], [fault.TooManyTries].
	UsernameAvailability(ctx context.Context, token secret.Secret, username string) (UsernameAvailability, error)

	// SetCredentials sets the username and password of a new account and uses up the credentials token. It logs in, too: the password has just
	// been hashed, and hashing it again for a login costs as much as the rest of a sign-up. Who has paid waits for a turn to hash as long as the call may last.
	//
	// Errors: [fault.ValidationError] (username and password, with every unmet requirement; termsAndConditions
	// for an invited parent). Faults: [fault.TokenInvalid], [fault.TooManyTries], [fault.Saturated], and those of idempotency as
	// for Create of package signup.
	SetCredentials(ctx context.Context, token secret.Secret, in CredentialsInput, meta caller.Meta) (*CredentialsAnswer, error)

	// LeadHome returns the address of the home page, with a code that brings the login there: it is asked for as the person leaves, as the code lives a
	// minute. The account page is a page of another origin than the one that the person signed up or logged in on, and hears nothing of its login. The
	// code for it is in the fragment, which browsers send to no server; the address asks for the caller's language. The customer's application gets its own
	// code, and state as it was given. Any other home gets none. Fault: [fault.TokenInvalid].
	LeadHome(ctx context.Context, token secret.Secret, state string, meta caller.Meta) (*HandOver, error)

	// TakeOver exchanges the code that [Client.LeadHome] added to the account page's address for a login of that page. The code is used up. The login
	// ends when the one would that it was handed over from, and with it. Fault: [fault.TokenInvalid] for a code that is unknown, used or older than a
	// minute, and one whose login is over.
	TakeOver(ctx context.Context, code secret.Secret) (*LoginAnswer, error)

	// MailLink mails the link for the next step of the address's owner: to set username and password, to set a new password, or to open an
	// invitation again. The answer and its time are the same for every address.
	//
	// Errors: [fault.ValidationError] (field email). Faults: [fault.TooManyTries] after three in an hour for one address.
	MailLink(ctx context.Context, email string, meta caller.Meta) error

	// SetPassword sets a new password with the token of a mailed link, and logs in. It ends every login and access token of the account, since
	// a stranger may have known the old password. A mail confirms the change to the owner.
	//
	// Errors: [fault.ValidationError] (password, with every unmet requirement). Faults: [fault.TokenInvalid], [fault.TooManyTries],
	// [fault.Saturated], and those of idempotency as for Create of package signup.
	SetPassword(ctx context.Context, token secret.Secret, in PasswordInput, meta caller.Meta) (*PasswordAnswer, error)

	// Sessions lists where an account is logged in: browsers and command lines. Either's token may ask. Faults: [fault.TokenInvalid].
	Sessions(ctx context.Context, token secret.Secret) (*SessionList, error)

	// EndSession ends one session of an account immediately; it may be the caller's own. Faults: [fault.TokenInvalid], [SessionNotFound].
	EndSession(ctx context.Context, token secret.Secret, sessionID string) error

	// EndSessions ends every session of an account immediately, the caller's own too. Faults: [fault.TokenInvalid].
	EndSessions(ctx context.Context, token secret.Secret) error

	// EndOtherSessions ends every session of an account immediately but the caller's. Faults: [fault.TokenInvalid].
	EndOtherSessions(ctx context.Context, token secret.Secret) error

	// EndLogins ends every session of an account immediately, with the token of a link that was mailed to set a new password; the link stays good.
	// Faults: [fault.TokenInvalid].
	EndLogins(ctx context.Context, token secret.Secret) error
}
