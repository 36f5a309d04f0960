import type { Violation } from '../../client/types.js';
import { Form } from '../../form/Form.js';
import { useStepForm } from '../../form/form.js';
import { FieldsInRow, FormField } from '../../form/FormField.js';
import { PhoneFields } from '../../form/PhoneFields.js';
import type { ScreenProps } from '../../flow/screen.js';
import { Submit } from '../../flow/Submit.js';
import { telephone } from '../../flow/telephone.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Banner, LinkButton, Page } from '../../parts/index.js';
import { validateProfessionalStep } from '../../rules/index.js';
import type { PersonChoices } from './choices.js';
import { OptionsFailure } from './OptionsFailure.js';
import { ReferralFields } from './ReferralFields.js';
import { personTable } from './table.js';
import type { ProValues } from './values.js';

/** The props of every step of the form. */
export interface StepProps extends ScreenProps {
  values: ProValues;
  errors?: readonly Violation[] | undefined;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  /** Loads the lists again after a failure. */
  onRetryOptions?: (() => void) | undefined;
  onDraft?: ((values: ProValues) => void) | undefined;
  onSubmit: (values: ProValues) => void;
}

export interface PersonStepProps extends StepProps {
  /** Undefined while loading. */
  choices: PersonChoices;
  isLoading?: boolean | undefined;
  loginHref?: string | undefined;
  passwordHref?: string | undefined;
  supportPhone?: string | undefined;
}

const check = (values: ProValues) => validateProfessionalStep(1, values).faults;

/** Step 1: the professional, and the referral. */
export function PersonStep(props: PersonStepProps) {
  const {
    top,
    headingTakesFocus,
    values,
    choices,
    isLoading = false,
    errors,
    loginHref,
    passwordHref,
    supportPhone,
    isBusy = false,
    onDraft,
    onSubmit,
  } = props;
  const t = useText();
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft, onSubmit });
  const common = { form, table: personTable };
  const isKnown = errors?.some(({ field }) => field === 'duplicate') ?? false;
  return (
    <Page heading={t('pro_person_title')} subtitle={t('pro_person_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      {props.onRetryOptions && <OptionsFailure onRetry={props.onRetryOptions} />}
      <Form form={form} isSlow={props.isSlow}>
        {isKnown && (
          <Banner
            tone="warning"
            duration={null}
            action={
              <Actions>
                {loginHref && <LinkButton href={loginHref}>{t('header_login')}</LinkButton>}
                {passwordHref && <LinkButton href={passwordHref}>{t('duplicate_forgot')}</LinkButton>}
                {supportPhone && (
                  <LinkButton icon="phone" href={telephone(supportPhone)}>
                    {t('pro_failed_call', { phone: supportPhone })}
                  </LinkButton>
                )}
              </Actions>
            }
          >
            {t('pro_duplicate_help')}
          </Banner>
        )}
        <FormField {...common} name="title" placeholder={isLoading ? t('pro_loading') : undefined} options={choices.titles} />
        <FieldsInRow {...common} names={['firstName', 'lastName']} />
        <FormField {...common} name="credentials" />
        <FormField {...common} name="email" />
        <PhoneFields {...common} countryCodes={choices.countryCodes} />
        <FormField {...common} name="phoneExtension" />
        <ReferralFields form={form} choices={choices} isLoading={isLoading} />
        <Submit isBusy={isBusy} />
      </Form>
    </Page>
  );
}
