package form

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// The referral sources. Parents and professionals share them, except two for parents only.
const (
	ReferralBenchOfficer = "BENCH_OFFICER"
	ReferralColleague    = "REFERRED_BY_COLLEAGUE"
	ReferralSearchEngine = "SEARCH_ENGINE"
	ReferralFriend       = "REFERRED_FR"
	ReferralNewsStory    = "NEWS_STORY"
	ReferralOther        = "OTHER"
	ReferralCourtOrdered = "COURT_ORDERED"
	ReferralFamilyLawyer = "REFERRED_FL"
)

// choice is an entry of a form's list: its value on the wire and its label's code.
type choice struct {
	value string
	label text.Code
}

var professionalReferrals = []choice{
	{ReferralBenchOfficer, "referral_bench_officer"},
	{ReferralColleague, "referral_colleague"},
	{ReferralSearchEngine, "referral_search_engine"},
	{ReferralFriend, "referral_friend"},
	{ReferralNewsStory, "referral_news_story"},
	{ReferralOther, "referral_other"},
}

var parentReferrals = []choice{
	{ReferralCourtOrdered, "referral_court_ordered"},
	{ReferralFamilyLawyer, "referral_family_lawyer"},
	{ReferralBenchOfficer, "referral_bench_officer"},
	{ReferralColleague, "referral_colleague"},
	{ReferralFriend, "referral_friend"},
	{ReferralSearchEngine, "referral_search_engine"},
	{ReferralNewsStory, "referral_news_story"},
	{ReferralOther, "referral_other"},
}

// ReferralsNeedingOther are the parents' referral sources that require an additional text.
var ReferralsNeedingOther = []string{ReferralOther, ReferralCourtOrdered, ReferralFamilyLawyer}

// ValidateReferral normalizes and checks a parent's referral source. It keeps the additional text only if the
// selection requires it.
func ValidateReferral(r Referral, lang string) (Referral, fault.Violations) {
	v := Violator{Lang: lang}
	r.Selection = v.Check("referral.selection", RuleReferralSelection, r.Selection)
	if r.Selection != "" && !v.Has("referral.selection") && !isChoice(parentReferrals, r.Selection) {
		v.Add("referral.selection", CodeReferralUnknown, nil)
	}
	if !slices.Contains(ReferralsNeedingOther, r.Selection) {
		r.Other = ""
		return r, v.Found
	}
	r.Other = v.checkAs("referral.other", RuleReferralOther, CodeFieldRequired, r.Other)
	return r, v.Found
}

func isChoice(list []choice, value string) bool {
	return slices.ContainsFunc(list, func(c choice) bool { return c.value == value })
}
