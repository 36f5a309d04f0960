import { defineTable } from '../../form/FormField.js';
import { parentRules } from '../../rules/index.js';

/** The fields of the parent, in step 1. */
export const parentTable = defineTable(parentRules, {
  firstName: { kind: 'name', label: 'field_first_name', autoComplete: 'given-name', line: 'name' },
  lastName: { kind: 'name', label: 'field_last_name', autoComplete: 'family-name', line: 'name' },
  email: { kind: 'email', label: 'field_email', help: 'parent_email_help', autoComplete: 'email' },
  phoneCountryCode: { kind: 'phone', label: 'field_country_code', autoComplete: 'tel-country-code' },
  phoneNumber: { kind: 'phone', label: 'field_phone', autoComplete: 'tel-national' },
});

export type ParentValues = Record<keyof typeof parentTable, string>;
