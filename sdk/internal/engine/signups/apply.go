package signups

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// sectionOrder is the order of the form. Sections of one call are applied in this order.
var sectionOrder = []signup.Section{
	signup.SectionParent, signup.SectionName, signup.SectionFamily, signup.SectionOrder, signup.SectionAddress, signup.SectionReferral,
	signup.SectionSecurityQuestion, signup.SectionSecurityCode,
}

// SectionsOf returns the input's sections in the order of the form, each once. Faults: [fault.SectionUnknown];
// [fault.SectionMissing] for a section without its data, with the name of the field, and for an input without sections.
func SectionsOf(in signup.Input) ([]signup.Section, error) {
	for _, s := range in.Sections {
		if !slices.Contains(sectionOrder, s) {
			return nil, fault.SectionUnknown
		}
	}
	sections := make([]signup.Section, 0, len(sectionOrder))
	for _, s := range sectionOrder {
		if !slices.Contains(in.Sections, s) {
			continue
		}
		if field := missing(in, s); field != "" {
			return nil, fault.SectionMissing.Without(field)
		}
		sections = append(sections, s)
	}
	if len(sections) == 0 {
		return nil, fault.SectionMissing.Without("sections")
	}
	return sections, nil
}

// missing returns the wire name of a section's data if the input lacks it. An empty text isn't missing: validation rejects it.
func missing(in signup.Input, s signup.Section) string {
	switch {
	case (s == signup.SectionParent || s == signup.SectionName) && in.Parent == nil:
		return "parent"
	case s == signup.SectionFamily && in.CoParent == nil:
		return "coParent"
	case s == signup.SectionOrder && in.Order == nil:
		return "order"
	case s == signup.SectionAddress && in.Address == nil:
		return "address"
	case s == signup.SectionReferral && in.Referral == nil:
		return "referral"
	}
	return ""
}

// DecisionContext holds the conditions of a decision outside the registration.
type DecisionContext struct {
	Catalog    *price.Catalog
	packagesV2 bool
}

// DecisionContext returns the decision context of a call: the catalog in force and the visitor's flags.
func (c *Engine) DecisionContext(ctx context.Context, meta caller.Meta) (DecisionContext, error) {
	catalog, err := c.core.Catalog(ctx)
	if err != nil {
		return DecisionContext{}, err
	}
	return c.DecisionContextWith(ctx, catalog, meta), nil
}

// DecisionContextWith is [Engine.DecisionContext] with a catalog that the caller has loaded.
func (c *Engine) DecisionContextWith(ctx context.Context, catalog *price.Catalog, meta caller.Meta) DecisionContext {
	return DecisionContext{Catalog: catalog, packagesV2: c.core.SwitchOn(ctx, flag.SwitchPackagesV2, meta)}
}

// ArmsOf returns the experiment arms of a new visitor that differ from the shipped ones.
func (c *Engine) ArmsOf(ctx context.Context, meta caller.Meta) map[string]flag.Arm {
	return c.core.Flags(ctx, meta).Unusual()
}

// apply applies the sections of an input to the draft. It is pure. Broken rules give a [fault.ValidationError] with all of them, in the order of the
// form; the draft is then unusable.
func (d *Draft) apply(sections []signup.Section, in signup.Input, decision DecisionContext, meta caller.Meta) error {
	lang := text.Language(meta.Lang)
	d.ApplyMeta(in, meta, lang)
	var broken fault.Violations
	for _, section := range sections {
		if !slices.Contains(GuardOf(stepGuards, d.StepState(decision, false)).Sections, section) {
			if len(broken) > 0 {
				break // the rejected earlier section blocks this one's step
			}
			return fault.StepOutOfOrder
		}
		broken = append(broken, d.ApplySection(section, in, decision, lang)...)
	}
	if len(broken) > 0 {
		return &fault.ValidationError{Violations: broken}
	}
	return nil
}

// ApplySection applies one section of the input to the draft and returns the broken rules.
func (d *Draft) ApplySection(section signup.Section, in signup.Input, decision DecisionContext, lang string) fault.Violations {
	switch section {
	case signup.SectionParent:
		return d.applyParent(*in.Parent, slices.Contains(in.Sections, signup.SectionFamily), decision, lang)
	case signup.SectionName:
		if d.Parent == nil {
			return nil // section PARENT of the same call was rejected
		}
		p := *d.Parent
		p.FirstName, p.LastName = in.Parent.FirstName, in.Parent.LastName
		named, broken := form.ValidateParentName(p, lang)
		if len(broken) == 0 {
			d.setParent(named)
		}
		return broken
	case signup.SectionFamily:
		return d.applyFamily(in, lang)
	case signup.SectionOrder:
		return d.applyOrder(*in.Order, decision, lang)
	case signup.SectionAddress:
		return d.applyAddress(in, decision, lang)
	case signup.SectionReferral:
		referral, broken := form.ValidateReferral(*in.Referral, lang)
		d.Referral = &referral
		return broken
	case signup.SectionSecurityQuestion:
		question, _, broken := form.ValidateSecurityQuestion(in.SecurityQuestion, in.SecurityAnswer, lang)
		d.SecurityQuestion = question
		return broken
	case signup.SectionSecurityCode:
		_, broken := form.ValidateSecurityCode(in.SecurityCode, in.ConfirmCode, lang)
		return broken
	}
	panic("sdk: no such section: " + string(section))
}

// applyParent applies step 1. If the new data contradicts the family's, or puts the parent in another pricing group, the parent must confirm the later
// steps again. Their data is kept.
func (d *Draft) applyParent(typed form.Parent, familyToo bool, decision DecisionContext, lang string) fault.Violations {
	p, broken := form.ValidateParent(typed, lang)
	if len(broken) > 0 {
		return broken
	}
	d.setParent(p)
	d.Row.LastCompletedStep = max(d.Row.LastCompletedStep, 1)
	d.regroup(decision)
	if d.CoParent != nil && !familyToo {
		again := form.FamilyInput{CoParent: d.CoParent, KnowsCoParentEmail: &d.KnowsCoParentEmail, Children: d.Children}
		if _, _, clash := form.ValidateFamily(p, again, lang); len(clash) > 0 {
			d.Row.LastCompletedStep = 1
		}
	}
	return nil
}

func (d *Draft) applyFamily(in signup.Input, lang string) fault.Violations {
	coParent, children, broken := form.ValidateFamily(*d.Parent, familyOf(in), lang)
	if len(broken) > 0 {
		return broken
	}
	d.CoParent, d.Children = &coParent, children
	d.KnowsCoParentEmail = in.KnowsCoParentEmail == nil || *in.KnowsCoParentEmail
	d.Row.LastCompletedStep = max(d.Row.LastCompletedStep, 2)
	// A package chosen before a correction of the family stays chosen.
	if d.Order != nil && !d.CustomPending {
		d.Row.LastCompletedStep = 3
	}
	return nil
}

// applyOrder chooses a package. A custom package without options leads to /alacarte.
func (d *Draft) applyOrder(order signup.Order, decision DecisionContext, lang string) fault.Violations {
	pkg := decision.Catalog.Package(order.PackageID)
	pending := pkg != nil && pkg.BuildYourOwn && order.ProductID == ""
	if pkg == nil || !pending {
		if _, err := decision.Catalog.Pick(order.OrderChoice); err != nil {
			var problem *price.OrderError
			if errors.As(err, &problem) {
				return problem.Violations(lang)
			}
			return fault.Violations{form.Violation("order.packageId", form.CodeUnexpected, lang, nil)}
		}
	}
	if pkg.Group != d.PricingGroup {
		return fault.Violations{form.Violation("order.packageId", price.CodeOrderPackageMismatch, lang, nil)}
	}
	d.clearOrder()
	d.CustomPending = pending
	if pending {
		d.Order = &signup.Order{OrderChoice: form.OrderChoice{PackageID: pkg.ID}, PayForCoparent: order.PayForCoparent}
		return nil
	}
	d.Order = &order
	d.Row.LastCompletedStep = 3
	return nil
}

// applyAddress applies the billing address. After the mismatch dialog is confirmed, the address's country decides the pricing group, and the package
// must be chosen again.
func (d *Draft) applyAddress(in signup.Input, decision DecisionContext, lang string) fault.Violations {
	var zone string
	if in.Parent != nil {
		zone = in.Parent.TimeZone
	}
	address, broken := form.ValidateAddress(*in.Address, zone, lang)
	if len(broken) > 0 {
		return broken
	}
	d.Address = &address
	if d.Parent != nil {
		at := *d.Parent
		at.TimeZone = strings.TrimSpace(zone)
		d.Parent = &at
	}
	d.PricingGroup = d.group(decision).Name
	if in.CountryConfirmed {
		d.ConfirmedCountry = address.Country
		d.clearOrder()
	}
	return nil
}

// group returns the pricing group: that of the billing country, else of the phone's region, else of the US.
func (d *Draft) group(decision DecisionContext) *price.CatalogGroup {
	switch {
	case d.Address != nil:
		return decision.Catalog.GroupOf(d.Address.Country)
	case d.ConfirmedCountry != "":
		return decision.Catalog.GroupOf(d.ConfirmedCountry)
	}
	if p := d.Parent; p != nil {
		if phone, err := form.ParsePhone(p.PhoneCountryCode, p.PhoneNumber); err == nil && phone.Region != "" {
			return decision.Catalog.GroupOf(phone.Region)
		}
	}
	return decision.Catalog.GroupOf("US")
}

// regroup sets the pricing group after a change of the phone, and drops a package that isn't on sale in the new group. With a known billing country the
// phone doesn't matter.
func (d *Draft) regroup(decision DecisionContext) {
	if d.Address != nil || d.ConfirmedCountry != "" {
		return
	}
	d.PricingGroup = d.group(decision).Name
	if d.Order != nil {
		if pkg := decision.Catalog.Package(d.Order.PackageID); pkg == nil || pkg.Group != d.PricingGroup {
			d.clearOrder()
		}
	}
}

// preselect chooses the package of a selection code (the bypass) at step 3, if no package is chosen. An unknown code changes nothing.
func (d *Draft) preselect(decision DecisionContext) {
	if d.Row.LastCompletedStep != 2 || d.Order != nil || d.SelectionCode == "" {
		return
	}
	if pkg := decision.Catalog.PackageBySelection(d.PricingGroup, d.SelectionCode); pkg != nil {
		d.Order = &signup.Order{OrderChoice: form.OrderChoice{PackageID: pkg.ID}}
		d.Row.LastCompletedStep = 3
	}
}

// StepState returns the state of the draft.
func (d *Draft) StepState(decision DecisionContext, hasCredentials bool) StepState {
	group := decision.Catalog.Group(d.PricingGroup)
	var custom bool
	if d.Order != nil {
		pkg := decision.Catalog.Package(d.Order.PackageID)
		custom = pkg != nil && pkg.BuildYourOwn
	}
	return stepState(stepFacts{
		State: signup.State(d.Row.State), LastCompletedStep: int(d.Row.LastCompletedStep),
		CustomPending: d.CustomPending, CustomPackage: custom,
		Paying: d.Row.PayingSince != nil, HasCredentials: hasCredentials,
		ParentDuplicate: d.ParentDuplicateConfirmed, CoParentDuplicate: d.CoParentDuplicateConfirmed,
		BasePricingGroup: group != nil && group.Base, PackagesV2: decision.packagesV2,
	})
}

// MaxAnonymousID is the maximum length of values outside the form. Longer ones are ignored, since the visitor couldn't correct them.
const MaxAnonymousID = 100

// ApplyMeta stores a call's data outside the form: language, referrer, analytics ids and selection code. It ignores invalid values.
func (d *Draft) ApplyMeta(in signup.Input, meta caller.Meta, lang string) {
	d.Locale = lang
	if form.PatternReferrerKey.Matches(meta.ReferrerKey) {
		d.ReferrerKey = meta.ReferrerKey
	}
	for _, id := range []string{meta.AnonymousID, in.SegmentAnonymousID} {
		if core.IsVisibleASCII(id, MaxAnonymousID) {
			d.AnonymousID = id
		}
	}
	d.AnalyticsIdentify = d.AnalyticsIdentify || in.SegmentIdentify
	if code := strings.ToUpper(strings.TrimSpace(in.SelectionCode)); form.PatternSelectionCode.Matches(code) {
		d.SelectionCode = code
	}
}
