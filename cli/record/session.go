package record

import (
	"crypto/sha256"
	"errors"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// session is the sign-up in progress, from its first call to the first call of another one.
type session struct {
	isOver   bool   // the next step starts another sign-up
	signupID string // of the server, to recognize the calls
	userID   string // of an invited parent

	next, group string
	parent      form.Parent
	coParent    string // placeholder of the address
	address     *form.Address
	billing     obj              // of the last billing step
	order       form.OrderChoice // as the runner has it
	both        bool             // the co-parent's seat, too
	quote       *heldQuote
	paying      *sentPayment
	payKey      string // Idempotency-Key of the last payment
	code        string // the prepaid code of the recording that {{code}} stands for
	paidStep    *step
	receipt     *order.Receipt
	paidWith    string
	hasToken    bool              // the runner can set username and password
	isRenewed   bool              // another link was requested
	agrees      bool              // to the terms, in a call of its own
	followed    [sha256.Size]byte // hash of the token of the last followed mail
	mailed      string            // placeholder of the address to which the last requested link went
	pro         professionalDraft
	outcome     string
	total       string
}

// errOther means that a call belongs to another sign-up than the one in progress.
var errOther = errors.New("another sign-up, at the same time or from before the recording")

// startAgain ends the sign-up in progress.
func (r *recorder) startAgain() {
	r.dropUndecided()
	r.writeQuote()
	if r.paidStep != nil {
		r.paidStep.expect.put("totals", obj{}.with("total", r.total))
	}
	isOver := len(r.steps) > 0
	r.session = session{isOver: isOver, outcome: scenario.OutcomeOpen}
}

// failure is the body of a failed call.
type failure struct {
	ValidationErrors fault.Violations `json:"validationErrors"`
	Quote            *price.Quote     `json:"quote"`
	Code             string           `json:"code"`
}

func (c Call) failure() (f failure) {
	decode(c.Answer, &f)
	return f
}

// has reports whether the call was refused for a field.
func (f failure) has(field string) bool {
	return slices.ContainsFunc(f.ValidationErrors, func(v fault.Violation) bool { return v.Field == field })
}

// isDuplicate reports whether the server knows the person.
func (f failure) isDuplicate() bool { return f.has("duplicate") || f.has("duplicateWarning") }

// expect returns the expectation of a failed call.
func (f failure) expect(status int) obj {
	var list []obj
	for _, v := range f.ValidationErrors {
		list = append(list, obj{}.with("field", matching(fieldPath, v.Field)).with("code", matching(faultCode, string(v.Code))))
	}
	if len(list) > 0 {
		return obj{{"validationErrors", list}}
	}
	return obj{{"status", status}}.with("problem", matching(faultCode, f.Code))
}

// refused returns the expectation of a refused step and makes its values wrong in the recorded way.
func (r *recorder) refused(c Call, value *obj) (obj, error) {
	f := c.failure()
	if err := spoil(value, f.ValidationErrors); err != nil {
		return nil, err
	}
	return f.expect(c.Status), nil
}

// moved returns the expectation of an accepted step, and keeps the registration's state.
func (r *recorder) moved(next, group string) obj {
	expect := obj{}.with("next", matching(routePath, next))
	if group != r.group {
		expect = expect.with("group", matching(groupName, group))
	}
	r.next, r.group = next, group
	return expect
}

// keep stores a registration's values for later steps.
func (r *recorder) keep(reg *signup.Registration) {
	if reg == nil {
		return
	}
	r.address = reg.Address
	if reg.Parent != nil {
		r.parent = *reg.Parent
	}
	if reg.Order != nil {
		r.order, r.both = reg.Order.OrderChoice, reg.Order.PayForCoparent
	} else {
		r.order, r.both = form.OrderChoice{}, false
	}
}

// keepToken remembers that an answer had a token to set username and password.
func (r *recorder) keepToken(token secret.Shown) {
	if token != "" {
		r.hasToken = true
		r.tokens[sha256.Sum256([]byte(token.Reveal()))] = true
	}
}

// expired adds the step that makes the link or the session expire, if the call failed for that.
func (r *recorder) expired(c Call) {
	code := c.failure().Code
	if code == "registration_expired" || r.userID != "" && (code == "token_invalid" || code == "token_expired") {
		r.add("expire", nil, nil)
		r.added.add("expire, because the answer was " + code)
	}
}

// bad lists invalid values by the code of the violation.
var bad = map[string]string{
	string(form.CodeNameEmoji): "Ana 🎈", string(form.CodeEmailInvalid): "ana@nowhere", string(form.CodeEmailPromptInvalid): "ana@nowhere",
	string(form.CodePhoneLength): "12345", string(form.CodePostalCodeInvalid): "?", string(form.CodeSecurityCodeDigits): "12",
	string(form.CodeCodeConfirm): otherCode, string(form.CodeMax200): strings.Repeat("x", 201),
	string(form.CodeUsernameLength): "abc", string(form.CodePasswordLength): "Aa1!", string(form.CodePasswordLetter): "12345678!",
	string(form.CodePasswordNumber): "Long-Password!", string(form.CodePasswordSpecial): "LongPassword1",
	string(form.CodeFieldRequired): "", string(form.CodeUsernameNone): "",
}

// kept lists violations of two related values; invented values keep the relation.
var kept = []string{
	string(form.CodeCoParentEmailSame), string(form.CodeCoParentPhoneSame), string(form.CodeChildEmailUsed), string(form.CodeChildEmailParent),
	string(form.CodeUsernameTaken),
}

// replaced lists the fields with invented values.
var replaced = []string{
	"firstName", "lastName", "email", "phoneNumber", "line1", "line2", "city", "region", "postalCode", "username", "password", "other",
	"securityQuestion", "securityAnswer", "securityCode", "confirmCode", "securityCodeConfirm", "practiceName", "addressLine1", "addressLine2",
	"referralBenchOfficerName", "referralColleagueName", "referralOtherExplain", "credentials", "phoneExtension",
}

// spoil sets invalid values in the fields of the violations. It fails for a violation without an invented value.
func spoil(value *obj, violations fault.Violations) error {
	for _, v := range violations {
		path := strings.Split(strings.NewReplacer("[", ".", "]", "").Replace(v.Field), ".")
		name := path[len(path)-1]
		text, known := bad[string(v.Code)]
		if string(v.Code) == "signup_"+name+"_error" {
			text, known = "", true
		}
		switch {
		case slices.Contains(kept, string(v.Code)):
		case known && slices.Contains(replaced, name):
			if !value.putAt(path, text) {
				return errors.New("the refused field " + matching(fieldPath, v.Field) + " isn't in the step")
			}
		case slices.Contains(replaced, name):
			return errors.New("no invented value for " + matching(faultCode, string(v.Code)))
		}
	}
	return nil
}

// putAt sets a nested text. It reports false if an outer value is missing.
func (o *obj) putAt(path []string, text string) bool {
	if len(path) == 1 {
		o.put(path[0], text)
		return true
	}
	for i := range *o {
		if (*o)[i].key != path[0] {
			continue
		}
		switch inner := (*o)[i].value.(type) {
		case obj:
			ok := inner.putAt(path[1:], text)
			(*o)[i].value = inner
			return ok
		case []obj:
			n := strings.IndexByte("0123456789", path[1][0])
			if len(path) < 3 || len(path[1]) != 1 || n < 0 || n >= len(inner) {
				return false
			}
			return inner[n].putAt(path[2:], text)
		}
	}
	return false
}
