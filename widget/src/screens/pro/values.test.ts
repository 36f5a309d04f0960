import { describe, expect, test } from 'vitest';
import { filledIn } from '../../form/draft.js';
import { allAnswers, answersOf, blankValues, openStep, stepOf, withCountry, withoutSecrets, type ProValues } from './values.js';

const filled: ProValues = {
  ...blankValues(),
  firstName: 'Ruth',
  lastName: 'Lindqvist',
  email: 'ruth@example.com',
  phoneNumber: '2065550143',
  hearAboutUs: 'SEARCH_ENGINE',
  practiceName: 'Lindqvist Family Law',
  addressLine1: '1 Market Street',
  city: 'Philadelphia',
  region: 'PA',
  postalCode: '19103',
  timezone: 'America/New_York',
  roles: ['ATTORNEY'],
  securityQuestion: 'What was your first job?',
  securityAnswer: 'bookshop',
  securityCode: '4821',
  securityCodeConfirm: '4821',
};

test('the tab’s copy has no secret', () => {
  const kept = withoutSecrets(filled);
  expect(kept).toEqual({ ...filled, securityAnswer: '', securityCode: '', securityCodeConfirm: '' });
  expect(JSON.stringify(kept)).not.toMatch(/bookshop|4821/);
});

describe('values out of the store', () => {
  test('are taken over', () => {
    expect(filledIn(blankValues(), withoutSecrets(filled))).toEqual(withoutSecrets(filled));
  });

  test('are left where they don’t fit', () => {
    expect(filledIn(blankValues(), { firstName: 7, roles: 'ATTORNEY', city: 'Lyon', toString: 'x' })).toEqual({ ...blankValues(), city: 'Lyon' });
  });

  test('override the page’s values', () => {
    expect(filledIn(blankValues({ firstName: 'R.', email: 'ruth@example.com' }), { firstName: 'Ruth' })).toEqual({
      ...blankValues(),
      firstName: 'Ruth',
      email: 'ruth@example.com',
    });
    expect(filledIn(blankValues({ lastName: 'Lindqvist' }), undefined)).toEqual({ ...blankValues(), lastName: 'Lindqvist' });
  });
});

describe('answers', () => {
  test('are one step’s, without empty values', () => {
    expect(answersOf(2, filled)).toEqual({
      practiceName: 'Lindqvist Family Law',
      addressLine1: '1 Market Street',
      country: 'US',
      city: 'Philadelphia',
      region: 'PA',
      postalCode: '19103',
      timezone: 'America/New_York',
      roles: ['ATTORNEY'],
    });
  });

  test('omit fields of another referral source', () => {
    const changed = { ...filled, hearAboutUs: 'BENCH_OFFICER', referralBenchOfficerName: 'Ana Ruiz', referralBenchOfficerPosition: 'JUDGE' };
    const { referralColleagueName, ...sent } = answersOf(1, { ...changed, referralColleagueName: 'Somebody else', referralOtherExplain: 'x' });
    expect(referralColleagueName).toBeUndefined();
    expect(sent).toEqual({
      firstName: 'Ruth',
      lastName: 'Lindqvist',
      email: 'ruth@example.com',
      phoneCountryCode: '+1',
      phoneNumber: '2065550143',
      hearAboutUs: 'BENCH_OFFICER',
      referralBenchOfficerName: 'Ana Ruiz',
      referralBenchOfficerPosition: 'JUDGE',
    });
  });

  test('of all steps hold the secrets, for the server alone', () => {
    expect(allAnswers(filled)).toMatchObject({ securityAnswer: 'bookshop', securityCode: '4821', securityCodeConfirm: '4821', roles: ['ATTORNEY'] });
  });
});

test('another country resets time zone, region and roles, and nothing else', () => {
  expect({ ...filled, ...withCountry('GB') }).toEqual({ ...filled, country: 'GB', timezone: '', region: '', roles: [] });
});

test.each([
  ['nothing filled in', blankValues(), 1],
  ['a person', { ...filled, practiceName: '' }, 2],
  ['another country', { ...filled, ...withCountry('GB') }, 2],
  ['person and practice', filled, 3],
] as const)('%s opens step %#', (_name, values, want) => {
  expect(openStep(values)).toBe(want);
});

test.each([
  ['email', 1],
  ['duplicate', 1],
  ['roles', 2],
  ['securityCodeConfirm', 3],
] as const)('%s is of step %d', (field, want) => {
  expect(stepOf(field)).toBe(want);
});
