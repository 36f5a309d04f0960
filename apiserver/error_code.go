package apiserver

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/text"
)

// ErrorCode describes a code that a caller may be answered: that of a problem, or of a field at fault.
type ErrorCode struct {
	Code   text.Code         `json:"code"`
	Status int               `json:"status"` // HTTP status of the answer
	Field  bool              `json:"field"`  // stands in validationErrors, beside a field
	Limits []string          `json:"limits,omitempty"`
	Texts  map[string]string `json:"texts"` // by language; placeholders are written {{name}}
	Advice string            `json:"advice"`
}

// serverProblems are the problems that the server finds without an operation, by their status.
var serverProblems = map[text.Code]int{
	codeMalformed: http.StatusBadRequest, codeInvalid: http.StatusUnprocessableEntity, codeTooLarge: http.StatusRequestEntityTooLarge,
	codeMediaType: http.StatusUnsupportedMediaType, codeNotFound: http.StatusNotFound, codeMethod: http.StatusMethodNotAllowed,
	codeUnexpected: http.StatusInternalServerError, codeTooSlow: http.StatusServiceUnavailable, codeCanceled: statusCanceled,
	codeNoToken: http.StatusUnauthorized, codeIncomplete: http.StatusRequestTimeout,
	codeStarting: http.StatusServiceUnavailable, codeUnavailable: http.StatusServiceUnavailable,
}

// ErrorCodes is every code there is: the problems by name, then the codes of fields by name.
func ErrorCodes() []ErrorCode {
	var codes []ErrorCode
	add := func(code text.Code, status int, field bool) {
		e := ErrorCode{Code: code, Status: status, Field: field, Texts: map[string]string{}, Limits: limitsOf(code), Advice: errorAdvice[code]}
		if field && e.Advice == "" {
			e.Advice = adviceField
		}
		for _, lang := range text.Languages {
			e.Texts[lang] = text.In(lang, code, nil)
		}
		codes = append(codes, e)
	}
	for code, status := range serverProblems {
		add(code, status, false)
	}
	for _, fault := range sdk.Faults {
		add(fault.Code, faultStatus[fault.Kind], false)
	}
	for _, code := range append(sdk.ViolationCodes(), codeCatalogBroken) {
		add(code, http.StatusConflict, true)
	}
	slices.SortFunc(codes, func(a, b ErrorCode) int {
		if a.Field != b.Field {
			return cmp.Compare(btoi(a.Field), btoi(b.Field))
		}
		return cmp.Compare(a.Code, b.Code)
	})
	return codes
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// limitsOf are the limits behind a code, as "name 1 to 20", where rules of single fields have them.
func limitsOf(code text.Code) []string {
	var limits []string
	for _, rule := range sdk.Rules {
		for _, check := range rule.Checks {
			if check.Code == code && check.Bounds != (sdk.Bounds{}) {
				limits = append(limits, fmt.Sprintf("%s %d to %d", rule.Name, check.Bounds.Min, check.Bounds.Max))
			}
		}
	}
	return limits
}

// adviceField is what to do where nothing else is said: the text beside the field says all.
const adviceField = "Show the text beside its field and send the form again."

// errorAdvice tells a developer what to do. Every problem has its own; of the codes of fields, those that ask
// for more than showing the text.
var errorAdvice = map[text.Code]string{
	codeMalformed:   "Mend the client: the body isn't well-formed JSON (or not a form, on /login).",
	codeInvalid:     "Mend the client: `errors` names each place that the schema refuses. Names of fields are case-sensitive and unknown ones are refused.",
	codeTooLarge:    "Send less than 64 KiB.",
	codeMediaType:   "Set `Content-Type: application/json` (a form on /login and on webhooks).",
	codeNotFound:    "Check the path against the list of calls; operators' calls are on the private address only.",
	codeMethod:      "Check the method; `Allow` names those that the path takes.",
	codeUnexpected:  "Try again once. Where it stays, the server's log has the cause under `requestId`.",
	codeTooSlow:     "Try again after `Retry-After`, a payment with the same `Idempotency-Key`.",
	codeCanceled:    "The caller hung up: nobody reads this but the log.",
	codeNoToken:     "Send the token that the call needs (`Authorization: Bearer …` or `Registration-Key`).",
	codeIncomplete:  "Send the body within 20 seconds.",
	codeStarting:    "Wait until `/readyz` answers 200: the database can't be reached, or `cojoin migrate` hasn't run.",
	codeUnavailable: "Try again after `Retry-After`. Where it stays, add servers or database connections.",

	"registration_not_found":      "Forget the sign-up and begin a new one at /step1.",
	"registration_key_wrong":      "Forget the sign-up and begin a new one at /step1.",
	"registration_expired":        "Forget the sign-up, say that the session ended, and begin at /step1.",
	"registration_paid":           "Lead to credentials or receipt: a paid sign-up can't be changed or paid again.",
	"payment_in_progress":         "Ask how the payment stands (`GET …/payment`) until it is decided, then go on.",
	"step_out_of_order":           "Read the registration and lead to the step after its `lastCompletedStep`.",
	"section_missing":             "Mend the client: `sections` says what the body brings, each with its object; creating needs PARENT.",
	"section_unknown":             "Mend the client: the sections are listed at the call.",
	"account_exists":              "Lead to login.",
	"account_forbidden":           "Use the token of the account whose id stands in the path.",
	"login_refused":               "Let the person try again, or lead to the forgotten password. It is the same for an unknown username.",
	"token_invalid":               "Log in again, or ask for a new link. With `statusCode` 112 it is an invitation's: lead to /invite/request.",
	"idempotency_key_invalid":     "Send an `Idempotency-Key` of 8 to 200 visible ASCII characters, a UUID for example.",
	"idempotency_mismatch":        "Make a new key for a new request; keep a key only for repeating the very same one.",
	"in_progress":                 "Send the same call with the same key again after `Retry-After`.",
	"too_many_tries":              "Wait for `Retry-After`. Limits are settings: `limits.*`.",
	"saturated":                   "Try again after `Retry-After`: every place for hashing passwords is taken.",
	"payment_invalid":             "Mend the client: the payment holds what no form of ours sends.",
	"payment_closed":              "Wait for `Retry-After`: too many payments were declined, for this sign-up or for all.",
	"payment_unavailable":         "Try again later; nothing was charged. `cojoin doctor` says whether the provider answers.",
	"payment_missing":             "Pay first: this sign-up has no payment yet.",
	"pricing_group_unknown":       "Ask `GET /v1/pricing-groups` which groups there are for a country.",
	"package_unknown":             "Ask `GET /v1/packages` what is on sale.",
	"invitation_not_found":        "Check the id: `cojoin invite list`.",
	"invitation_closed":           "Nothing: the invitation was accepted or revoked, and can't be changed.",
	"invitation_not_renewed":      "Show the steps that help (`statusCode` 111); three new links an hour may be asked for.",
	"inviter_not_found":           "Name a parent who has joined: `--inviter` is a user id.",
	"seat_taken":                  "Revoke the open invitation first: `cojoin invite revoke`.",
	"professional_not_found":      "Check the id: `cojoin pro list`.",
	"professional_required":       "Log in with a professional's account.",
	"professional_suspended":      "Contact support; operators see why with `cojoin pro list`.",
	"code_batch_unknown":          "Check the id: `cojoin codes list`.",
	"code_batch_awaiting_payment": "Pay the batch, or have an operator activate it: `cojoin codes activate`.",
	"code_batch_paying":           "Try again in a minute: the payment isn't decided yet.",
	"code_batch_revoked":          "Nothing: a revoked batch can't be given back.",
	"code_batch_empty":            "Buy more codes: each of this batch was given out.",
	"subscription_code_used":      "Nothing: there is nothing left to revoke.",
	"subscription_not_found":      "Check the id: `cojoin subscriptions list`.",
	"subscription_invalid":        "Name one of the states that the text lists.",
	"subscription_not_renewing":   "A subscription that was cancelled, has lapsed or never renewed takes no payment method.",
	"renewals_early":              "Leave `--at` away, or add `--dry-run`.",
	"payment_attempt_not_found":   "Check the id: `cojoin payments list`.",
	"payment_not_refundable":      "Look at the payment's state: `cojoin payments show`.",
	"address_search_off":          "Let the address be typed.",
	"address_not_found":           "Let the address be typed.",
	"address_search_unavailable":  "Let the address be typed; the server's log has the provider's status.",
	"support_chat_off":            "Don't offer the chat: its flag is off, or no signing key is configured.",
	"support_chat_nobody":         "Send a token, a `Registration-Key` with `signupId`, or an `Anonymous-Id`.",
	"catalog_version_unknown":     "Check the number: `cojoin catalog show --versions`.",
	"catalog_busy":                "Compare again (`cojoin catalog diff`), then apply again.",
	"webhook_refused":             "Check `payment.publicKey` and `payment.privateKey`, while keys are replaced `payment.oldKeys`.",

	sdk.CodeParentDuplicate:           "Field `duplicate`: lead to /duplicate with name and e-mail.",
	sdk.CodeParentDuplicateLikely:     "Field `duplicateWarning`: show it; the form may be sent again with `parentDuplicateConfirmed`.",
	sdk.CodeCoParentDuplicate:         "Field `duplicate`: lead to /duplicate.",
	sdk.CodeCoParentDuplicateLikely:   "Field `duplicateWarning`: show it; the form may be sent again with `coParentDuplicateConfirmed`.",
	sdk.CodePricingChanged:            "Nothing was charged. Show the new price, in `quote`, and let it be confirmed.",
	sdk.CodeBatchPriceChanged:         "Nothing was charged. Show the price, and buy with it as `amountDisplayed`.",
	sdk.CodeOrderPackageMismatch:      "Show the mismatch dialog, take the country over and lead back to the packages.",
	sdk.CodeSubscriptionCodeMistyped:  "Let it be typed again: the check character doesn't fit.",
	sdk.CodeSubscriptionCodeInvalid:   "Let it be typed again. Unknown, used, expired and revoked codes aren't told apart.",
	sdk.CodeUnexpected:                "Show it at the top of the form. The package that was chosen isn't on sale any more: lead to the packages.",
	"payment_method_declined":         "Nothing was charged. Let another method be tried, with a new `Idempotency-Key`.",
	"payment_authentication_required": "Try again and follow the bank's steps (3-D Secure), with a new `Idempotency-Key`.",
	"payment_nonce_used":              "Ask the provider's client for a new nonce.",
	"payment_superseded":              "Try again with a new `Idempotency-Key`: the earlier attempt is never captured.",
	codeCatalogBroken:                 "Mend the line of the catalogue's file; `cojoin catalog validate` says the same.",
}
