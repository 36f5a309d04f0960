package account

import (
	"github.com/cojoin/cojoin/sdk/secret"
)

// UsernameAvailability is the result of checking a username.
type UsernameAvailability struct {
	Available         bool `json:"available"`
	MeetsRequirements bool `json:"meetsRequirements"`
}

// CredentialsInput sets the username and password of a new account.
type CredentialsInput struct {
	Username           string        `json:"username"`
	Password           secret.Secret `json:"password"`
	TermsAndConditions bool          `json:"termsAndConditions,omitempty" doc:"Must be true for an invited parent who hasn't agreed to the terms before. Default false"`
}

// CredentialsAnswer is the result of setting credentials.
type CredentialsAnswer struct {
	UserID   string      `json:"userId"`
	Username string      `json:"username"`
	Redirect string      `json:"redirect" doc:"Route that follows, e.g. /receipt"`
	Login    LoginAnswer `json:"login" doc:"The same as the answer of POST /login, because setting the credentials logs in"`
}

// PasswordInput sets a new password.
type PasswordInput struct {
	Password secret.Secret `json:"password"`
}

// PasswordAnswer is the result of setting a new password.
type PasswordAnswer struct {
	Username string      `json:"username"`
	Login    LoginAnswer `json:"login" doc:"The same as the answer of POST /login, because setting the password logs in"`
}

// LoginAnswer is the result of a login.
type LoginAnswer struct {
	Redirect string `json:"redirect" doc:"Where to go; holds login_error when the login failed"`
	Auth     string `json:"auth,omitempty" doc:"Account token, one hour"`
	UserID   string `json:"userId,omitempty"`
}
