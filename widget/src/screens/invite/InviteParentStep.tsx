import './invite.css';
import { useCallback } from 'react';
import type { Option, Violation } from '../../client/types.js';
import { Form } from '../../form/Form.js';
import { useStepForm } from '../../form/form.js';
import type { ScreenProps } from '../../flow/screen.js';
import { Submit } from '../../flow/Submit.js';
import { TableFields } from '../../form/TableFields.js';
import { useText } from '../../i18n/useText.js';
import { Heading, LinkButton, Page } from '../../parts/index.js';
import { parentTable } from '../../steps/parent/table.js';
import { ReferralFields } from '../../checkout/views/ReferralFields.js';
import { SecurityFields } from './SecurityFields.js';
import { checkInviteParent, type InviteParentValues } from './securityValues.js';

export interface InviteParentStepProps extends ScreenProps {
  values: InviteParentValues;
  /** Undefined while loading. */
  countryCodes: readonly Option[] | undefined;
  referrals: readonly Option[];
  questions: readonly Option[];
  /** Question and code are saved already: they are asked again only if the user wants to change them. */
  isSecuritySaved: boolean;
  onChangeSecurity: () => void;
  errors?: readonly Violation[] | undefined;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onDraft?: ((values: InviteParentValues) => void) | undefined;
  onSubmit: (values: InviteParentValues) => void;
}

/** Step 1 of an invited parent: name and contact, referral, security question and code. */
export function InviteParentStep(props: InviteParentStepProps) {
  const { top, headingTakesFocus, values, countryCodes, referrals, questions, isSecuritySaved, errors, isBusy = false, onDraft, onSubmit } = props;
  const t = useText();
  const check = useCallback((input: InviteParentValues) => checkInviteParent(input, !isSecuritySaved), [isSecuritySaved]);
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft, onSubmit });
  return (
    <Page heading={t('parent_title')} subtitle={t('invite_step1_text')} top={top} headingTakesFocus={headingTakesFocus}>
      <Form form={form} isSlow={props.isSlow} failure={props.failure}>
        <TableFields form={form} table={parentTable} countryCodes={countryCodes} />
        <Heading depth={1}>{t('billing_referral_title')}</Heading>
        <ReferralFields form={form} referrals={referrals} />
        <div className="cj-invite-part">
          <Heading depth={1}>{t('invite_security_title')}</Heading>
          <p className="cj-invite-note">{t('invite_security_text')}</p>
        </div>
        {isSecuritySaved ? (
          <p>
            {t('invite_security_saved')}{' '}
            <LinkButton placement="inline" onPress={props.onChangeSecurity}>
              {t('invite_security_change')}
            </LinkButton>
          </p>
        ) : (
          <SecurityFields form={form} questions={questions} />
        )}
        <Submit isBusy={isBusy} />
      </Form>
    </Page>
  );
}
