package scenario

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

// note stores an answer's content. It reports whether the call succeeded.
func (r *run) note(res response) (bool, error) {
	r.last.status = res.Status
	if res.ok() {
		return true, nil
	}
	var failed struct {
		ValidationErrors fault.Violations `json:"validationErrors"`
		Quote            *price.Quote     `json:"quote"`
		Code             string           `json:"code"`
	}
	if err := res.decode(&failed); err != nil {
		return false, err
	}
	r.last.violations, r.last.problem = failed.ValidationErrors, failed.Code
	if failed.Quote != nil {
		r.quote, r.last.quote = failed.Quote, failed.Quote
	}
	for _, v := range failed.ValidationErrors {
		if v.Field == "duplicate" {
			r.outcome = OutcomeDuplicate
		}
	}
	return false, nil
}

// save creates the registration, or updates it if it exists.
func (r *run) save(ctx context.Context, in map[string]any) error {
	if r.invitation != nil {
		return r.saveInvitation(ctx, in)
	}
	method, path := http.MethodPost, "/v1/signups"
	if r.signupID != "" {
		method, path = http.MethodPut, "/v1/signups/"+r.signupID
	}
	res, err := r.call(ctx, method, r.withFlags(path), in, newKey())
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var answer signup.Answer
	if err := res.decode(&answer); err != nil {
		return err
	}
	if answer.RegistrationKey != "" {
		r.signupID, r.key = answer.SignupID, answer.RegistrationKey.Reveal()
	}
	r.keep(answer.Registration)
	return nil
}

func (r *run) keep(reg *signup.Registration) {
	r.reg, r.quote = reg, nil
	if reg != nil {
		r.last.next, r.last.group = reg.Next, reg.PricingGroup
	}
}

func (r *run) fillParent(ctx context.Context, p Person) error {
	r.parent = form.Parent{
		FirstName: p.FirstName, LastName: p.LastName, Email: p.Email,
		PhoneCountryCode: orDefault(p.PhoneCountryCode, "+1"), PhoneNumber: p.PhoneNumber,
	}
	return r.save(ctx, map[string]any{
		"sections": []string{"PARENT"}, "parent": r.parent, "parentDuplicateConfirmed": p.DuplicateConfirmed,
		"segmentAnonymousId": r.anonymous,
	})
}

func (r *run) fillFamily(ctx context.Context, f Family) error {
	in := map[string]any{
		"sections": []string{"FAMILY"}, "coParentDuplicateConfirmed": f.CoParent.DuplicateConfirmed,
		"coParent": form.CoParent{
			FirstName: f.CoParent.FirstName, LastName: f.CoParent.LastName, Email: f.CoParent.Email,
			PhoneCountryCode: f.CoParent.PhoneCountryCode, PhoneNumber: f.CoParent.PhoneNumber,
		},
	}
	if f.KnowsEmail != nil {
		in["knowsCoParentEmail"] = *f.KnowsEmail
	}
	if f.Children != nil {
		in["children"] = f.Children
	}
	return r.save(ctx, in)
}

func (r *run) choosePackage(ctx context.Context, p Package) error {
	id := p.ID
	if id == 0 {
		var err error
		if id, err = r.findPackage(ctx, p); err != nil {
			return err
		}
	}
	order := map[string]any{"packageId": id, "payForCoparent": p.PayForCoparent}
	if p.ProductID != "" {
		order["productId"] = p.ProductID
	}
	if p.Services != nil {
		order["services"] = p.Services
	}
	in := map[string]any{"sections": []string{"ORDER"}, "order": order}
	if p.Selection != "" {
		in["selectionCode"] = p.Selection
	}
	return r.save(ctx, in)
}

// findPackage looks up a package by name or selection code in the session's pricing group.
func (r *run) findPackage(ctx context.Context, p Package) (int, error) {
	if r.reg == nil {
		return 0, errors.New("a package can't be chosen before there is a registration")
	}
	res, err := r.call(ctx, http.MethodGet, "/v1/packages?group="+url.QueryEscape(r.reg.PricingGroup), nil, "")
	if err != nil {
		return 0, err
	}
	if !res.ok() {
		return 0, fmt.Errorf("packages of group %s: status %d", r.reg.PricingGroup, res.Status)
	}
	var list price.PackageList
	if err := res.decode(&list); err != nil {
		return 0, err
	}
	var names []string
	for _, candidate := range list.Packages {
		if p.Name != "" && strings.HasSuffix(candidate.PackageName, "_"+p.Name) || p.Selection != "" && candidate.SelectionCode == p.Selection {
			return candidate.ID, nil
		}
		names = append(names, candidate.PackageName)
	}
	return 0, fmt.Errorf("group %s has no package %s; its packages are %s", r.reg.PricingGroup, orDefault(p.Name, p.Selection), strings.Join(names, ", "))
}

func (r *run) fillBilling(ctx context.Context, b Billing) error {
	r.country = b.Address.Country
	parent := r.parent
	parent.TimeZone = b.TimeZone
	in := map[string]any{
		"sections": []string{"PARENT", "ADDRESS"}, "parent": parent, "address": b.Address,
		"countryConfirmed": b.CountryConfirmed, "parentDuplicateConfirmed": r.reg != nil && r.reg.ParentDuplicateConfirmed,
	}
	if b.Referral != nil {
		in["sections"], in["referral"] = []string{"PARENT", "ADDRESS", "REFERRAL"}, b.Referral
	}
	return r.save(ctx, in)
}

// fits sends the chosen package to the server's check for the customer's country.
func (r *run) fits(ctx context.Context) error {
	order, _ := r.order()
	path := fmt.Sprintf("/v1/packages/%d/country-validation", order.PackageID)
	if r.invitation != nil {
		path = r.invitePath("/country-validation")
	}
	res, err := r.postIdempotent(ctx, path, map[string]any{
		"packageId": order.PackageID,
		"countryCriteria": map[string]string{
			"country": r.country, "countryCode": r.parent.PhoneCountryCode, "phoneNumber": r.parent.PhoneNumber,
		},
	})
	if err != nil {
		return err
	}
	_, err = r.note(res)
	return err
}

func (r *run) read(ctx context.Context) error {
	if r.invitation != nil {
		return r.readInvitation(ctx)
	}
	res, err := r.call(ctx, http.MethodGet, "/v1/signups/"+r.signupID, nil, "")
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var reg signup.Registration
	if err := res.decode(&reg); err != nil {
		return err
	}
	r.keep(&reg)
	return nil
}

// expire expires the sign-up, or the invitation. Like mintCode, it needs a development server.
func (r *run) expire(ctx context.Context) error {
	path := "/dev/signups/" + r.signupID + "/expire"
	if r.invitation != nil {
		path = "/dev/invitations/" + r.invitation.userID + "/expire"
	}
	res, err := r.call(ctx, http.MethodPost, path, nil, "")
	if err != nil {
		return err
	}
	_, err = r.note(res)
	return err
}

func (r *run) mintCode(ctx context.Context, m MintCode) error {
	res, err := r.call(ctx, http.MethodPost, "/dev/codes", map[string]any{"packageId": m.PackageID, "count": 1}, "")
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var minted struct {
		Codes     []string  `json:"codes"`
		ExpiresAt time.Time `json:"expiresAt"`
	}
	if err := res.decode(&minted); err != nil {
		return err
	}
	if len(minted.Codes) == 0 {
		return errors.New("no code was minted")
	}
	r.values.code, r.values.codeExpiry = minted.Codes[0], minted.ExpiresAt
	return nil
}

func orDefault(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
