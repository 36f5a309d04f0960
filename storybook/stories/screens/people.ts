import type { CountryCodeOption } from '@widget/fields/index.js';
import type { FamilyValues } from '@widget/screens/family/values.js';
import type { ParentValues } from '@widget/screens/parent/ParentStep.js';

/** The people of every story. Their phone numbers are reserved for fiction. */
export const parent: ParentValues = {
  firstName: 'Maya',
  lastName: 'Ortiz',
  email: 'maya.ortiz@example.com',
  phoneCountryCode: '+1',
  phoneNumber: '2065550142',
};

export const blankParent: ParentValues = { firstName: '', lastName: '', email: '', phoneCountryCode: '+1', phoneNumber: '' };

export const family: FamilyValues = {
  coParent: { firstName: 'Daniel', lastName: 'Reyes', email: 'daniel.reyes@example.com', phoneCountryCode: '+1', phoneNumber: '' },
  knowsCoParentEmail: true,
  children: [
    { firstName: 'Lucía', lastName: 'Ortiz', email: '' },
    { firstName: 'Mateo', lastName: 'Ortiz', email: 'mateo@example.com' },
  ],
};

export const blankFamily: FamilyValues = {
  coParent: { firstName: '', lastName: '', email: '', phoneCountryCode: '+1', phoneNumber: '' },
  knowsCoParentEmail: true,
  children: [{ firstName: '', lastName: '', email: '' }],
};

export const countryCodes: readonly CountryCodeOption[] = [
  { value: '+1', label: 'United States, Canada (+1)', shortLabel: '+1' },
  { value: '+44', label: 'United Kingdom (+44)', shortLabel: '+44' },
  { value: '+52', label: 'Mexico (+52)', shortLabel: '+52' },
];
