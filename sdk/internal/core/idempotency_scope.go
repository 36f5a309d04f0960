package core

import (
	"encoding/hex"
	"strings"

	"github.com/cojoin/cojoin/sdk/secret"
)

// KeyedCall names an operation with an optional idempotency key. The names are stored, and must not change: a retry after an upgrade must
// find its response.
type KeyedCall string

// The operations, each with the owner of its keys, which [ScopeOf] takes after the name. Operations without an owner are open to every
// caller; only the same request under the same key returns the stored response.
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

// IdempotencyScope separates idempotency keys: equal keys in two scopes are independent. [ScopeOf] makes it.
type IdempotencyScope struct{ name string }

// ScopeOf returns the scope of an owner's calls of an operation.
func ScopeOf(call KeyedCall, owner ...string) IdempotencyScope {
	return IdempotencyScope{name: strings.Join(append([]string{string(call)}, owner...), "/")}
}

// Holder identifies the holder of a secret in a scope without revealing the secret.
func Holder(token secret.Secret) string { return hex.EncodeToString(secret.TokenHash(token)) }

// String returns the stored form of the scope.
func (s IdempotencyScope) String() string { return s.name }
