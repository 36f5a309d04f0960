/** A screen of the specification, with its states. */
export interface Screen {
  /** Title of its stories. */
  title: string;
  /** Paths that show it; none for what stands around every screen. */
  paths: readonly string[];
  /** Where the specification describes it: part and section. */
  spec: string;
  /** What the specification asks for, and the story that shows it: the name of its export, after `Title#` where the title is another. */
  states: readonly (readonly [state: string, story: string])[];
}

/** Every screen and state of the parent's journey. The drift check finds a story that is missing, and a path without a screen. */
export const screens: readonly Screen[] = [
  {
    title: 'Journey/01 Who signs up',
    paths: ['/signup'],
    spec: '1 §2',
    states: [['For Parents, For Professionals', 'Choice']],
  },
  {
    title: 'Journey/02 Co-parent status',
    paths: ['/coparentstatus'],
    spec: '1 §2',
    states: [
      ['The question', 'Question'],
      ['Yes: inbox, spam folder, support, Log In', 'Guidance'],
    ],
  },
  {
    title: 'Journey/03 Parent account',
    paths: ['/step1'],
    spec: '1 §2, §5',
    states: [
      ['Empty, country code +1', 'Empty'],
      ['Filled', 'Filled'],
      ['Required fields missing', 'WithErrors'],
      ['Each rule broken: emoji, e-mail, 8 to 15 digits', 'EachRuleBroken'],
      ['Duplicate-account warning', 'LikelyDuplicate'],
      ['Saving', 'Busy'],
    ],
  },
  {
    title: 'Journey/04 Co-parent and children',
    paths: ['/step2'],
    spec: '2 §2, §5',
    states: [
      ['Empty', 'Empty'],
      ['Filled, two children', 'Filled'],
      ['“I don’t have an email address for my co-parent.”', 'EmailNotKnown'],
      ['E-mail equal to the parent’s, child without a last name', 'WithErrors'],
      ['“This email is already used for another child”', 'ErrorsOfTheServer'],
      ['Add Child; Remove only with more than one', 'ChildAdded'],
      ['“Your co-parent’s account may be a duplicate.”', 'LikelyDuplicate'],
    ],
  },
  {
    title: 'Journey/05 Duplicate',
    paths: ['/duplicate'],
    spec: '1 §2, 2 §2',
    states: [
      ['The parent', 'OfTheParent'],
      ['The co-parent', 'OfTheCoParent'],
      ['Support phone by region', 'InNewZealand'],
    ],
  },
  {
    title: 'Journey/06 Packages',
    paths: ['/step3'],
    spec: '2 §2, §9',
    states: [
      ['1 year', 'OneYear'],
      ['2 years', 'TwoYears'],
      ['Coupons and the offer-end banner', 'WithOffer'],
      ['Coupon of the referrer', 'WithTheReferrersCoupon'],
      ['Premium recommended (grow431PremiumPickMeNo1)', 'PremiumRecommended'],
      ['Preselected, by a code or before', 'ChosenBefore'],
      ['P0', 'OneYear'],
      ['P2', 'InCanada'],
      ['P3, including GST', 'InAustralia'],
      ['UK, including VAT (2061 to 2064)', 'InTheUnitedKingdom'],
      ['Loading', 'Journey/15 Around the flow#PackagesLoading'],
      ['Pricing failed: back here', 'Journey/15 Around the flow#PricingFailed'],
    ],
  },
  {
    title: 'Journey/07 Build your own',
    paths: ['/alacarte'],
    spec: '2 §2, §9',
    states: [
      ['Control layout', 'WithoutPrices'],
      ['Treatment layout: prices, free storage and basic calls (grow805)', 'WithPrices'],
      ['A new price on its way', 'WorkingOutThePrice'],
    ],
  },
  {
    title: 'Journey/08 Billing',
    paths: ['/payment'],
    spec: '2 §2, §5',
    states: [
      ['Empty: name and e-mail read-only', 'Empty'],
      ['Filled, the only time zone chosen', 'Filled'],
      ['Several time zones', 'TwoTimeZones'],
      ['Province and postal code', 'InCanada'],
      ['No regions or time zones to choose from', 'WithoutLookups'],
      ['Referral that asks for more', 'OtherReferral'],
      ['Required fields missing', 'WithErrors'],
      ['“unexpected error” of the server', 'UnexpectedError'],
      ['Already paid: locked', 'AlreadyPaid'],
    ],
  },
  {
    title: 'Journey/09 Payment',
    paths: ['/payment'],
    spec: '2 §2, §4, §5',
    states: [
      ['Card; Review Order disabled until it is complete', 'Card'],
      ['Card complete', 'CardFilled'],
      ['Number, date and security code invalid', 'CardWithErrors'],
      ['Card tokenized; “Update your credit card”', 'CardSaved'],
      ['PayPal', 'PayPal'],
      ['“Your PayPal payment has already been authorized.”', 'PayPalAuthorized'],
      ['Provider blocked or slow', 'CardFieldsBlocked'],
      ['Declined', 'Declined'],
      ['Paying for the co-parent', 'PayingForTheCoParent'],
      ['“Invalid activation code”', 'CodeInvalid'],
      ['A code pays for all', 'CodePaysForAll'],
    ],
  },
  {
    title: 'Journey/10 Review',
    paths: ['/payment'],
    spec: '2 §2, §5, §9',
    states: [
      ['Order, billing terms, Pay now', 'Ready'],
      ['Consent required outside of the US', 'ConsentRequired'],
      ['VAT in the price and in the terms', 'InTheUnitedKingdom'],
      ['For two', 'ForTwo'],
      ['Nothing due', 'NothingDue'],
      ['The price has changed', 'PriceChanged'],
      ['Submitting; a second press does nothing', 'Paying'],
      ['Being confirmed', 'Confirming'],
    ],
  },
  {
    title: 'Journey/11 Payment in three steps',
    paths: ['/payment'],
    spec: '2 §2, §4 (treatment)',
    states: [
      ['Payment method: wallets and card', 'PaymentMethod'],
      ['Pay for the co-parent', 'PayForTheCoParent'],
      ['“I have a Subscription Code”, Apply', 'SubscriptionCode'],
      ['Code invalid', 'SubscriptionCodeInvalid'],
      ['A code pays for all', 'SubscriptionCodePaysForAll'],
      ['Billing information, after a wallet without an address', 'BillingAfterAWallet'],
      ['Straight to review, after a wallet with an address', 'StraightToReview'],
      ['Review', 'ReviewAfterAWallet'],
    ],
  },
  {
    title: 'Journey/12 Around payment',
    paths: ['/payment'],
    spec: '2 §2, §4',
    states: [
      ['Spinner while it decides', 'Deciding'],
      ['Mismatch modal', 'Mismatch'],
      ['Co-parent e-mail prompt (grow621)', 'CoParentEmailPrompt'],
      ['“Please enter a valid email”', 'CoParentEmailPromptInvalid'],
      ['“Payment information will be lost. Continue?”', 'LeaveWarning'],
      ['Reloaded while a payment is being confirmed', 'ConfirmingAfterAReload'],
    ],
  },
  {
    title: 'Journey/13 Credentials',
    paths: ['/credentials'],
    spec: '2 §2, §4, §5',
    states: [
      ['Empty; Complete Signup disabled', 'Empty'],
      ['Filled, username free', 'Filled'],
      ['“This username cannot be used”', 'UsernameTaken'],
      ['Rules broken', 'WithErrors'],
      ['“Something went wrong with your request.”', 'Failed'],
      ['Submitting', 'Busy'],
      ['Done; the receipt opens in 5 seconds', 'Done'],
      ['Token used up or too old', 'LinkExpired'],
    ],
  },
  {
    title: 'Journey/14 Receipt',
    paths: ['/receipt'],
    spec: '2 §2',
    states: [
      ['“Account activated!”, the apps (not in Spanish), the co-parent', 'Activated'],
      ['For two', 'ForTwo'],
      ['Nothing due', 'NothingDue'],
      ['“You have tried to reload your receipt.”', 'Reloaded'],
    ],
  },
  {
    title: 'Journey/15 Around the flow',
    paths: [],
    spec: '1 §1, §4, §8',
    states: [
      ['Header and footer', 'HeaderAndFooter'],
      ['Language selector', 'LanguageChanged'],
      ['“Save now” banner', 'SaveNowBanner'],
      ['Session expired', 'SessionExpired'],
      ['403 or 404 on the registration', 'SessionLost'],
      ['Generic error toast', 'ErrorToast'],
      ['Alert banner, 15 seconds', 'Parts/Banner#GoesAway'],
      ['Offline', 'OfflineOnContinue'],
      ['The server can’t be reached at all', 'ServerAway'],
    ],
  },
  {
    title: 'Journey/16 Old billing pages',
    paths: [
      '/step1/parentb',
      '/step1/address',
      '/step2/parentb',
      '/alacarte/parentb',
      '/payment/parentb',
      '/receipt/parentb',
      '/securityquestions',
      '/termsandconditions',
    ],
    spec: '2 §2',
    states: [['Billing has moved', 'BillingHasMoved']],
  },
];
