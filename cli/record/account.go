package record

import (
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"strings"

	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
)

// mailLink keeps the request for a link.
func (r *recorder) mailLink(c Call, _ []string) error {
	var in struct {
		Email string `json:"email"`
	}
	if !decode(c.Body, &in) {
		return errBody
	}
	value := obj{{"email", r.email(in.Email, r.firstOf())}}
	expect, err := r.expectation(c, &value)
	if err != nil {
		return err
	}
	if c.ok() {
		r.mailed, r.isRenewed = r.email(in.Email, ""), true
	}
	r.add("mailLink", value, expect)
	return nil
}

// firstOf returns the recorded first name of the person of the sign-up.
func (r *recorder) firstOf() string {
	if r.parent.FirstName != "" {
		return r.parent.FirstName
	}
	return r.pro.form.FirstName
}

// expectation returns the expectation of a step without an answer of its own.
func (r *recorder) expectation(c Call, value *obj) (obj, error) {
	if c.ok() {
		return nil, nil
	}
	return r.refused(c, value)
}

// setCredentials keeps username and password of a new account. With the token of a mail, it first follows the mail's link.
func (r *recorder) setCredentials(c Call, _ []string) error {
	var in struct {
		Username           string        `json:"username"`
		Password           secret.Secret `json:"password"`
		TermsAndConditions bool          `json:"termsAndConditions"`
	}
	if !decode(c.Body, &in) {
		return errBody
	}
	if err := r.followMail(c); err != nil {
		return err
	}
	value := obj{{"username", r.username(in.Username, r.firstOf())}, {"password", r.password(in.Password.Reveal())}}.
		with("termsAndConditions", in.TermsAndConditions || r.agrees)
	if !c.ok() {
		expect, err := r.refused(c, &value)
		if err != nil {
			return err
		}
		r.add("credentials", value, expect)
		return nil
	}
	var answer account.CredentialsAnswer
	if !decode(c.Answer, &answer) {
		return errBody
	}
	r.accounts[r.username(in.Username, "")] = true
	r.add("credentials", value, obj{}.with("next", matching(routePath, answer.Redirect)))
	return nil
}

// followMail adds the step that takes the token from a mail, unless the call's token came with an answer.
func (r *recorder) followMail(c Call) error {
	switch {
	case r.tokens[c.bearer] || !c.hasBearer() && r.hasToken && r.mailed == "":
		return nil
	case r.latest().action == "credentials" && c.bearer == r.followed:
		return nil // another try with the same token
	}
	to := r.mailed
	if to == "" {
		to = r.email(r.parent.Email, r.parent.FirstName)
	}
	if to == "" {
		to = r.email(r.pro.form.Email, r.pro.form.FirstName)
	}
	if to == "" {
		return errors.New("an account that the recording doesn't create")
	}
	r.followed = c.bearer
	r.add("follow", obj{{"email", to}}, nil)
	return nil
}

// logIn keeps a login of an account of the recording.
func (r *recorder) logIn(c Call, _ []string) error {
	in, err := url.ParseQuery(string(c.Body))
	if err != nil || in.Get("username") == "" {
		return errBody
	}
	name := r.username(in.Get("username"), r.firstOf())
	if !r.accounts[name] {
		return errors.New("an account that the recording doesn't create")
	}
	value := obj{{"username", name}, {"password", r.password(in.Get("password"))}}
	expect, err := r.expectation(c, &value)
	if err != nil {
		return err
	}
	var answer account.LoginAnswer
	if c.ok() && (!decode(c.Answer, &answer) || answer.Auth == "" || strings.Contains(answer.Redirect, "login_error")) {
		expect = obj{{"problem", "login_error"}}
	}
	r.add("login", value, expect)
	return nil
}

// professionalDraft is a professional's form before it is sent.
type professionalDraft struct {
	form   form.Professional
	raw    map[string]any
	isSent bool
}

// keepForm adds a call's fields to the form, and returns the whole form as a step.
func (r *recorder) keepForm(c Call) (obj, error) {
	var typed map[string]any
	if !decode(c.Body, &typed) {
		return nil, errBody
	}
	if r.pro.raw == nil {
		r.pro.raw = map[string]any{}
	}
	maps.Copy(r.pro.raw, typed)
	body, err := json.Marshal(r.pro.raw)
	r.pro.form = form.Professional{}
	if err != nil || !decode(body, &r.pro.form) {
		return nil, errBody
	}
	return r.professional(r.pro.form), nil
}

// checkProfessional keeps only refusals: the step that sends the form checks each part first.
func (r *recorder) checkProfessional(c Call, _ []string) error {
	if r.pro.isSent {
		r.startAgain()
	}
	value, err := r.keepForm(c)
	if err != nil || c.ok() {
		return err
	}
	return r.refusedProfessional(c, value)
}

func (r *recorder) refusedProfessional(c Call, value obj) error {
	expect, err := r.refused(c, &value)
	if err != nil {
		return err
	}
	r.add("professional", value, expect)
	return nil
}

func (r *recorder) createProfessional(c Call, _ []string) error {
	if r.pro.isSent || r.signupID != "" || r.userID != "" {
		r.startAgain()
	}
	r.pro.raw = nil
	value, err := r.keepForm(c)
	if err != nil {
		return err
	}
	if !c.ok() {
		return r.refusedProfessional(c, value)
	}
	var answer professional.Answer
	if !decode(c.Answer, &answer) {
		return errBody
	}
	r.pro.isSent, r.outcome = true, scenario.OutcomeProfessional
	r.add("professional", value, nil)
	return nil
}

// professional returns the form with an invented person.
func (r *recorder) professional(f form.Professional) obj {
	at := r.home(form.Address{Line1: f.AddressLine1, City: f.City, Region: f.Region, PostalCode: f.PostalCode, Country: f.Country})
	confirmed := inventedCode
	if f.SecurityCodeConfirm != f.SecurityCode {
		confirmed = otherCode
	}
	value := obj{}.with("title", matching(choice, f.Title)).with("firstName", r.first(f.FirstName)).with("lastName", r.last(f.LastName)).
		with("credentials", replacement(f.Credentials, "J.D.")).with("email", r.email(f.Email, f.FirstName))
	value = append(value, r.phoneOf(f.PhoneCountryCode, f.PhoneNumber)...)
	return value.with("phoneExtension", replacement(f.PhoneExtension, "12")).
		with("hearAboutUs", matching(choice, f.HearAboutUs)).
		with("referralBenchOfficerName", replacement(f.ReferralBenchOfficerName, "Judge Quinn")).
		with("referralBenchOfficerPosition", matching(choice, f.ReferralBenchOfficerPosition)).
		with("referralColleagueName", replacement(f.ReferralColleagueName, "Kim Park")).
		with("referralColleagueRole", matching(choice, f.ReferralColleagueRole)).
		with("referralOtherExplain", replacement(f.ReferralOtherExplain, inventedText)).
		with("practiceName", replacement(f.PracticeName, "Harbor Family Law")).
		with("addressLine1", replacement(f.AddressLine1, at.Line1)).with("addressLine2", replacement(f.AddressLine2, "Suite 2")).
		with("country", at.Country).with("city", replacement(f.City, at.City)).with("region", replacement(f.Region, at.Region)).
		with("postalCode", replacement(f.PostalCode, at.PostalCode)).with("timezone", matching(zone, f.Timezone)).
		with("roles", copied(choice, f.Roles)).
		with("securityQuestion", question(f.SecurityQuestion)).with("securityAnswer", replacement(f.SecurityAnswer.Reveal(), inventedAnswer)).
		with("securityCode", replacement(f.SecurityCode.Reveal(), inventedCode)).
		with("securityCodeConfirm", replacement(f.SecurityCodeConfirm.Reveal(), confirmed))
}
