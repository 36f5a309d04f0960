package apiserver

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cojoin/cojoin/apiserver/problem"
)

// tokenKind is the credential that a call requires. This column of [routes] defines the permissions.
// The call's operation checks the token's validity and owner.
type tokenKind string

const (
	tokenNone         tokenKind = ""             // anyone
	tokenRegistration tokenKind = "registration" // Registration-Key of the same sign-up, while its session lives
	tokenCredentials  tokenKind = "credentials"  // single-use credentials token of a new account, 24 h
	tokenPassword     tokenKind = "password"     // single-use token of a mailed link for a new password, 1 h
	tokenHandOver     tokenKind = "handOver"     // single-use code that transfers a login to the account page, 1 minute
	tokenAccount      tokenKind = "account"      // account token of a login, 1 h, or of an open invitation
	tokenAccess       tokenKind = "access"       // token of the command line, 90 days
	tokenSession      tokenKind = "session"      // account token of a login or token of the command line
	tokenProfessional tokenKind = "professional" // account token of a login or token of the command line, of a professional
	tokenHost         tokenKind = "host"         // token of the customer's servers, by scope, until it is revoked
	tokenSignature    tokenKind = "signature"    // the payment provider's signature of the body
	tokenOperator     tokenKind = "operator"     // operator token from the configuration; private listener only
	tokenVisitor      tokenKind = "visitor"      // any of the visitor's: a Registration-Key, an invitation's or account's token, or only the anonymous ID
	tokenRefusal      tokenKind = "refusal"      // signed token of the link "I don't know them" in an invitation's mail, while the invitation is open
	tokenInvitation   tokenKind = "invitation"   // token of an invitation's link, 14 days, or the invited parent's account token
)

// caching is the caching of a response.
type caching int

const (
	cacheNever  caching = iota // personal or volatile: no-store
	cacheLookup                // the same for everyone: ETag, five minutes, by language
)

// route is a row of the table: a call and its properties.
type route struct {
	method   string
	path     string
	token    tokenKind
	share    share
	id       string // operationId, the call's name in generated clients
	summary  string
	caching  caching
	status   int  // on success
	tagged   bool // has an ETag and may return 304
	slow     bool
	pending  bool   // may return 202
	login    bool   // checks a password and may return 401
	invitee  bool   // also accepts an invitation's token
	form     bool   // accepts only a form-encoded body
	searches bool   // may return 404 for a name in its query
	produces string // media type on success, if not JSON
	register func(huma.API, huma.Operation, *server)
}

// call returns a row for an operation, which is a method of server.
func call[I, O any](method, path string, token tokenKind, id, summary string, operation func(*server, context.Context, *I) (*O, error)) route {
	return route{
		method: method, path: path, token: token, id: id, summary: summary, status: http.StatusOK,
		register: func(api huma.API, op huma.Operation, s *server) {
			huma.Register(api, op, func(ctx context.Context, in *I) (*O, error) {
				out, err := operation(s, ctx, in)
				if err != nil {
					s.disk.note(err, time.Now())
					return nil, problem.Of(ctx, err)
				}
				return out, nil
			})
		},
	}
}

// cached marks a look-up with the same response for all callers.
func (r route) cached() route { r.caching = cacheLookup; return r.hasTag() }

// hasTag marks a call that returns an ETag, and 304 to a caller that has it.
func (r route) hasTag() route { r.tagged = true; return r }

// creates marks a call that returns 201.
func (r route) creates() route { r.status = http.StatusCreated; return r }

// silent marks a call that returns 204.
func (r route) silent() route { r.status = http.StatusNoContent; return r }

// gives sets the media type of a response that isn't JSON.
func (r route) gives(mediaType string) route { r.produces = mediaType; return r }

// waits marks a call with the longer timeout, because it waits for the payment provider, another server or an event.
func (r route) waits() route { r.slow = true; return r }

// confirms marks a call that returns 202 while a payment is being confirmed.
func (r route) confirms() route { r.pending = true; return r }

// authenticates marks a call that checks a password.
func (r route) authenticates() route { r.login = true; return r }

// takesForm marks a call with a form-encoded body.
func (r route) takesForm() route { r.form = true; return r }

// finds marks a call that returns 404 for an unknown name in its query.
func (r route) finds() route { r.searches = true; return r }

// orInvitee marks a call that also accepts an invitation's token.
func (r route) orInvitee() route { r.invitee = true; return r }

// begins marks the first call of a sign-up. A busy server rejects people there, before they have entered more.
func (r route) begins() route { r.share = shareBeginning; return r }

// afterPaying marks a call after the payment. It can take any free turn.
func (r route) afterPaying() route { r.share = shareAfterPaying; return r }

const (
	get  = http.MethodGet
	post = http.MethodPost
	put  = http.MethodPut
	del  = http.MethodDelete
)

// routes lists all calls of the public API: method, path, token, name, purpose, operation.
var routes = []route{
	call(get, "/v1/bootstrap", tokenNone, "readBootstrap", "Start-up data of the widget", (*server).readBootstrap),
	call(get, "/v1/countries", tokenNone, "listCountries", "Countries", (*server).listCountries).cached(),
	call(get, "/v1/countries/{country}/regions", tokenNone, "listRegions", "Regions of a country", (*server).listRegions).cached(),
	call(get, "/v1/countries/{country}/timezones", tokenNone, "listCountryTimeZones", "Time zones of a country", (*server).listCountryTimeZones).cached(),
	call(get, "/v1/countries/{country}/regions/{region}/timezones", tokenNone, "listRegionTimeZones", "Time zones of a region", (*server).listRegionTimeZones).cached(),
	call(get, "/v1/parent/options", tokenNone, "readParentOptions", "Options of the parent's forms", (*server).readParentOptions).cached(),
	call(get, "/v2/professional/options", tokenNone, "readProfessionalOptions", "Options of the professional's form", (*server).readProfessionalOptions).cached(),

	call(post, "/v1/signups", tokenNone, "createSignup", "Create a registration", (*server).createSignup).creates().begins(),
	call(get, "/v1/signups/{signupId}", tokenRegistration, "readSignup", "Read a registration", (*server).readSignup),
	call(put, "/v1/signups/{signupId}", tokenRegistration, "updateSignup", "Update sections of a registration", (*server).updateSignup),
	call(post, "/v1/signups/{signupId}/link", tokenRegistration, "mailSignupLink", "Mail the parent a link to continue a registration on another device", (*server).mailSignupLink),
	call(get, "/v1/signups/{signupId}/coupons", tokenRegistration, "listCoupons", "Coupons of a registration", (*server).listCoupons),

	call(get, "/v1/pricing-groups", tokenNone, "findPricingGroup", "Pricing group of a country and phone", (*server).findPricingGroup),
	call(get, "/v1/packages", tokenNone, "listPackages", "Packages and custom options of a group", (*server).listPackages).cached().finds(),
	call(post, "/v1/packages/{packageId}/country-validation", tokenNone, "validatePackageCountry", "Check whether a package is sold in a country", (*server).validatePackageCountry),
	call(post, "/v1/pricing", tokenRegistration, "createQuote", "Price a registration's order", (*server).createQuote),

	call(get, "/v1/payment/client-token", tokenRegistration, "createClientToken", "Token for the payment provider's client", (*server).createClientToken).waits().orInvitee(),
	call(post, "/v1/signups/{signupId}/payment", tokenRegistration, "paySignup", "Pay for a registration", (*server).paySignup).waits().confirms(),
	call(get, "/v1/signups/{signupId}/payment", tokenRegistration, "readPayment", "Status of a payment", (*server).readPayment).confirms().afterPaying(),

	call(get, "/v1/addresses/suggestions", tokenRegistration, "suggestAddresses", "Suggest addresses that begin with the typed text", (*server).suggestAddresses).orInvitee(),
	call(get, "/v1/addresses/{id}", tokenRegistration, "findAddress", "Complete address of a suggestion", (*server).findAddress).orInvitee(),

	call(post, "/v1/credentials/username-availability", tokenCredentials, "checkUsername", "Check whether a username is available", (*server).checkUsername).afterPaying(),
	call(post, "/v1/credentials", tokenCredentials, "setCredentials", "Set username and password, and log in", (*server).setCredentials).afterPaying(),
	call(post, "/v1/credentials/logout", tokenPassword, "endLogins", "End every login of an account, with the token of a mailed link", (*server).endLogins).silent(),
	call(post, "/v1/credentials/password", tokenPassword, "setPassword", "Set a new password, and log in", (*server).setPassword),
	call(post, "/v1/links", tokenNone, "mailLink", "Mail a link to finish an account, to set a new password or to open an invitation", (*server).mailLink),
	call(post, "/login", tokenNone, "login", "Log in", (*server).login).takesForm(),

	call(get, "/v1/account", tokenAccount, "readAccount", "Data of the account page", (*server).readAccount),
	call(get, "/v1/account/receipts/{receiptId}", tokenAccount, "readReceipt", "Read one of an account's receipts", (*server).readReceipt),
	call(get, "/v1/account/receipts/{receiptId}/pdf", tokenAccount, "readReceiptPDF", "Receipt of an account as a PDF file, in the receipt's language", (*server).readReceiptPDF).gives(pdfMediaType),
	call(get, "/v1/account/receipts/{receiptId}/credit-notes/{number}/pdf", tokenAccount, "readCreditNotePDF", "Credit note for a receipt as a PDF file, in the receipt's language", (*server).readCreditNotePDF).gives(pdfMediaType),
	call(post, "/v1/account/co-parent/invitation", tokenAccount, "inviteAgain", "Mail the invited co-parent a new link", (*server).inviteAgain),
	call(post, "/v1/account/hand-over", tokenAccount, "leadHome", "Address of home, with a single-use code that transfers the login", (*server).leadHome).afterPaying(),
	call(post, "/v1/account/login", tokenHandOver, "takeOver", "Exchange the code of a hand-over for a login on the account page, once", (*server).takeOver).afterPaying(),
	call(post, "/v1/account/logout", tokenAccount, "logout", "Log out", (*server).logout).silent(),

	call(get, "/v1/parents/{userId}", tokenAccount, "readParent", "Read a parent's own account", (*server).readParent),
	call(put, "/v1/parents/{userId}/agreed-to-terms", tokenAccount, "agreeToTerms", "Record that a parent agreed to the terms", (*server).agreeToTerms),
	call(put, "/v1/parents/{userId}/marketing-opt-in", tokenAccount, "optInToMarketing", "Record a parent's marketing choice", (*server).optInToMarketing),

	call(get, "/v1/subscriptions", tokenAccount, "listSubscriptions", "Subscriptions that an account pays for or uses", (*server).listSubscriptions),
	call(get, "/v1/subscriptions/{subscriptionId}/client-token", tokenAccount, "createSubscriptionClientToken", "Token for the payment provider's client, to change the payment method or to pay again", (*server).createSubscriptionClientToken).waits(),
	call(put, "/v1/subscriptions/{subscriptionId}/payment-method", tokenAccount, "replacePaymentMethod", "Change the payment method for a subscription's renewals", (*server).replacePaymentMethod).waits(),
	call(post, "/v1/subscriptions/{subscriptionId}/payment", tokenAccount, "payAgain", "Pay again for a subscription whose payment could not be collected", (*server).payAgain).waits().confirms(),
	call(post, "/v1/subscriptions/{subscriptionId}/cancel", tokenAccount, "cancelSubscription", "Cancel a subscription's renewal", (*server).cancelSubscription),

	call(get, "/v1/invite", tokenInvitation, "readInvitation", "Read an invitation as the invited parent", (*server).readInvitation),
	call(put, "/v1/invite/registration", tokenInvitation, "updateInvitation", "Update sections of an invited parent's registration", (*server).updateInvitation),
	call(get, "/v1/invite/coupons", tokenInvitation, "listInvitationCoupons", "Coupons of an invited parent", (*server).listInvitationCoupons),
	call(post, "/v1/invite/pricing", tokenInvitation, "createInvitationQuote", "Price an invited parent's order", (*server).createInvitationQuote),
	call(post, "/v1/invite/country-validation", tokenInvitation, "validateInvitationCountry", "Check whether a package is sold in an invited parent's country", (*server).validateInvitationCountry),
	call(post, "/v1/invite/refusal", tokenRefusal, "refuseInvitation", "Stop invitation mails from an unknown sender", (*server).refuseInvitation).silent(),
	call(post, "/v1/invite/payment", tokenInvitation, "payInvitation", "Pay for an invited parent's own seat", (*server).payInvitation).waits().confirms(),
	call(get, "/v1/invite/payment", tokenInvitation, "readInvitationPayment", "Status of an invited parent's payment", (*server).readInvitationPayment).confirms().afterPaying(),
	call(post, "/v1/invite/renewal", tokenInvitation, "renewInvitation", "Mail a new link to replace an expired one", (*server).renewInvitation),

	call(post, "/v2/professional/users/validator", tokenNone, "validateProfessional", "Validate one step of the professional's form", (*server).validateProfessional),
	call(post, "/v2/professional/users", tokenNone, "createProfessional", "Create a professional", (*server).createProfessional).creates(),

	call(post, "/v1/access-tokens", tokenNone, "createAccessToken", "Log in for the command line", (*server).createAccessToken).creates().authenticates(),
	call(get, "/v1/access-tokens/current", tokenAccess, "readAccessToken", "Account of a command line's token", (*server).readAccessToken),
	call(del, "/v1/access-tokens/current", tokenAccess, "revokeAccessToken", "Revoke a command line's token", (*server).revokeAccessToken).silent(),
	call(get, "/v1/sessions", tokenSession, "listSessions", "Sessions of an account", (*server).listSessions),
	call(del, "/v1/sessions", tokenSession, "endOtherSessions", "End every login of an account but the caller's", (*server).endOtherSessions).silent(),
	call(del, "/v1/sessions/{sessionId}", tokenSession, "endSession", "End one of an account's logins", (*server).endSession).silent(),

	call(post, "/v1/webhooks/braintree", tokenSignature, "hearBraintree", "Webhook of the payment provider about a transaction", (*server).hearBraintree).waits().silent().takesForm(),
	call(post, "/v2/professional/code-batches", tokenProfessional, "buyCodes", "Buy a batch of subscription codes", (*server).buyCodes).creates().waits().confirms(),
	call(get, "/v2/professional/code-batches", tokenProfessional, "listCodeBatches", "List a professional's batches of codes", (*server).listCodeBatches),
	call(get, "/v2/professional/code-batches/{batchId}", tokenProfessional, "readCodeBatch", "Read a batch of codes", (*server).readCodeBatch),
	call(post, "/v2/professional/code-batches/{batchId}/revoke", tokenProfessional, "revokeCodeBatch", "Revoke a batch's unused codes", (*server).revokeCodeBatch),
	call(get, "/v2/professional/code-batches/{batchId}/codes", tokenProfessional, "listCodes", "Codes of a batch, in plain text", (*server).listCodes),
	call(get, "/v2/professional/code-batches/{batchId}/events", tokenProfessional, "listCodeBatchEvents", "Audit trail of a batch", (*server).listCodeBatchEvents),
	call(post, "/v2/professional/code-batches/{batchId}/issue", tokenProfessional, "issueCode", "Issue the next code of a batch", (*server).issueCode),
	call(post, "/v2/professional/code-batches/{batchId}/codes/{codeId}/revoke", tokenProfessional, "revokeCode", "Revoke one unused code", (*server).revokeCode).silent(),
	call(post, "/v2/professional/client-token", tokenProfessional, "createCodeClientToken", "Token for the payment provider's client, to pay for codes", (*server).createCodeClientToken).waits(),
	call(post, "/v2/professional/invitations", tokenProfessional, "inviteFamily", "Create a family and invite its parents", (*server).inviteFamily).creates(),

	call(post, "/pub/v1/zendesk/getUserJwtToken", tokenVisitor, "createChatToken", "Sign a visitor in to the support chat", (*server).createChatToken),

	call(get, "/v1/host/accounts/{accountId}/entitlements", tokenHost, "readEntitlement", "Entitlement of an account", (*server).readEntitlement).hasTag(),
	call(post, "/v1/host/accounts/lookup", tokenHost, "lookUpAccount", "Entitlement of the account with an e-mail address", (*server).lookUpAccount),
	call(get, "/v1/host/events", tokenHost, "readHostFeed", "Events after a position, in order", (*server).readHostFeed).waits(),
	call(post, "/v1/host/login-code", tokenHost, "useLoginCode", "Exchange a visitor's login code for their account, once", (*server).useLoginCode),

	call(post, "/v1/events", tokenNone, "recordEvents", "Analytics events of the widget", (*server).recordEvents).silent(),
}
