package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

var errBody = errors.New("its body or its answer isn't in the recording")

func (r *recorder) createSignup(c Call, _ []string) error {
	if r.signupID != "" || r.userID != "" {
		r.startAgain()
	}
	return r.save(c)
}

func (r *recorder) updateSignup(c Call, params []string) error {
	if params[0] != r.signupID {
		return errOther
	}
	return r.save(c)
}

func (r *recorder) updateInvitation(c Call, _ []string) error {
	if c.Query.Get("userId") != r.userID || r.userID == "" {
		return errOther
	}
	return r.save(c)
}

// save turns a change of a registration into a step.
func (r *recorder) save(c Call) error {
	var in signup.Input
	if !decode(c.Body, &in) {
		return errBody
	}
	action, value, err := r.section(in)
	if err != nil {
		return err
	}
	var expect obj
	if c.ok() {
		if expect, err = r.saved(c); err != nil {
			return err
		}
		if in.Parent != nil && action != "billing" {
			r.people[r.email(in.Parent.Email, in.Parent.FirstName)] = true
		}
	} else {
		f := c.failure()
		if f.isDuplicate() {
			if err := r.keepDuplicate(in, f); err != nil {
				return err
			}
		}
		if expect, err = r.refused(c, &value); err != nil {
			return err
		}
		r.expired(c)
	}
	r.quote = nil
	r.add(action, value, expect)
	if action == "billing" {
		r.billing = value
	}
	return nil
}

// keepDuplicate keeps the outcome of a duplicate. It fails if the person signed up before the recording, because a run can't repeat that.
func (r *recorder) keepDuplicate(in signup.Input, f failure) error {
	email := ""
	switch {
	case in.Parent != nil:
		email = r.email(in.Parent.Email, in.Parent.FirstName)
	case in.CoParent != nil:
		email = r.email(in.CoParent.Email, in.CoParent.FirstName)
	}
	if !r.people[email] {
		return errors.New("the server knew the person before the recording")
	}
	if f.has("duplicate") {
		r.outcome = scenario.OutcomeDuplicate
	}
	return nil
}

// saved returns the expectation of an accepted change.
func (r *recorder) saved(c Call) (obj, error) {
	if r.userID != "" {
		var answer invite.Answer
		if !decode(c.Answer, &answer) || answer.Invitation == nil {
			return nil, errBody
		}
		return r.keepInvitation(answer.Invitation), nil
	}
	var answer signup.Answer
	if !decode(c.Answer, &answer) || answer.Registration == nil {
		return nil, errBody
	}
	if answer.SignupID != "" {
		r.signupID = answer.SignupID
	}
	r.keep(answer.Registration)
	return r.moved(answer.Registration.Next, answer.Registration.PricingGroup), nil
}

// section returns the step of a change.
func (r *recorder) section(in signup.Input) (string, obj, error) {
	has := func(s signup.Section) bool { return slices.Contains(in.Sections, s) }
	switch {
	case has(signup.SectionAddress) && in.Address != nil:
		return "billing", r.billed(in), nil
	case has(signup.SectionParent) && in.Parent != nil && r.userID != "":
		return "inviteStep1", r.stepOne(in), nil
	case has(signup.SectionParent) && in.Parent != nil && in.SelectionCode == "":
		return "parent", r.person(*in.Parent).with("duplicateConfirmed", in.ParentDuplicateConfirmed), nil
	case has(signup.SectionFamily) && in.CoParent != nil:
		return "family", r.family(in), nil
	case has(signup.SectionOrder) && in.Order != nil:
		return "package", r.chosen(*in.Order).with("selection", matching(coupon, in.SelectionCode)), nil
	case has(signup.SectionReferral) && in.Referral != nil && r.billing != nil:
		value := slices.Clone(r.billing)
		value.put("referral", referral(in.Referral))
		return "billing", value, nil
	}
	sections := make([]string, len(in.Sections))
	for i, s := range in.Sections {
		sections[i] = matching(choice, string(s))
	}
	return "", nil, fmt.Errorf("no step for %s", strings.Join(sections, ", "))
}

func (r *recorder) person(p form.Parent) obj {
	person := obj{}.with("firstName", r.first(p.FirstName)).with("lastName", r.last(p.LastName)).with("email", r.email(p.Email, p.FirstName))
	return append(person, r.phoneOf(p.PhoneCountryCode, p.PhoneNumber)...)
}

func (r *recorder) phoneOf(code, number string) obj {
	if number == "" {
		return nil
	}
	return obj{}.with("phoneCountryCode", matching(dialCode, code)).with("phoneNumber", r.phone(code, number))
}

func (r *recorder) family(in signup.Input) obj {
	p := *in.CoParent
	coParent := obj{}.with("firstName", r.first(p.FirstName)).with("lastName", r.last(p.LastName)).with("email", r.email(p.Email, p.FirstName))
	coParent = append(coParent, r.phoneOf(p.PhoneCountryCode, p.PhoneNumber)...)
	r.coParent = r.email(p.Email, p.FirstName)
	value := obj{{"coParent", coParent.with("duplicateConfirmed", in.CoParentDuplicateConfirmed)}}
	if in.KnowsCoParentEmail != nil && !*in.KnowsCoParentEmail {
		value = append(value, field{"knowsEmail", false})
	}
	var children []obj
	for i, child := range in.Children {
		isBlank := child.FirstName == "" && child.Email == "" && (child.LastName == "" || child.LastName == r.parent.LastName)
		if isBlank && i == len(in.Children)-1 {
			continue // the form's empty last row
		}
		children = append(children, obj{}.with("firstName", r.first(child.FirstName)).with("lastName", r.last(child.LastName)).
			with("email", r.email(child.Email, child.FirstName)))
	}
	return value.with("children", children)
}

// chosen returns the package by the name that every group has, or by its id.
func (r *recorder) chosen(o signup.Order) obj {
	value := obj{}
	if name := r.packageName(o.PackageID); name != "" {
		value = value.with("name", name)
	} else {
		value = append(value, field{"id", o.PackageID})
	}
	return value.with("productId", matching(choice, o.ProductID)).with("services", copied(choice, o.Services)).with("payForCoparent", o.PayForCoparent)
}

// packageName returns a package's name without the group's prefix, if the runner finds the same package by it.
func (r *recorder) packageName(id int) string {
	name, ok := strings.CutPrefix(r.packages[id].PackageName, r.group+"_")
	if !ok || r.group == "" || matching(packName, name) == "" {
		return ""
	}
	list := r.listed[r.group]
	first := slices.IndexFunc(list, func(p price.Package) bool { return strings.HasSuffix(p.PackageName, "_"+name) })
	if first >= 0 && list[first].ID != id {
		return ""
	}
	return name
}

func (r *recorder) billed(in signup.Input) obj {
	at := r.home(*in.Address)
	value := obj{{"address", obj{}.with("line1", at.Line1).with("city", at.City).with("region", at.Region).
		with("postalCode", at.PostalCode).with("country", at.Country)}}
	if in.Parent != nil {
		value = value.with("timeZone", matching(zone, in.Parent.TimeZone))
	}
	value = value.with("countryConfirmed", in.CountryConfirmed)
	if slices.Contains(in.Sections, signup.SectionReferral) {
		value = value.with("referral", referral(in.Referral))
	}
	return value
}

func referral(in *form.Referral) obj {
	if in == nil {
		return nil
	}
	return obj{{"selection", matching(choice, in.Selection)}}.with("other", replacement(in.Other, inventedText))
}

// fits keeps the check whether the package is sold in the country.
func (r *recorder) fits(c Call, _ []string) error {
	var in struct {
		CountryCriteria signup.CountryCriteria `json:"countryCriteria"`
	}
	if !decode(c.Body, &in) {
		return errBody
	}
	if in.CountryCriteria.PhoneNumber == "" && r.parent.PhoneNumber != "" {
		return errors.New("a step sends the phone number, too")
	}
	expect := obj{}
	if !c.ok() {
		expect = c.failure().expect(c.Status)
	}
	if last := r.latest(); last.action == "fits" && flow(last.expect) == flow(expect) {
		return nil
	}
	r.add("fits", nil, expect)
	return nil
}

// readSignup keeps a read only if something has changed, or it was refused: the page reads by itself.
func (r *recorder) readSignup(c Call, params []string) error {
	if params[0] != r.signupID {
		return errOther
	}
	if !c.ok() {
		r.expired(c)
		return r.readRefused(c)
	}
	var reg signup.Registration
	if !decode(c.Answer, &reg) {
		return errBody
	}
	isSame := reg.Next == r.next
	r.keep(&reg)
	if expect := r.moved(reg.Next, reg.PricingGroup); !isSame {
		r.add("read", nil, expect)
	}
	return nil
}

func (r *recorder) readRefused(c Call) error {
	expect := c.failure().expect(c.Status)
	if last := r.latest(); last.action != "read" || flow(last.expect) != flow(expect) {
		r.add("read", nil, expect)
	}
	return nil
}
