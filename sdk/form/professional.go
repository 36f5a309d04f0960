package form

import (
	"github.com/cojoin/cojoin/sdk/secret"
)

// Professional is the professional sign-up form, all three steps. Empty means not answered. [ReadProfessionalOptions] lists the
// choices. HearAboutUs decides which Referral fields are required: the bench officer's for [ReferralBenchOfficer], the colleague's for
// [ReferralColleague], ReferralOtherExplain for [ReferralOther].
type Professional struct {
	// Step 1
	Title                        string `json:"title,omitempty" doc:"MR, MS, MRS, HONORABLE or DOCTOR"`
	FirstName                    string `json:"firstName,omitempty"`
	LastName                     string `json:"lastName,omitempty"`
	Credentials                  string `json:"credentials,omitempty" doc:"Letters after the name, e.g. J.D."`
	Email                        string `json:"email,omitempty"`
	PhoneCountryCode             string `json:"phoneCountryCode,omitempty" doc:"With or without +"`
	PhoneNumber                  string `json:"phoneNumber,omitempty"`
	PhoneExtension               string `json:"phoneExtension,omitempty" doc:"Digits only"`
	HearAboutUs                  string `json:"hearAboutUs,omitempty" doc:"Referral source"`
	ReferralBenchOfficerName     string `json:"referralBenchOfficerName,omitempty"`
	ReferralBenchOfficerPosition string `json:"referralBenchOfficerPosition,omitempty" doc:"EMPTY means not chosen"`
	ReferralColleagueName        string `json:"referralColleagueName,omitempty"`
	ReferralColleagueRole        string `json:"referralColleagueRole,omitempty"`
	ReferralOtherExplain         string `json:"referralOtherExplain,omitempty" doc:"At most 200 characters"`
	// Step 2
	PracticeName string   `json:"practiceName,omitempty"`
	AddressLine1 string   `json:"addressLine1,omitempty"`
	AddressLine2 string   `json:"addressLine2,omitempty"`
	Country      string   `json:"country,omitempty" doc:"ISO 3166-1 alpha-2"`
	City         string   `json:"city,omitempty"`
	Region       string   `json:"region,omitempty"`
	PostalCode   string   `json:"postalCode,omitempty"`
	Timezone     string   `json:"timezone,omitempty" doc:"tz database name"`
	Roles        []string `json:"roles,omitempty" doc:"At least one, of the country's list"`
	// Step 3
	SecurityQuestion    string        `json:"securityQuestion,omitempty"`
	SecurityAnswer      secret.Secret `json:"securityAnswer,omitempty"`
	SecurityCode        secret.Secret `json:"securityCode,omitempty"`
	SecurityCodeConfirm secret.Secret `json:"securityCodeConfirm,omitempty"`
}

// ProfessionalSteps is the number of steps of the professional form.
const ProfessionalSteps = 3

// notChosen is the value of a list without a choice.
const notChosen = "EMPTY"

// titles are the titles before a professional's name.
var titles = []choice{
	{"MR", "title_mr"},
	{"MS", "title_ms"},
	{"MRS", "title_mrs"},
	{"HONORABLE", "title_honorable"},
	{"DOCTOR", "title_doctor"},
}

// benchOfficerPositions are the positions of a referring bench officer.
var benchOfficerPositions = []choice{
	{notChosen, "bench_officer_empty"},
	{"JUDGE", "bench_officer_judge"},
	{"REFEREE", "bench_officer_referee"},
	{"PRO_TEM", "bench_officer_pro_tem"},
	{"MAGISTRATE", "bench_officer_magistrate"},
	{"PRIVATE_JUDGE", "bench_officer_private_judge"},
}

// colleagueRoles are the roles of a referring colleague.
var colleagueRoles = []choice{
	{"OPPOSING_COUNSEL", "colleague_opposing_counsel"},
	{"CHILD_ATTORNEY", "colleague_child_attorney"},
	{"BENCH_OFFICER", "colleague_bench_officer"},
	{"ATTORNEY", "colleague_attorney"},
	{"EVALUATOR", "colleague_evaluator"},
	{"INVESTIGATOR", "colleague_investigator"},
	{"THERAPIST", "colleague_therapist"},
	{"GUARDIAN_AD_LITEM", "colleague_guardian_ad_litem"},
	{"FAMILY_COURT_SERVICES", "colleague_family_court_services"},
	{"CONTINUING_EDUCATION", "colleague_continuing_education"},
}

// professionalRoles are the roles of professionals by country. "" is for all other countries.
var professionalRoles = map[string][]choice{
	"US": {
		{"ATTORNEY", "role_attorney"},
		{"MEDIATOR", "role_mediator"},
		{"PARENTING_COORDINATOR", "role_parenting_coordinator"},
		{"JUDGE", "role_judge"},
		{"GUARDIAN_AD_LITEM", "role_guardian_ad_litem"},
		{"MINORS_COUNSEL", "role_minors_counsel"},
		{"CUSTODY_EVALUATOR", "role_custody_evaluator"},
		{"THERAPIST", "role_therapist"},
		{"SOCIAL_WORKER", "role_social_worker"},
		{"PARALEGAL", "role_paralegal"},
		{"COURT_STAFF", "role_court_staff"},
		{"OTHER", "role_other"},
	},
	"CA": {
		{"FAMILY_LAWYER", "role_family_lawyer"},
		{"MEDIATOR", "role_mediator"},
		{"PARENTING_COORDINATOR", "role_parenting_coordinator"},
		{"JUDGE", "role_judge"},
		{"CHILDRENS_LAWYER", "role_childrens_lawyer"},
		{"CUSTODY_EVALUATOR", "role_custody_evaluator"},
		{"THERAPIST", "role_therapist"},
		{"SOCIAL_WORKER", "role_social_worker"},
		{"PARALEGAL", "role_paralegal"},
		{"COURT_STAFF", "role_court_staff"},
		{"OTHER", "role_other"},
	},
	"GB": {
		{"SOLICITOR", "role_solicitor"},
		{"BARRISTER", "role_barrister"},
		{"FAMILY_MEDIATOR", "role_family_mediator"},
		{"CAFCASS_OFFICER", "role_cafcass_officer"},
		{"JUDGE", "role_judge"},
		{"MAGISTRATE", "role_magistrate"},
		{"LEGAL_EXECUTIVE", "role_legal_executive"},
		{"CONTACT_CENTRE_STAFF", "role_contact_centre_staff"},
		{"SOCIAL_WORKER", "role_social_worker"},
		{"THERAPIST", "role_therapist"},
		{"OTHER", "role_other"},
	},
	"AU": {
		{"SOLICITOR", "role_solicitor"},
		{"BARRISTER", "role_barrister"},
		{"FAMILY_DISPUTE_PRACTITIONER", "role_family_dispute_practitioner"},
		{"INDEPENDENT_CHILDRENS_LAWYER", "role_independent_childrens_lawyer"},
		{"FAMILY_CONSULTANT", "role_family_consultant"},
		{"JUDGE", "role_judge"},
		{"PARENTING_COORDINATOR", "role_parenting_coordinator"},
		{"SOCIAL_WORKER", "role_social_worker"},
		{"THERAPIST", "role_therapist"},
		{"OTHER", "role_other"},
	},
	"NZ": {
		{"SOLICITOR", "role_solicitor"},
		{"BARRISTER", "role_barrister"},
		{"FAMILY_DISPUTE_PROVIDER", "role_family_dispute_provider"},
		{"LAWYER_FOR_CHILD", "role_lawyer_for_child"},
		{"JUDGE", "role_judge"},
		{"FAMILY_COURT_COORDINATOR", "role_family_court_coordinator"},
		{"SOCIAL_WORKER", "role_social_worker"},
		{"THERAPIST", "role_therapist"},
		{"OTHER", "role_other"},
	},
	"MX": {
		{"FAMILY_LAWYER", "role_family_lawyer"},
		{"FAMILY_JUDGE", "role_family_judge"},
		{"MEDIATOR", "role_mediator"},
		{"NOTARY", "role_notary"},
		{"CHILD_PROTECTION_OFFICER", "role_child_protection_officer"},
		{"EXPERT_PSYCHOLOGIST", "role_expert_psychologist"},
		{"SOCIAL_WORKER", "role_social_worker"},
		{"THERAPIST", "role_therapist"},
		{"OTHER", "role_other"},
	},
	"": {
		{"FAMILY_LAWYER", "role_family_lawyer"},
		{"JUDGE", "role_judge"},
		{"MEDIATOR", "role_mediator"},
		{"SOCIAL_WORKER", "role_social_worker"},
		{"THERAPIST", "role_therapist"},
		{"COURT_STAFF", "role_court_staff"},
		{"OTHER", "role_other"},
	},
}

// rolesOf returns the roles of a country.
func rolesOf(country string) []choice {
	if roles, ok := professionalRoles[country]; ok {
		return roles
	}
	return professionalRoles[""]
}

// FilledStep returns the last step with data, at least 1.
func (p Professional) FilledStep() int {
	switch {
	case p.SecurityQuestion != "" || p.SecurityAnswer != "" || p.SecurityCode != "" || p.SecurityCodeConfirm != "":
		return 3
	case p.PracticeName != "" || p.AddressLine1 != "" || p.AddressLine2 != "" || p.Country != "" || p.City != "" ||
		p.Region != "" || p.PostalCode != "" || p.Timezone != "" || len(p.Roles) > 0:
		return 2
	}
	return 1
}
