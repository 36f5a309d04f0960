package form

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// The referral sources. Parents and professionals share them, but for two that are the parents' alone.
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

// choice is one entry of a list that a form offers: its value on the wire and its label's code.
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

// ReferralsNeedingOther are the parent's referral sources that ask for a text beside them.
var ReferralsNeedingOther = []string{ReferralOther, ReferralCourtOrdered, ReferralFamilyLawyer}

// ValidateReferral normalises how a parent heard of the product and checks it. The other text is kept
// only where the selection asks for it.
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
