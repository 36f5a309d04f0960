import { useCallback, useEffect, useRef } from 'react';
import type { Parent, Violation } from '../../client/types.js';
import { CheckboxField, PhoneField, TextField, type CountryCodeOption } from '../../fields/index.js';
import { Form } from '../../flow/Form.js';
import { useStepForm } from '../../flow/form.js';
import type { ScreenProps } from '../../flow/screen.js';
import { Submit } from '../../flow/Submit.js';
import { useText } from '../../i18n/useText.js';
import { Banner, FormRow, FormStack, Page, TrustNote } from '../../parts/index.js';
import { validateFamily } from '../../rules/index.js';
import { useRoot } from '../../theme/index.js';
import { Children } from './Children.js';
import { withEmail, withKnowledge, type FamilyValues } from './values.js';

export interface FamilyStepProps extends ScreenProps {
  values: FamilyValues;
  /** Who signs up: the co-parent must be another. */
  parent: Parent | undefined;
  countryCodes: readonly CountryCodeOption[];
  errors?: readonly Violation[] | undefined;
  /** The server suspects that the co-parent has an account: Continue goes on even so. */
  isLikelyDuplicate?: boolean | undefined;
  supportPhone: string;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onDraft?: ((values: FamilyValues) => void) | undefined;
  onSubmit: (values: FamilyValues) => void;
}

/** Stands in where the parent isn't known (in Storybook): nothing is the same as nobody's. */
const nobody = { email: '', phoneNumber: '' };

/** How long after the checkbox the page scrolls to what is wrong by then. */
const scrollMs = 20;

/** Step 2: the co-parent and the children. */
export function FamilyStep(props: FamilyStepProps) {
  const { top, headingTakesFocus, values, parent, countryCodes, errors, isLikelyDuplicate = false, isBusy = false, onDraft, onSubmit } = props;
  const say = useText();
  const check = useCallback((input: FamilyValues) => validateFamily(parent ?? nobody, input).faults, [parent]);
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft, onSubmit });
  const { coParent, knowsCoParentEmail } = form.values;
  const field = (name: 'firstName' | 'lastName') => ({
    name: `coParent.${name}`,
    value: coParent[name],
    onChange: (value: string) => form.set({ coParent: { ...coParent, [name]: value } }),
    errorMessage: form.errorOf(`coParent.${name}`),
  });
  const { portal } = useRoot();
  const scroll = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(scroll.current), []);
  /** Once Continue has failed, the checkbox checks everything anew: the summary of it stands at the top. */
  const toggle = (isUnknown: boolean) => {
    form.set(withKnowledge(form.values, !isUnknown));
    if (form.summary.attempt === 0) return;
    clearTimeout(scroll.current);
    scroll.current = setTimeout(() => portal?.closest('.cojoin-root')?.scrollIntoView(), scrollMs);
  };
  return (
    <Page heading={say('family_title')} subtitle={say('family_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      <Form form={form} isSlow={props.isSlow} failure={props.failure}>
        {isLikelyDuplicate && (
          <Banner tone="warning" duration={null}>
            <strong>{say('family_warning_title')}</strong>
            <br />
            {say('family_warning_text', { phone: props.supportPhone })}
          </Banner>
        )}
        <FormStack>
          <FormRow>
            <TextField {...field('firstName')} label={say('field_first_name')} autoComplete="off" autoCapitalize="words" isRequired />
            <TextField {...field('lastName')} label={say('field_last_name')} autoComplete="off" autoCapitalize="words" isRequired />
          </FormRow>
          <TextField
            name="coParent.email"
            label={knowsCoParentEmail ? say('field_email') : say('family_email_optional')}
            value={coParent.email}
            onChange={(email) => form.set(withEmail(form.values, email))}
            errorMessage={form.errorOf('coParent.email')}
            type="email"
            inputMode="email"
            autoComplete="off"
            isRequired={knowsCoParentEmail}
          />
          <CheckboxField name="knowsCoParentEmail" label={say('family_no_email')} value={!knowsCoParentEmail} onChange={toggle} />
          <PhoneField
            name="coParent.phoneNumber"
            label={knowsCoParentEmail ? say('family_phone_optional') : say('field_phone')}
            value={coParent.phoneNumber}
            onChange={(phoneNumber, phoneCountryCode) => form.set({ coParent: { ...coParent, phoneNumber, phoneCountryCode } })}
            errorMessage={form.errorOf('coParent.phoneNumber')}
            autoComplete="off"
            countryCodeLabel={say('field_country_code')}
            countryCodeName="coParent.phoneCountryCode"
            countryCode={coParent.phoneCountryCode}
            onCountryCodeChange={(phoneCountryCode) => form.set({ coParent: { ...coParent, phoneCountryCode } })}
            countryCodeOptions={countryCodes}
            countryCodeErrorMessage={form.errorOf('coParent.phoneCountryCode')}
            isRequired={!knowsCoParentEmail}
          />
          <TrustNote>{say('family_privacy')}</TrustNote>
        </FormStack>
        <Children
          values={form.values.children}
          parentLastName={parent?.lastName ?? ''}
          errorOf={form.errorOf}
          onChange={(children) => form.set({ children })}
        />
        <Submit isBusy={isBusy} />
      </Form>
    </Page>
  );
}
