package core

import (
	"encoding/hex"
	"strings"

	"github.com/cojoin/cojoin/sdk/secret"
)

// KeyedCall names an operation whose calls may carry an idempotency key. The names are stored: a call that is sent again
// after an upgrade has to find its answer.
type KeyedCall string

// The operations, each with the owner of its keys: what [ScopeOf] takes after the name. Those without an owner are open
// to anybody, and answer only who sends the same request under the same key.
const (
	CallCreateSignup       KeyedCall = "registration_create"
	CallUpdateSignup       KeyedCall = "registration_update" // sign-up, holder of its key
	CallPay                KeyedCall = "payment"             // sign-up, holder of its key
	CallCreateProfessional KeyedCall = "professional_create"
	CallBuyCodes           KeyedCall = "code_batch_buy"       // professional
	CallPayAgain           KeyedCall = "subscription_payment" // subscription
	CallIssueCode          KeyedCall = "code_issue"           // professional, batch
	CallInviteFamily       KeyedCall = "invitation_create"    // professional
	CallUpdateInvitation   KeyedCall = "invitation_update"    // holder of the invitation's token
	CallPayInvited         KeyedCall = "invitation_payment"   // holder of the invitation's token
	CallSetCredentials     KeyedCall = "credentials_set"      // holder of the credentials token
	CallSetPassword        KeyedCall = "password_set"         // holder of the password token
)

// IdempotencyScope is where an idempotency key counts: keys of two scopes never meet. [ScopeOf] makes it.
type IdempotencyScope struct{ name string }

// ScopeOf returns the scope of an owner's calls of an operation.
func ScopeOf(call KeyedCall, owner ...string) IdempotencyScope {
	return IdempotencyScope{name: strings.Join(append([]string{string(call)}, owner...), "/")}
}

// Holder names the holder of a secret in a scope, without telling the secret.
func Holder(token secret.Secret) string { return hex.EncodeToString(secret.TokenHash(token)) }

// String returns the scope as it is stored.
func (s IdempotencyScope) String() string { return s.name }
