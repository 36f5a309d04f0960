import type { Screen } from './screen.js';

/** Every screen and state of the invited parent's journey. */
export const invitationScreens: readonly Screen[] = [
  {
    title: 'Invitation/1 Welcome',
    paths: ['/invite'],
    spec: '2 §2, §4',
    states: [
      ['Get Started; the family’s members with color and initials', 'ByTheOtherParent'],
      ['“{pro} invited you to join:”', 'ByAProfessional'],
      ['“Your subscription has been paid.”', 'PaidFor'],
      ['By a professional, and paid for', 'ByAProfessionalAndPaidFor'],
      ['Three questions and answers, only for es_MX', 'MexicanSpanish'],
      ['Styling experiment (grow722)', 'OnACard'],
    ],
  },
  {
    title: 'Invitation/2 Request a new link',
    paths: ['/invite/request'],
    spec: '2 §2, §8',
    states: [
      ['Request', 'Ask'],
      ['Requesting', 'Requesting'],
      ['“Thank you! Your new link is on the way.”; back to submit again', 'OnTheWay'],
      ['“Oops! We weren’t able to request a new link for you.”: steps, support e-mail', 'Failed'],
      ['No invite token', 'WithoutALink'],
    ],
  },
  {
    title: 'Invitation/3 Your account',
    paths: ['/invite/step1'],
    spec: '2 §2, §5, §8',
    states: [
      ['“Create your parent account”', 'AsInvited'],
      ['Filled', 'Filled'],
      ['Security code and confirmation differ', 'CodesDiffer'],
      ['Referral with more fields', 'OtherReferral'],
      ['validationErrors of the server', 'RefusedByTheServer'],
      ['Subscription current: no package to choose', 'PaidFor'],
    ],
  },
  {
    title: 'Invitation/4 Billing information',
    paths: ['/invite/billing-info'],
    spec: '2 §2, §4, §5',
    states: [
      ['Subscription current, billing incomplete', 'AddressMissing'],
      ['Filled', 'Filled'],
      ['Already paid, address complete: prefilled and locked', 'Locked'],
      ['validationErrors of the server', 'RefusedByTheServer'],
    ],
  },
  {
    title: 'Invitation/5 Package and payment',
    paths: ['/invite/packages', '/invite/choose-your-own', '/invite/payment'],
    spec: '2 §2, §4',
    states: [
      ['Packages', 'ChooseAPackage'],
      ['Payment without paying for the co-parent', 'PayForOneself'],
      ['“Back to Step 1” for a parent created by a professional', 'SetUpByAProfessional'],
      ['Build your own, as for every parent', 'Journey/07 Build your own#WithoutPrices'],
    ],
  },
  {
    title: 'Invitation/6 Credentials and receipt',
    paths: ['/invite/credentials', '/invite/receipt'],
    spec: '2 §2, §4, §5',
    states: [
      ['Terms not accepted yet: the checkbox is required', 'TermsNotAgreed'],
      ['Terms ticked', 'TermsTicked'],
      ['Terms accepted before', 'AgreedBefore'],
      ['Success; the account opens after 5 seconds', 'DoneLeadsToTheLogin'],
      ['Receipt; Login clears state, user id and token', 'PaidReceipt'],
      ['“You have tried to reload your receipt.”', 'ReceiptReloaded'],
    ],
  },
];

/** Every screen and state of the professionals' form. */
export const professionalScreens: readonly Screen[] = [
  {
    title: 'Professionals/1 You',
    paths: ['/pro'],
    spec: '1 §2, §4, §5',
    states: [
      ['ONE, empty', 'Empty'],
      ['Filled', 'Filled'],
      ['Required fields missing', 'WithErrors'],
      ['Referred by a bench officer: name and position', 'BenchOfficer'],
      ['Referred by a colleague: name and role', 'Colleague'],
      ['Another way: at most 200 characters', 'Other'],
      ['Validator 409: stays, with its texts', 'Duplicate'],
      ['Leaving the step: the validator is called', 'Busy'],
    ],
  },
  {
    title: 'Professionals/2 Your practice',
    paths: ['/pro'],
    spec: '1 §2, §4, §5',
    states: [
      ['TWO, empty', 'Empty'],
      ['Filled', 'Filled'],
      ['Required fields missing', 'WithErrors'],
      ['Several time zones: a select', 'SeveralTimeZones'],
      ['Exactly one: disabled and preset', 'OneTimeZone'],
      ['None: free text', 'FreeText'],
      ['Another country resets time zone, region and roles', 'CountryChanged'],
    ],
  },
  {
    title: 'Professionals/3 Security',
    paths: ['/pro'],
    spec: '1 §2, §4, §5, §8',
    states: [
      ['THREE, empty, with the legal disclaimer', 'Empty'],
      ['Filled', 'Filled'],
      ['Required fields missing', 'WithErrors'],
      ['Codes differ', 'CodesDiffer'],
      ['SUBMIT', 'Busy'],
      ['ERROR: “something went wrong”, try again, support phone', 'Failed'],
      ['ERROR, retried', 'TryingAgain'],
      ['ERROR, reloaded: the secrets must be entered again', 'FailedAndReloaded'],
    ],
  },
  {
    title: 'Professionals/4 Welcome',
    paths: ['/pro'],
    spec: '1 §2, §4',
    states: [['SUCCESS: the entered data, e-mail, cases page', 'Success']],
  },
];
