package record

import (
	"errors"
	"slices"

	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/signup"
)

// readInvitation follows a link, or keeps the page's later read of the invitation as [recorder.readSignup] does.
func (r *recorder) readInvitation(c Call, _ []string) error {
	userID := c.Query.Get("userId")
	if userID == "" {
		return errBody
	}
	if userID != r.userID {
		if err := r.follow(userID); err != nil {
			return err
		}
	} else if r.isRenewed && c.ok() {
		r.isRenewed = false
		r.add("invited", obj{{"email", r.email(r.parent.Email, r.parent.FirstName)}}, nil)
	}
	if !c.ok() {
		r.expired(c)
		return r.readRefused(c)
	}
	var invitation invite.Context
	if !decode(c.Answer, &invitation) {
		return errBody
	}
	before := r.next
	expect := r.keepInvitation(&invitation)
	switch {
	case r.latest().action == "invited" && len(r.latest().expect) == 0:
		r.latest().expect = expect
	case invitation.Next != before:
		r.add("read", nil, expect)
	}
	return nil
}

// follow starts over as an invited parent. If no step of the recording invites them, it adds the steps of an inviter.
func (r *recorder) follow(userID string) error {
	invitation := r.invitations[userID]
	if invitation == nil || invitation.Registration == nil || invitation.Registration.Parent == nil {
		return errors.New("an invitation that the recording doesn't show")
	}
	p := *invitation.Registration.Parent
	isInvited := r.invited[r.email(p.Email, p.FirstName)]
	r.startAgain()
	if !isInvited {
		r.inviter(invitation, p)
	}
	r.session = session{userID: userID, outcome: scenario.OutcomeOpen, parent: p}
	r.add("invited", obj{{"email", r.email(p.Email, p.FirstName)}}, nil)
	r.people[r.email(p.Email, p.FirstName)] = true
	return nil
}

// countryOf is a country of each pricing group of the shipped catalog.
var countryOf = map[string]string{"P0": "US", "P2": "CA", "P3": "AU", "UK": "GB"}

// inviters are the parents of the added steps, by country.
var inviters = map[string]struct {
	dial, digits, zone string
	address            form.Address
}{
	"US": {"+1", "267", "America/New_York", form.Address{Region: "PA", Country: "US"}},
	"CA": {"+1", "647", "America/Toronto", form.Address{Region: "ON", Country: "CA"}},
	"AU": {"+61", "48", "Australia/Sydney", form.Address{Region: "NSW", Country: "AU"}},
	"GB": {"+44", "741", "Europe/London", form.Address{Region: "ENG", Country: "GB"}},
}

// inviter adds the inviter's steps.
func (r *recorder) inviter(invitation *invite.Context, p form.Parent) {
	invited := obj{}.with("firstName", r.first(p.FirstName)).with("lastName", r.last(p.LastName)).with("email", r.email(p.Email, p.FirstName))
	children := []obj{{{"firstName", "Maya"}, {"lastName", r.last(p.LastName)}}}
	if invitation.UserCreatedByPro != nil {
		r.add("professionalInvites", obj{{"firstName", "Pat"}, {"lastName", "Lee"}, {"email", "pat.{{unique}}@example.com"}, {"parent", invited}, {"children", children}}.
			with("locale", invitation.LanguageLocale), nil)
		r.added.add("professionalInvites: the recording doesn't show the professional who invites")
		return
	}
	at, ok := inviters[countryOf[invitation.PricingGroup]]
	if !ok {
		at = inviters["US"]
	}
	home := r.home(at.address)
	pack := "ESSENTIAL_2Y"
	r.group = invitation.PricingGroup
	if name := r.packageName(invitation.CoparentPackageID); name != "" && name != "CUSTOM" {
		pack = name
	}
	pay := obj{{"card", obj{{"number", goodCard}}}}
	if slices.Contains(r.verifiedCountries(), home.Country) {
		pay = obj{{"card", obj{{"number", verifiedCard}, {"verifiedFor", "total"}}}}
	}
	r.add("parent", obj{{"firstName", "Dana"}, {"lastName", "Moreno"}, {"email", "dana.{{unique}}@example.com"},
		{"phoneCountryCode", at.dial}, {"phoneNumber", at.digits + "{{digits}}"}}, nil)
	r.add("family", obj{{"coParent", invited}, {"children", children}}, nil)
	r.add("package", obj{{"name", pack}}.with("payForCoparent", invitation.IsSubscriptionCurrent), nil)
	r.add("billing", obj{
		{"address", obj{{"line1", home.Line1}, {"city", home.City}, {"region", home.Region}, {"postalCode", home.PostalCode}, {"country", home.Country}}},
		{"timeZone", at.zone}, {"referral", obj{{"selection", "SEARCH_ENGINE"}}},
	}, nil)
	r.add("pay", pay, nil)
	r.added.add("parent to pay: the recording doesn't show the parent who invites")
}

// keepInvitation keeps the state of an invitation, and returns the expectation of its step.
func (r *recorder) keepInvitation(invitation *invite.Context) obj {
	r.keep(invitation.Registration)
	r.keepToken(invitation.ClickToJoinToken)
	if invitation.ClickToJoinToken != "" && r.receipt == nil {
		r.outcome = scenario.OutcomeJoined
	}
	return r.moved(invitation.Next, invitation.PricingGroup)
}

func (r *recorder) stepOne(in signup.Input) obj {
	value := r.person(*in.Parent).with("referral", referral(in.Referral))
	code := inventedCode
	confirmed := inventedCode
	if in.ConfirmCode != "" && in.ConfirmCode != in.SecurityCode {
		confirmed = otherCode
	}
	chosen := question(in.SecurityQuestion)
	if !slices.Contains(in.Sections, signup.SectionSecurityQuestion) {
		chosen = inventedQuestion // saved before; a step always sends it
	}
	value = value.with("securityQuestion", chosen).with("securityAnswer", inventedAnswer).with("securityCode", code)
	if confirmed != code {
		value = value.with("confirmCode", confirmed)
	}
	return value
}

func (r *recorder) renewLink(c Call, _ []string) error {
	if r.userID == "" {
		return errOther
	}
	expect := obj{}
	if !c.ok() {
		expect = c.failure().expect(c.Status)
	}
	r.isRenewed = r.isRenewed || c.ok()
	r.add("renewLink", nil, expect)
	return nil
}

// agree keeps the consent for the step that sets username and password.
func (r *recorder) agree(c Call, params []string) error {
	if params[0] != r.userID {
		return errOther
	}
	var in struct {
		Data bool `json:"data"`
	}
	r.agrees = c.ok() && decode(c.Body, &in) && in.Data
	return nil
}
