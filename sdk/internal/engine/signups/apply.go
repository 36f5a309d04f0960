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

// sectionOrder is the order of the form: sections sent together are applied in it.
var sectionOrder = []signup.Section{
	signup.SectionParent, signup.SectionName, signup.SectionFamily, signup.SectionOrder, signup.SectionAddress, signup.SectionReferral,
	signup.SectionSecurityQuestion, signup.SectionSecurityCode,
}

// SectionsOf returns the input's sections in the order of the form, each once. Faults: [fault.SectionUnknown];
// [fault.SectionMissing] for a section without its data, whose field it names, and for no section at all.
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

// missing returns the wire name of a section's data where the input is without them. An empty text isn't missing: validation refuses it.
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

// DecisionContext is what decisions depend on besides the registration itself.
type DecisionContext struct {
	Catalog    *price.Catalog
	packagesV2 bool
}

// DecisionContext returns the decision context of a call: the catalogue in force and the visitor's flags.
func (c *Engine) DecisionContext(ctx context.Context, meta caller.Meta) (DecisionContext, error) {
	catalog, err := c.core.Catalog(ctx)
	if err != nil {
		return DecisionContext{}, err
	}
	return c.DecisionContextWith(ctx, catalog, meta), nil
}

// DecisionContextWith is [Engine.DecisionContext] with a catalogue that the caller has loaded already.
func (c *Engine) DecisionContextWith(ctx context.Context, catalog *price.Catalog, meta caller.Meta) DecisionContext {
	return DecisionContext{Catalog: catalog, packagesV2: c.core.SwitchOn(ctx, flag.SwitchPackagesV2, meta)}
}

// ArmsOf returns the experiment arms of a new visitor that aren't the shipped ones.
func (c *Engine) ArmsOf(ctx context.Context, meta caller.Meta) map[string]flag.Arm {
	return c.core.Flags(ctx, meta).Unusual()
}

// apply applies the sections of an input to the draft. It is pure. If rules are broken it returns a
// [fault.ValidationError] with all of them, in the order of the form; discard the draft then.
func (d *Draft) apply(sections []signup.Section, in signup.Input, decision DecisionContext, meta caller.Meta) error {
	lang := text.Language(meta.Lang)
	d.ApplyMeta(in, meta, lang)
	var broken fault.Violations
	for _, section := range sections {
		if !slices.Contains(GuardOf(stepGuards, d.StepState(decision, false)).Sections, section) {
			if len(broken) > 0 {
				break // this section's step isn't reached because the earlier section was refused
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

// ApplySection applies one section of the input to the draft and returns the rules that it broke.
func (d *Draft) ApplySection(section signup.Section, in signup.Input, decision DecisionContext, lang string) fault.Violations {
	switch section {
	case signup.SectionParent:
		return d.applyParent(*in.Parent, slices.Contains(in.Sections, signup.SectionFamily), decision, lang)
	case signup.SectionName:
		if d.Parent == nil {
			return nil // section PARENT of the same call was refused
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

// applyParent applies step 1. A parent whose data now contradicts the family's, or who is in another pricing group, has to
// confirm the later steps again; what was typed there is kept.
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
	// A package that was chosen before the family was corrected stays chosen.
	if d.Order != nil && !d.CustomPending {
		d.Row.LastCompletedStep = 3
	}
	return nil
}

// applyOrder chooses a package. A custom one without its options leads to /alacarte, where they are chosen.
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

// applyAddress applies the billing address. Once the mismatch dialog is confirmed, its country decides the group,
// and the package must be chosen again.
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

// group is the pricing group: the billing country decides if it is known, else the phone's region, else US.
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

// regroup sets the pricing group after a change of the phone, and drops a package that isn't on sale in
// it. Once a billing country is known the phone no longer matters.
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

// preselect chooses the package of a selection code (the bypass) once step 3 is reached and no package is
// chosen. A code that no package of the group has changes nothing.
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

// MaxAnonymousID is the maximum length of values that come with a call and aren't a form's fields. Longer ones are
// ignored, since the visitor couldn't correct them.
const MaxAnonymousID = 100

// ApplyMeta stores what a call carries besides the form: language, referrer, analytics ids and selection code. Invalid
// values are ignored.
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
