import * as v from 'valibot';
import { draftIn, referralShape, textsOf } from '../../flow/draft.js';
import type { Fault } from '../../flow/form.js';
import { validateParent, validateReferral, validateSecurityCode, validateSecurityQuestion } from '../../rules/index.js';
import { parentTable, type ParentValues } from '../parent/table.js';

/** What the first step of an invited parent asks, by the names that the server's messages use. */
export interface InviteParentValues extends ParentValues {
  referral: { selection: string; other: string };
  /** The words of the question. */
  securityQuestion: string;
  securityAnswer: string;
  securityCode: string;
  confirmCode: string;
}

const noSecrets = { securityAnswer: '', securityCode: '', confirmCode: '' };

/** What may be kept in the tab until it is sent: everything but the answer and the code. */
export function draftOf(values: InviteParentValues): InviteParentValues {
  return { ...values, ...noSecrets };
}

const draftShape = v.object({ ...textsOf(parentTable), referral: referralShape, securityQuestion: v.string() });

/** A draft as the tab's store held it. */
export function typedIn(kept: unknown): InviteParentValues | undefined {
  const typed = draftIn(draftShape, kept);
  return typed && { ...typed, ...noSecrets };
}

/** Every broken rule, in the order of the form. */
export function checkInviteParent(values: InviteParentValues, asksSecurity: boolean): Fault[] {
  return [
    ...validateParent(values).faults,
    ...validateReferral(values.referral).faults,
    ...(asksSecurity
      ? [
          ...validateSecurityQuestion(values.securityQuestion, values.securityAnswer).faults,
          ...validateSecurityCode(values.securityCode, values.confirmCode).faults,
        ]
      : []),
  ];
}
