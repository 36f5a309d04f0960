package apiserver

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// ErrorCode describes an error code: that of a problem, or of an invalid field.
type ErrorCode struct {
	Code   text.Code         `json:"code"`
	Status int               `json:"status"` // HTTP status of the response
	Field  bool              `json:"field"`  // appears in validationErrors, with a field
	Limits []string          `json:"limits,omitempty"`
	Texts  map[string]string `json:"texts"` // by language; placeholders have the form {{name}}
	Advice string            `json:"advice"`
}

// serverProblems holds the HTTP statuses of the problems that the server itself detects.
var serverProblems = map[text.Code]int{
	problem.Malformed: http.StatusBadRequest, problem.Invalid: http.StatusUnprocessableEntity, problem.TooLarge: http.StatusRequestEntityTooLarge,
	problem.MediaType: http.StatusUnsupportedMediaType, problem.NotFound: http.StatusNotFound, problem.WrongMethod: http.StatusMethodNotAllowed,
	problem.Unexpected: http.StatusInternalServerError, problem.TooSlow: http.StatusServiceUnavailable, problem.Canceled: problem.StatusCanceled,
	problem.NoToken: http.StatusUnauthorized, problem.Incomplete: http.StatusRequestTimeout,
	problem.NotReady: http.StatusServiceUnavailable, problem.Overloaded: http.StatusServiceUnavailable,
}

// ErrorCodes returns all codes: the problems by name, then the codes of fields by name.
func ErrorCodes() []ErrorCode {
	var all []ErrorCode
	add := func(code text.Code, status int, field bool) {
		e := ErrorCode{Code: code, Status: status, Field: field, Texts: map[string]string{}, Limits: limitsOf(code), Advice: errorAdvice[code]}
		if field && e.Advice == "" {
			e.Advice = adviceField
		}
		for _, lang := range text.Languages {
			e.Texts[lang] = text.In(lang, code, nil)
		}
		all = append(all, e)
	}
	for code, status := range serverProblems {
		add(code, status, false)
	}
	for _, fault := range sdk.Faults {
		add(fault.Code, problem.FaultStatus[fault.Kind], false)
	}
	for _, code := range append(sdk.ViolationCodes(), problem.CatalogBroken) {
		add(code, http.StatusConflict, true)
	}
	slices.SortFunc(all, func(a, b ErrorCode) int {
		if a.Field != b.Field {
			return cmp.Compare(btoi(a.Field), btoi(b.Field))
		}
		return cmp.Compare(a.Code, b.Code)
	})
	return all
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// limitsOf returns the limits behind a code, as "name 1 to 20", for rules of single fields.
func limitsOf(code text.Code) []string {
	var limits []string
	for _, rule := range form.Rules {
		for _, check := range rule.Checks {
			if check.Code == code && check.Bounds != (form.Bounds{}) {
				limits = append(limits, fmt.Sprintf("%s %d to %d", rule.Name, check.Bounds.Min, check.Bounds.Max))
			}
		}
	}
	return limits
}

// adviceField is the default advice: the text beside the field is sufficient.
const adviceField = "Show the text beside its field and send the form again."

// errorAdvice holds advice for developers. Every problem has its own advice. The code of a field has advice if showing
// the text isn't enough.
var errorAdvice = map[text.Code]string{
	problem.Malformed:   "Fix the client: the body isn't well-formed JSON (or not a form, on /login).",
	problem.Invalid:     "Fix the client: `errors` lists each violation of the schema. Field names are case-sensitive, and unknown ones are rejected.",
	problem.TooLarge:    "Send less than 64 KiB.",
	problem.MediaType:   "Set `Content-Type: application/json` (a form on /login and on webhooks).",
	problem.NotFound:    "Check the path against the list of calls; operators' calls exist on the private address only.",
	problem.WrongMethod: "Check the method; `Allow` lists those that the path supports.",
	problem.Unexpected:  "Retry once. If it persists, find the cause in the server's log by `requestId`.",
	problem.TooSlow:     "Retry after `Retry-After`; retry a payment with the same `Idempotency-Key`.",
	problem.Canceled:    "None: the caller has disconnected, so this appears only in the log.",
	problem.NoToken:     "Send the token that the call requires (`Authorization: Bearer …` or `Registration-Key`).",
	problem.Incomplete:  "Send the body within 20 seconds.",
	problem.NotReady:    "Wait until `/readyz` returns 200: the database can't be reached, or `cojoin migrate` hasn't run.",
	problem.Overloaded:  "Retry after `Retry-After`. If it persists, add servers or database connections. The limits are the settings `calls` and `callsPerAddress`.",

	"registration_not_found":      "Discard the sign-up and start a new one at /step1.",
	"registration_key_wrong":      "Discard the sign-up and start a new one at /step1.",
	"registration_expired":        "Discard the sign-up, show that the session ended, and start at /step1.",
	"registration_paid":           "Go to the credentials or the receipt: a paid sign-up can't be changed or paid again.",
	"payment_in_progress":         "Poll the payment's status (`GET …/payment`) until it is decided, then continue.",
	"step_out_of_order":           "Read the registration and go to the step after its `lastCompletedStep`.",
	"section_missing":             "Fix the client: `sections` must list the sections in the body, each with its object; PARENT is required to create a registration.",
	"section_unknown":             "Fix the client: the call's description lists the sections.",
	"account_exists":              "Go to the login.",
	"account_forbidden":           "Use the token of the account whose id is in the path.",
	"login_refused":               "Let the person try again or reset their password. An unknown username returns the same error.",
	"operator_unnamed":            "Use an operator token that has a name, or send your name in the header `Operator`.",
	"reading_not_found":           "`before` isn't the id of a reading: take it from the list.",
	"token_invalid":               "Log in again, or request a new link. `statusCode` 112 means an invitation's token: go to /invite/request.",
	"host_account_not_found":      "Check the account's id, `accountId` in events. A closed account returns this error, too.",
	"host_code_invalid":           "Send the visitor to the login again: a login code is valid once, for a minute and for its own return URL.",
	"host_endpoint_not_found":     "Take the id from `cojoin events endpoints list`.",
	"host_event_not_found":        "Take the id from `cojoin events list`; events are kept for 90 days.",
	"host_scope_missing":          "Ask an operator for a token with the scope: `cojoin events tokens create NAME --scopes …`.",
	"host_sending_off":            "Set `Sender` in `sdk.Config.Integration`: a program without one sends no events. `cojoin serve` and `cojoin work` have it.",
	"host_token_not_found":        "Take the id from `cojoin events tokens list`.",
	"idempotency_key_invalid":     "Send an `Idempotency-Key` of 8 to 200 visible ASCII characters, a UUID for example.",
	"idempotency_mismatch":        "Use a new key for a new request; reuse a key only to retry the same request.",
	"in_progress":                 "Retry the same call with the same key after `Retry-After`.",
	"too_many_tries":              "Wait for `Retry-After`. The limits are the settings `limits.*`; in development the header `Limited-By` names the one.",
	"saturated":                   "Retry after `Retry-After`: the server is at its limit for hashing passwords.",
	"payment_invalid":             "Fix the client: the payment contains data that our forms never send.",
	"payment_closed":              "Wait for `Retry-After`: too many payments of this sign-up or mailbox were declined, or an operator has closed payments: `cojoin payments guard`.",
	"payment_prove_mailbox":       "Mail the person the link to continue the sign-up (`POST /v1/signups/{signupId}/link`), and pay with the key of that link. Too many payments are being declined, from this network or in all; nothing was charged.",
	"payment_switch_invalid":      "Give a state, a reason of at most 200 characters, and no negative time: `cojoin payments close --help`.",
	"payment_unavailable":         "Try again later; nothing was charged. `cojoin doctor` shows whether the provider answers.",
	"payment_missing":             "Pay first: this sign-up has no payment yet.",
	"pricing_group_unknown":       "`GET /v1/pricing-groups` returns a country's group.",
	"package_unknown":             "`GET /v1/packages` returns the packages on sale.",
	"session_not_found":           "None: this login has ended already. `GET /v1/sessions` lists the valid ones.",
	"invitation_not_found":        "Check the id: `cojoin invite list`. On `/v1/account`: this parent invited nobody, or gave no e-mail address.",
	"invitation_closed":           "None: the invitation was accepted or revoked, and can't be changed.",
	"invitation_not_renewed":      "Show the way to support (`statusCode` 111). Three new links an hour may be requested.",
	"inviter_not_found":           "Name a joined parent: `--inviter` takes a user id.",
	"seat_taken":                  "Revoke the open invitation first: `cojoin invite revoke`.",
	"professional_not_found":      "Check the id: `cojoin pro list`.",
	"professional_required":       "Log in with a professional's account.",
	"professional_suspended":      "Contact support; operators can see the state with `cojoin pro list`.",
	"code_batch_unknown":          "Check the id: `cojoin codes list`.",
	"code_batch_awaiting_payment": "Pay the batch, or have an operator activate it: `cojoin codes activate`.",
	"code_batch_paying":           "Try again in a minute: the payment isn't decided yet.",
	"code_batch_revoked":          "None: a revoked batch can't be restored.",
	"code_batch_empty":            "Buy more codes: all codes of this batch are issued.",
	"subscription_code_used":      "None: there is nothing left to revoke.",
	"receipt_not_found":           "Take the id from `receipts` of `GET /v1/account`.",
	"subscription_not_found":      "Check the id: `cojoin subscriptions list`.",
	"subscription_invalid":        "Use one of the states in the text.",
	"subscription_nothing_due":    "None where the subscription is active or has ended. While a payment is being confirmed, read the account until it is decided.",
	"subscription_due_changed":    "Read the account again, show the amount that is due, and send the call with it under a new key.",
	"subscription_not_renewing":   "None: a cancelled, lapsed or non-renewing subscription can't get a payment method.",
	"renewals_early":              "Omit `--at`, or add `--dry-run`.",
	"payment_attempt_not_found":   "Check the id: `cojoin payments list`.",
	"refund_invalid":              "Send a decimal amount above zero, with at most the currency's decimals, and a short reason.",
	"refund_too_much":             "Check the earlier refunds: `cojoin payments show`.",
	"refund_unsettled":            "Refund everything, or wait for the provider's settlement: `cojoin payments settle` checks it. A subscription can be kept after its payment's capture, which takes seconds.",
	"refund_unanswered":           "Repeat the earlier call, or run `cojoin payments settle` to get its outcome.",
	"payment_not_refundable":      "Look at the payment's state: `cojoin payments show`.",
	"address_search_off":          "Let the person type the address.",
	"address_not_found":           "Let the person type the address.",
	"address_search_unavailable":  "Let the person type the address; the server's log has the provider's status.",
	"support_chat_off":            "Don't offer the chat: its flag is off, or no signing key is configured.",
	"support_chat_nobody":         "Send a token, a `Registration-Key` with `signupId`, or an `Anonymous-Id`.",
	"catalog_version_unknown":     "Check the number: `cojoin catalog show --versions`.",
	"catalog_busy":                "Compare (`cojoin catalog diff`) and apply again.",
	"webhook_refused":             "Check `payment.publicKey` and `payment.privateKey`, and `payment.oldKeys` during a key rotation.",

	form.CodeParentDuplicate:           "Field `duplicate`: go to /duplicate with the name and e-mail.",
	form.CodeParentDuplicateLikely:     "Field `duplicateWarning`: show it; the form may be sent again with `parentDuplicateConfirmed`.",
	form.CodeCoParentDuplicate:         "Field `duplicate`: go to /duplicate.",
	form.CodeCoParentDuplicateLikely:   "Field `duplicateWarning`: show it; the form may be sent again with `coParentDuplicateConfirmed`.",
	price.CodePricingChanged:           "Nothing was charged. Show the new price, in `quote`, and ask for confirmation.",
	codes.CodePriceChanged:             "Nothing was charged. Show the price, and buy with it as `amountDisplayed`.",
	price.CodeOrderPackageMismatch:     "Show the mismatch dialog, apply the country and go back to the packages.",
	price.CodeSubscriptionCodeMistyped: "Let the person type it again: the check character is wrong.",
	form.CodeSubscriptionCodeInvalid:   "Let the person type it again. Unknown, used, expired and revoked codes return the same error.",
	form.CodeUnexpected:                "Show it at the top of the form. The chosen package is no longer on sale: go to the packages.",
	"payment_method_declined":          "Nothing was charged. Let the person try another method, with a new `Idempotency-Key`.",
	"payment_authentication_required":  "Try again and follow the bank's steps (3-D Secure), with a new `Idempotency-Key`.",
	"payment_card_unverified":          "Nothing was charged, and the nonce wasn't used up. Verify it with 3-D Secure for the quote's total, and send the new nonce with a new `Idempotency-Key`.",
	"payment_amount_unverified":        "Nothing was charged, and the provider hasn't used the nonce up. Verify it with 3-D Secure for the quote's total, and send the new nonce with a new `Idempotency-Key`.",
	"payment_nonce_used":               "Request a new nonce from the provider's client.",
	"payment_superseded":               "Try again with a new `Idempotency-Key`: the earlier attempt is never captured.",
	problem.CatalogBroken:              "Fix that line of the catalog file; `cojoin catalog validate` reports the same.",
}
