import { defineTable } from '../../form/FormField.js';
import { professionalRules } from '../../rules/index.js';

/** Step 1: the professional, and the referral. */
export const personTable = defineTable(professionalRules[1], {
  title: { kind: 'select', label: 'pro_name_title', choose: 'pro_name_title_none', autoComplete: 'honorific-prefix', width: 'short' },
  firstName: { kind: 'name', label: 'field_first_name', autoComplete: 'given-name' },
  lastName: { kind: 'name', label: 'field_last_name', autoComplete: 'family-name' },
  credentials: { kind: 'text', label: 'pro_credentials', help: 'pro_credentials_help', autoComplete: 'honorific-suffix' },
  email: { kind: 'email', label: 'field_email', help: 'pro_email_help', autoComplete: 'email' },
  phoneCountryCode: { kind: 'phone', label: 'field_country_code', autoComplete: 'tel-country-code' },
  phoneNumber: { kind: 'phone', label: 'field_phone', autoComplete: 'tel-national' },
  phoneExtension: { kind: 'digits', label: 'pro_extension', autoComplete: 'tel-extension', width: 'short' },
  hearAboutUs: { kind: 'select', label: 'pro_hear', choose: 'pro_hear_choose' },
  referralBenchOfficerName: { kind: 'name', label: 'pro_bench_name' },
  referralBenchOfficerPosition: { kind: 'select', label: 'pro_bench_position', choose: 'pro_bench_position_choose' },
  referralColleagueName: { kind: 'name', label: 'pro_colleague_name' },
  referralColleagueRole: { kind: 'select', label: 'pro_colleague_role', choose: 'pro_colleague_role_choose' },
  referralOtherExplain: { kind: 'paragraph', label: 'pro_other' },
});

/** Step 2: the professional's workplace. The roles are asked for separately. */
export const practiceTable = defineTable(professionalRules[2], {
  practiceName: { kind: 'name', label: 'pro_practice_name', autoComplete: 'organization' },
  addressLine1: { kind: 'name', label: 'pro_address', autoComplete: 'address-line1' },
  addressLine2: { kind: 'name', label: 'pro_address2', autoComplete: 'address-line2' },
  country: { kind: 'select', label: 'pro_country', choose: 'pro_country_choose', autoComplete: 'country' },
  city: { kind: 'name', label: 'pro_city', autoComplete: 'address-level2' },
  region: { kind: 'list', label: 'pro_region', autoComplete: 'address-level1' },
  postalCode: { kind: 'postalCode', label: 'pro_postal_code', autoComplete: 'postal-code' },
  timezone: { kind: 'list', label: 'pro_timezone', choose: 'pro_timezone_choose' },
});

/** Step 3: security question and code. */
export const securityTable = defineTable(professionalRules[3], {
  securityQuestion: { kind: 'text', label: 'pro_question_own_field' },
  securityAnswer: { kind: 'text', label: 'pro_answer', help: 'pro_answer_help' },
  securityCode: { kind: 'code', label: 'pro_code', help: 'pro_code_help' },
  securityCodeConfirm: { kind: 'code', label: 'pro_code_confirm', help: 'pro_code_confirm_help' },
});
