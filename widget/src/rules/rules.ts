// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.
import { limits } from './limits.js';
import * as patterns from './patterns.js';
import { defineRule, digitCount, length, matches, noEmoji, size } from './rule.js';

/** The rules of single fields. */
export const rules = {
  name: defineRule('name', 'field_required', noEmoji('name_emoji'), length('name_length', limits.name)),
  email: defineRule('email', 'field_required', size('email_invalid', limits.email), matches('email_invalid', patterns.email)),
  emailOptional: defineRule('email', null, size('email_invalid', limits.email), matches('email_invalid', patterns.email)),
  emailPrompt: defineRule(
    'email',
    'email_prompt_invalid',
    size('email_prompt_invalid', limits.email),
    matches('email_prompt_invalid', patterns.email),
  ),
  phone: defineRule('digits', 'field_required', digitCount('phone_length', limits.phone)),
  phoneOptional: defineRule('digits', null, digitCount('phone_length', limits.phone)),
  addressLine1: defineRule('text', 'field_required', length('address_length', limits.address)),
  addressLine2: defineRule('text', null, length('address_line2_length', limits.addressLine2)),
  city: defineRule('text', 'field_required', length('city_length', limits.city)),
  country: defineRule('code', 'field_required'),
  region: defineRule('text', 'field_required', length('region_length', limits.region)),
  postalCode: defineRule('code', 'field_required', length('postal_code_length', limits.postalCode)),
  timeZone: defineRule('text', 'field_required', length('time_zone_unknown', limits.timeZone)),
  referralSelection: defineRule('text', 'field_required'),
  referralOther: defineRule('text', null, length('max200', limits.referralOther)),
  securityQuestion: defineRule('text', 'field_required', length('security_question_length', limits.securityQuestion)),
  securityAnswer: defineRule('text', 'field_required', length('security_answer_length', limits.securityAnswer)),
  securityCode: defineRule('text', 'field_required', digitCount('security_code_digits', limits.securityCode)),
  username: defineRule(
    'name',
    'validUsernameNone_error',
    length('validUsernameLength_error', limits.username),
    matches('validUsernameAtSymbol_error', patterns.usernameStart),
    matches('validUsernameRequirement_error', patterns.username),
  ),
  password: defineRule(
    'typed',
    'validPwdLength_error',
    length('validPwdLength_error', limits.password),
    matches('validPwdLetter_error', patterns.passwordLetter),
    matches('validPwdNumber_error', patterns.passwordNumber),
    matches('validPwdSpecial_error', patterns.passwordSymbol),
  ),
  professionalText: defineRule('name', 'field_required', length('professional_field_length', limits.professional)),
  professionalTextOptional: defineRule('name', null, length('professional_field_length', limits.professional)),
  phoneExtension: defineRule('text', null, digitCount('signup_phoneExtension_error', limits.phoneExtension)),
  subscriptionCode: defineRule('text', 'field_required', size('subscription_code_invalid', limits.subscriptionCode)),
  choice: defineRule('text', 'field_required'),
  choiceOptional: defineRule('text', null),
} as const;
