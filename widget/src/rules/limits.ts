// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.

/** The least and the most that each rule allows, both included. */
export const limits = {
  name: { min: 1, max: 20 },
  email: { min: 5, max: 254 },
  phone: { min: 8, max: 15 },
  phoneExtension: { min: 1, max: 10 },
  address: { min: 3, max: 50 },
  addressLine2: { min: 0, max: 50 },
  city: { min: 3, max: 30 },
  region: { min: 1, max: 50 },
  postalCode: { min: 2, max: 30 },
  timeZone: { min: 1, max: 64 },
  referralOther: { min: 0, max: 200 },
  securityQuestion: { min: 5, max: 100 },
  securityAnswer: { min: 5, max: 100 },
  securityCode: { min: 4, max: 4 },
  username: { min: 6, max: 30 },
  password: { min: 12, max: 25 },
  professional: { min: 1, max: 100 },
  children: { min: 0, max: 20 },
  subscriptionCode: { min: 1, max: 40 },
} as const;

/** The most code points of one visible character. */
export const codePointsPerGrapheme = 8;

/** The most combining marks of a letter. */
export const marksInARow = 10;
