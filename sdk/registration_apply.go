package sdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/text"
)

// sectionOrder is the order of the form: sections sent together are applied in it.
var sectionOrder = []Section{
	SectionParent, SectionName, SectionFamily, SectionOrder, SectionAddress, SectionReferral,
	SectionSecurityQuestion, SectionSecurityCode,
}

// sectionsOf gives the input's sections in the order of the form, each once. Faults: [SectionUnknown];
// [SectionMissing] for a section without its data, and for no section at all.
func sectionsOf(in RegistrationInput) ([]Section, error) {
	for _, s := range in.Sections {
		if !slices.Contains(sectionOrder, s) {
			return nil, SectionUnknown
		}
	}
	sections := make([]Section, 0, len(sectionOrder))
	for _, s := range sectionOrder {
		if !slices.Contains(in.Sections, s) {
			continue
		}
		var there bool
		switch s {
		case SectionParent, SectionName:
			there = in.Parent != nil
		case SectionFamily:
			there = in.CoParent != nil
		case SectionOrder:
			there = in.Order != nil
		case SectionAddress:
			there = in.Address != nil
		case SectionReferral:
			there = in.Referral != nil
		case SectionSecurityQuestion, SectionSecurityCode:
			there = true // texts: an empty one is the validation's to refuse
		}
		if !there {
			return nil, SectionMissing
		}
		sections = append(sections, s)
	}
	if len(sections) == 0 {
		return nil, SectionMissing
	}
	return sections, nil
}

// registrationWorld is what decisions on a registration need beside the registration.
type registrationWorld struct {
	catalog    *Catalog
	packagesV2 bool
}

func (c *Client) registrationWorld(ctx context.Context, meta CallMeta) (registrationWorld, error) {
	catalog, err := c.catalog(ctx)
	if err != nil {
		return registrationWorld{}, err
	}
	return c.worldWith(ctx, catalog, meta), nil
}

// worldWith is registrationWorld for a caller who has the catalogue in force.
func (c *Client) worldWith(ctx context.Context, catalog *Catalog, meta CallMeta) registrationWorld {
	return registrationWorld{catalog: catalog, packagesV2: c.switchOn(ctx, SwitchPackagesV2, meta)}
}

// armsOf gives the arms of a visitor who begins, where they aren't the shipped ones.
func (c *Client) armsOf(ctx context.Context, meta CallMeta) ([]byte, error) {
	arms, err := json.Marshal(c.Flags(ctx, meta).unusual())
	if err != nil {
		return nil, fmt.Errorf("arms: %w", err)
	}
	return arms, nil
}

// apply decides what the sections of an input make of the draft. It is pure. A broken rule gives a
// [ValidationError] with all of them, in the order of the form; then the draft is not to be kept.
func (d *draft) apply(sections []Section, in RegistrationInput, world registrationWorld, meta CallMeta) error {
	lang := text.Language(meta.Lang)
	d.applyMeta(in, meta, lang)
	var broken Violations
	for _, section := range sections {
		if !slices.Contains(guardOf(stepGuards, d.stepState(world, false)).Sections, section) {
			if len(broken) > 0 {
				break // the earlier section's fault is why this one's step isn't reached
			}
			return StepOutOfOrder
		}
		broken = append(broken, d.applySection(section, in, world, lang)...)
	}
	if len(broken) > 0 {
		return &ValidationError{Violations: broken}
	}
	return nil
}

func (d *draft) applySection(section Section, in RegistrationInput, world registrationWorld, lang string) Violations {
	switch section {
	case SectionParent:
		return d.applyParent(*in.Parent, slices.Contains(in.Sections, SectionFamily), world, lang)
	case SectionName:
		p := d.parent()
		if p == nil {
			return nil // section PARENT, sent along, was refused
		}
		p.FirstName, p.LastName = in.Parent.FirstName, in.Parent.LastName
		named, broken := ValidateParentName(*p, lang)
		if len(broken) == 0 {
			d.setParent(named)
		}
		return broken
	case SectionFamily:
		return d.applyFamily(in, lang)
	case SectionOrder:
		return d.applyOrder(*in.Order, world, lang)
	case SectionAddress:
		return d.applyAddress(in, world, lang)
	case SectionReferral:
		referral, broken := ValidateReferral(*in.Referral, lang)
		d.referral = &referral
		return broken
	case SectionSecurityQuestion:
		question, _, broken := ValidateSecurityQuestion(in.SecurityQuestion, in.SecurityAnswer, lang)
		d.row.SecurityQuestion = &question
		return broken
	case SectionSecurityCode:
		_, broken := ValidateSecurityCode(in.SecurityCode, in.ConfirmCode, lang)
		return broken
	}
	panic("sdk: no such section: " + string(section))
}

// applyParent takes step 1. A parent who has become somebody else's co-parent, or moved to another pricing
// group, has to go over the later steps again; what was typed there stays.
func (d *draft) applyParent(typed Parent, familyToo bool, world registrationWorld, lang string) Violations {
	p, broken := ValidateParent(typed, lang)
	if len(broken) > 0 {
		return broken
	}
	d.setParent(p)
	d.row.LastCompletedStep = max(d.row.LastCompletedStep, 1)
	d.regroup(world)
	if d.coParent != nil && !familyToo {
		again := FamilyInput{CoParent: d.coParent, KnowsCoParentEmail: &d.row.KnowsCoParentEmail, Children: d.children}
		if _, _, clash := ValidateFamily(p, again, lang); len(clash) > 0 {
			d.row.LastCompletedStep = 1
		}
	}
	return nil
}

func (d *draft) applyFamily(in RegistrationInput, lang string) Violations {
	coParent, children, broken := ValidateFamily(*d.parent(), in.family(), lang)
	if len(broken) > 0 {
		return broken
	}
	d.coParent, d.children = &coParent, children
	d.row.KnowsCoParentEmail = in.KnowsCoParentEmail == nil || *in.KnowsCoParentEmail
	d.row.LastCompletedStep = max(d.row.LastCompletedStep, 2)
	// A package chosen before the family had to be corrected still stands.
	if d.row.PackageID != nil && !d.row.CustomPending {
		d.row.LastCompletedStep = 3
	}
	return nil
}

// applyOrder chooses a package. A custom one without its options leads to /alacarte, where they are chosen.
func (d *draft) applyOrder(order RegistrationOrder, world registrationWorld, lang string) Violations {
	pkg := world.catalog.Package(order.PackageID)
	pending := pkg != nil && pkg.BuildYourOwn && order.ProductID == ""
	if pkg == nil || !pending {
		if _, err := world.catalog.pick(order.OrderChoice); err != nil {
			var problem *OrderError
			if errors.As(err, &problem) {
				return problem.Violations(lang)
			}
			return Violations{violation("order.packageId", CodeUnexpected, lang, nil)}
		}
	}
	if pkg.Group != d.row.PricingGroup {
		return Violations{violation("order.packageId", CodeOrderPackageMismatch, lang, nil)}
	}
	d.clearOrder()
	d.row.PackageID = ptr(int32(pkg.ID))
	d.row.PayForCoparent = order.PayForCoparent
	d.row.CustomPending = pending
	if pending {
		return nil
	}
	d.row.ProductID = optional(order.ProductID)
	d.row.Services = append([]string{}, order.Services...)
	d.row.LastCompletedStep = 3
	return nil
}

// applyAddress takes the billing address. With the mismatch dialog's OK its country decides from now on,
// and the package is chosen again.
func (d *draft) applyAddress(in RegistrationInput, world registrationWorld, lang string) Violations {
	var zone string
	if in.Parent != nil {
		zone = in.Parent.TimeZone
	}
	address, broken := ValidateAddress(*in.Address, zone, lang)
	if len(broken) > 0 {
		return broken
	}
	d.address = &address
	d.row.ParentTimeZone = ptr(strings.TrimSpace(zone))
	d.row.PricingGroup = d.group(world).Name
	if in.CountryConfirmed {
		d.row.ConfirmedCountry = &address.Country
		d.clearOrder()
	}
	return nil
}

// group is the pricing group: the billing country decides if it is known, else the phone's region, else US.
func (d *draft) group(world registrationWorld) *CatalogGroup {
	switch {
	case d.address != nil:
		return world.catalog.GroupOf(d.address.Country)
	case d.row.ConfirmedCountry != nil:
		return world.catalog.GroupOf(*d.row.ConfirmedCountry)
	}
	if p := d.parent(); p != nil {
		if phone, err := ParsePhone(p.PhoneCountryCode, p.PhoneNumber); err == nil && phone.Region != "" {
			return world.catalog.GroupOf(phone.Region)
		}
	}
	return world.catalog.GroupOf("US")
}

// regroup sets the pricing group after a change of the phone and gives up a package that isn't on sale in
// it. Once a billing country is known the phone decides nothing any more.
func (d *draft) regroup(world registrationWorld) {
	if d.address != nil || d.row.ConfirmedCountry != nil {
		return
	}
	d.row.PricingGroup = d.group(world).Name
	if id := d.row.PackageID; id != nil {
		if pkg := world.catalog.Package(int(*id)); pkg == nil || pkg.Group != d.row.PricingGroup {
			d.clearOrder()
		}
	}
}

// preselect takes the package of a selection code (the bypass) once step 3 is reached and nothing is
// chosen there. A code that no package of the group has changes nothing.
func (d *draft) preselect(world registrationWorld) {
	if d.row.LastCompletedStep != 2 || d.row.PackageID != nil || d.row.SelectionCode == nil {
		return
	}
	if pkg := world.catalog.PackageBySelection(d.row.PricingGroup, *d.row.SelectionCode); pkg != nil {
		d.row.PackageID = ptr(int32(pkg.ID))
		d.row.LastCompletedStep = 3
	}
}

// stepState decides where the draft stands.
func (d *draft) stepState(world registrationWorld, hasCredentials bool) StepState {
	group := world.catalog.Group(d.row.PricingGroup)
	var custom bool
	if d.row.PackageID != nil {
		pkg := world.catalog.Package(int(*d.row.PackageID))
		custom = pkg != nil && pkg.BuildYourOwn
	}
	return stepState(stepFacts{
		State: RegistrationState(d.row.State), LastCompletedStep: int(d.row.LastCompletedStep),
		CustomPending: d.row.CustomPending, CustomPackage: custom,
		Paying: d.row.PayingSince != nil, HasCredentials: hasCredentials,
		ParentDuplicate: d.row.ParentDuplicateConfirmed, CoParentDuplicate: d.row.CoParentDuplicateConfirmed,
		BasePricingGroup: group != nil && group.Base, PackagesV2: world.packagesV2,
	})
}

// maxAnonymousID bounds what comes along with a call without being a field of a form. What is longer is left
// out: nobody could put it right.
const maxAnonymousID = 100

func (d *draft) applyMeta(in RegistrationInput, meta CallMeta, lang string) {
	d.row.Locale = lang
	if PatternReferrerKey.Matches(meta.ReferrerKey) {
		d.row.ReferrerKey = &meta.ReferrerKey
	}
	for _, id := range []string{meta.AnonymousID, in.SegmentAnonymousID} {
		if isVisibleASCII(id, maxAnonymousID) {
			d.row.AnonymousID = &id
		}
	}
	d.row.AnalyticsIdentify = d.row.AnalyticsIdentify || in.SegmentIdentify
	if code := strings.ToUpper(strings.TrimSpace(in.SelectionCode)); PatternSelectionCode.Matches(code) {
		d.row.SelectionCode = &code
	}
}
