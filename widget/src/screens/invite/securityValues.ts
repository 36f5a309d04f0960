import { filledIn } from '../../form/draft.js';
import type { Registration } from '../../client/types.js';
import { defaultCountryCode } from '../../form/countryCode.js';
import type { Fault } from '../../form/form.js';
import { valuesIn } from '../../form/FormField.js';
import { validateParent, validateReferral, validateSecurityCode, validateSecurityQuestion } from '../../rules/index.js';
import { parentTable, type ParentValues } from '../../steps/parent/table.js';

/** The fields of an invited parent's first step, named as in the server's messages. */
export interface InviteParentValues extends ParentValues {
  referral: { selection: string; other: string };
  /** The text of the question. */
  securityQuestion: string;
  securityAnswer: string;
  securityCode: string;
  confirmCode: string;
}

const noSecrets = { securityAnswer: '', securityCode: '', confirmCode: '' };

/** Returns the part that the tab keeps until it is sent: everything except the answer and the code. */
export function draftOf(values: InviteParentValues): InviteParentValues {
  return { ...values, ...noSecrets };
}

/** Returns the form's initial values: the draft, else those of the registration. */
export function inviteParentValues(registration: Registration | undefined, draft: unknown): InviteParentValues {
  const { parent, referral } = registration ?? {};
  const known = {
    ...valuesIn(parentTable, { ...parent, phoneCountryCode: parent?.phoneCountryCode || defaultCountryCode }),
    referral: { selection: referral?.selection ?? '', other: referral?.other ?? '' },
    securityQuestion: registration?.securityQuestion ?? '',
    ...noSecrets,
  };
  return { ...filledIn(known, draft), ...noSecrets };
}

/** Returns every broken rule, in the order of the form. */
export function checkInviteParent(values: InviteParentValues, hasSecurity: boolean): Fault[] {
  return [
    ...validateParent(values).faults,
    ...validateReferral(values.referral).faults,
    ...(hasSecurity
      ? [
          ...validateSecurityQuestion(values.securityQuestion, values.securityAnswer).faults,
          ...validateSecurityCode(values.securityCode, values.confirmCode).faults,
        ]
      : []),
  ];
}
