import { useCallback, useEffect, useRef } from 'react';
import type { Option, Parent, Violation } from '../../../client/types.js';
import { CheckboxField } from '../../../fields/index.js';
import { Form } from '../../../form/Form.js';
import { partOf, useFormValue, useStepForm } from '../../../form/form.js';
import { FieldsInRow, FormField } from '../../../form/FormField.js';
import { PhoneFields } from '../../../form/PhoneFields.js';
import type { ScreenProps } from '../../../flow/screen.js';
import { Submit } from '../../../flow/Submit.js';
import { useText } from '../../../i18n/useText.js';
import { Banner, FormStack, Page, TrustNote } from '../../../parts/index.js';
import { validateFamily } from '../../../rules/index.js';
import { useRoot } from '../../../theme/index.js';
import { Children } from './Children.js';
import { coParentTable } from './table.js';
import { withEmail, withKnowledge, type FamilyValues } from './values.js';

export interface FamilyStepProps extends ScreenProps {
  values: FamilyValues;
  /** The parent of step 1: the co-parent must be another person. */
  parent: Parent | undefined;
  /** Undefined while loading. */
  countryCodes: readonly Option[] | undefined;
  errors?: readonly Violation[] | undefined;
  /** The server suspects that the co-parent has an account: Continue goes on regardless. */
  isLikelyDuplicate?: boolean | undefined;
  supportPhone: string;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onDraft?: ((values: FamilyValues) => void) | undefined;
  onSubmit: (values: FamilyValues) => void;
}

/** Used if the parent isn't known (in Storybook): no value equals theirs. */
const emptyParent = { email: '', lastName: '', phoneNumber: '' };

/** The delay between the checkbox and the scroll to the first error. */
const scrollMs = 20;

/** Step 2: the co-parent and the children. */
export function FamilyStep(props: FamilyStepProps) {
  const { top, headingTakesFocus, values, parent, countryCodes, errors, isLikelyDuplicate = false, isBusy = false, onDraft, onSubmit } = props;
  const t = useText();
  const check = useCallback((input: FamilyValues) => validateFamily(parent ?? emptyParent, input).faults, [parent]);
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft, onSubmit });
  const knowsCoParentEmail = useFormValue(form, (now) => now.knowsCoParentEmail);
  const common = { form: partOf(form, 'coParent'), table: coParentTable };
  const { portal } = useRoot();
  const scroll = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(scroll.current), []);
  /** After a failed Continue, the checkbox starts a new check: its summary is at the top. */
  const toggle = (isUnknown: boolean) => {
    form.set(withKnowledge(form.get(), !isUnknown));
    if (form.attempt === 0) return;
    clearTimeout(scroll.current);
    scroll.current = setTimeout(() => portal?.closest('.cojoin-root')?.scrollIntoView(), scrollMs);
  };
  return (
    <Page heading={t('family_title')} subtitle={t('family_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      <Form form={form} isSlow={props.isSlow} failure={props.failure}>
        {isLikelyDuplicate && (
          <Banner tone="warning" duration={null}>
            <strong>{t('family_warning_title')}</strong>
            <br />
            {t('family_warning_text', { phone: props.supportPhone })}
          </Banner>
        )}
        <FormStack>
          <FieldsInRow {...common} names={['firstName', 'lastName']} />
          <FormField
            {...common}
            name="email"
            label={knowsCoParentEmail ? undefined : t('family_email_optional')}
            onChange={(email) => form.set(withEmail(form.get(), email))}
            isRequired={knowsCoParentEmail}
          />
          <CheckboxField name="knowsCoParentEmail" label={t('family_no_email')} value={!knowsCoParentEmail} onChange={toggle} />
          <PhoneFields
            {...common}
            label={knowsCoParentEmail ? t('family_phone_optional') : undefined}
            isRequired={!knowsCoParentEmail}
            countryCodes={countryCodes}
          />
          <TrustNote>{t('family_privacy')}</TrustNote>
        </FormStack>
        <Children form={form} parentLastName={parent?.lastName ?? ''} />
        <Submit isBusy={isBusy} />
      </Form>
    </Page>
  );
}
