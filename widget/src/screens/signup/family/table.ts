import { defineTable } from '../../../form/FormField.js';
import { childRules, coParentRules } from '../../../rules/index.js';

/** The other parent. Without autofill: the browser has the data of the user. */
export const coParentTable = defineTable(coParentRules, {
  firstName: { kind: 'name', label: 'field_first_name' },
  lastName: { kind: 'name', label: 'field_last_name' },
  email: { kind: 'email', label: 'field_email' },
  phoneCountryCode: { kind: 'phone', label: 'field_country_code' },
  phoneNumber: { kind: 'phone', label: 'field_phone' },
});

export const childTable = defineTable(childRules, {
  firstName: { kind: 'name', label: 'field_first_name' },
  lastName: { kind: 'name', label: 'field_last_name' },
  email: { kind: 'email', label: 'family_email_optional' },
});
