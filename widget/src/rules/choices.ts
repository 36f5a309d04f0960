// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

export const benchOfficerPositions: readonly string[] = ['EMPTY', 'JUDGE', 'REFEREE', 'PRO_TEM', 'MAGISTRATE', 'PRIVATE_JUDGE'];

export const colleagueRoles: readonly string[] = [
  'OPPOSING_COUNSEL',
  'CHILD_ATTORNEY',
  'BENCH_OFFICER',
  'ATTORNEY',
  'EVALUATOR',
  'INVESTIGATOR',
  'THERAPIST',
  'GUARDIAN_AD_LITEM',
  'FAMILY_COURT_SERVICES',
  'CONTINUING_EDUCATION',
];

export const parentReferrals: readonly string[] = [
  'COURT_ORDERED',
  'REFERRED_FL',
  'BENCH_OFFICER',
  'REFERRED_BY_COLLEAGUE',
  'REFERRED_FR',
  'SEARCH_ENGINE',
  'NEWS_STORY',
  'OTHER',
];

export const professionalReferrals: readonly string[] = [
  'BENCH_OFFICER',
  'REFERRED_BY_COLLEAGUE',
  'SEARCH_ENGINE',
  'REFERRED_FR',
  'NEWS_STORY',
  'OTHER',
];

export const referralsNeedingOther: readonly string[] = ['OTHER', 'COURT_ORDERED', 'REFERRED_FL'];

export const titles: readonly string[] = ['MR', 'MS', 'MRS', 'HONORABLE', 'DOCTOR'];

/** By country; '' is everywhere else. */
export const professionalRoles: Readonly<Record<string, readonly string[]>> = {
  '': ['FAMILY_LAWYER', 'JUDGE', 'MEDIATOR', 'SOCIAL_WORKER', 'THERAPIST', 'COURT_STAFF', 'OTHER'],
  AU: [
    'SOLICITOR',
    'BARRISTER',
    'FAMILY_DISPUTE_PRACTITIONER',
    'INDEPENDENT_CHILDRENS_LAWYER',
    'FAMILY_CONSULTANT',
    'JUDGE',
    'PARENTING_COORDINATOR',
    'SOCIAL_WORKER',
    'THERAPIST',
    'OTHER',
  ],
  CA: [
    'FAMILY_LAWYER',
    'MEDIATOR',
    'PARENTING_COORDINATOR',
    'JUDGE',
    'CHILDRENS_LAWYER',
    'CUSTODY_EVALUATOR',
    'THERAPIST',
    'SOCIAL_WORKER',
    'PARALEGAL',
    'COURT_STAFF',
    'OTHER',
  ],
  GB: [
    'SOLICITOR',
    'BARRISTER',
    'FAMILY_MEDIATOR',
    'CAFCASS_OFFICER',
    'JUDGE',
    'MAGISTRATE',
    'LEGAL_EXECUTIVE',
    'CONTACT_CENTRE_STAFF',
    'SOCIAL_WORKER',
    'THERAPIST',
    'OTHER',
  ],
  MX: [
    'FAMILY_LAWYER',
    'FAMILY_JUDGE',
    'MEDIATOR',
    'NOTARY',
    'CHILD_PROTECTION_OFFICER',
    'EXPERT_PSYCHOLOGIST',
    'SOCIAL_WORKER',
    'THERAPIST',
    'OTHER',
  ],
  NZ: [
    'SOLICITOR',
    'BARRISTER',
    'FAMILY_DISPUTE_PROVIDER',
    'LAWYER_FOR_CHILD',
    'JUDGE',
    'FAMILY_COURT_COORDINATOR',
    'SOCIAL_WORKER',
    'THERAPIST',
    'OTHER',
  ],
  US: [
    'ATTORNEY',
    'MEDIATOR',
    'PARENTING_COORDINATOR',
    'JUDGE',
    'GUARDIAN_AD_LITEM',
    'MINORS_COUNSEL',
    'CUSTODY_EVALUATOR',
    'THERAPIST',
    'SOCIAL_WORKER',
    'PARALEGAL',
    'COURT_STAFF',
    'OTHER',
  ],
};
