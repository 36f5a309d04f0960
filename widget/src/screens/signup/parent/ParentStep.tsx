import type { Option, Violation } from '../../../client/types.js';
import { Form } from '../../../form/Form.js';
import { useStepForm } from '../../../form/form.js';
import type { ScreenProps } from '../../../flow/screen.js';
import { Submit } from '../../../flow/Submit.js';
import { TableFields } from '../../../form/TableFields.js';
import { useText } from '../../../i18n/useText.js';
import { Banner, LinkButton, Page } from '../../../parts/index.js';
import { validateParent } from '../../../rules/index.js';
import { parentTable, type ParentValues } from '../../../steps/parent/table.js';

export interface ParentStepProps extends ScreenProps {
  values: ParentValues;
  /** Undefined while loading. */
  countryCodes: readonly Option[] | undefined;
  errors?: readonly Violation[] | undefined;
  /** The server suspects that the user has an account: Continue confirms that it is another person's. */
  isLikelyDuplicate?: boolean | undefined;
  loginHref?: string | undefined;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onDraft?: ((values: ParentValues) => void) | undefined;
  onSubmit: (values: ParentValues) => void;
}

const check = (values: ParentValues) => validateParent(values).faults;

/** Step 1: the parent. */
export function ParentStep(props: ParentStepProps) {
  const { top, headingTakesFocus, values, countryCodes, errors, isLikelyDuplicate = false, loginHref, isBusy = false, onDraft, onSubmit } = props;
  const t = useText();
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft, onSubmit });
  return (
    <Page heading={t('parent_title')} subtitle={t('parent_subtitle')} top={top} headingTakesFocus={headingTakesFocus}>
      <Form form={form} isSlow={props.isSlow} failure={props.failure}>
        {isLikelyDuplicate && (
          <Banner
            tone="warning"
            duration={null}
            action={
              loginHref && (
                <LinkButton href={loginHref} placement="inline">
                  {t('header_login')}
                </LinkButton>
              )
            }
          >
            <strong>{t('parent_warning_title')}</strong>
            <br />
            {t('parent_warning_text')}
          </Banner>
        )}
        <TableFields form={form} table={parentTable} countryCodes={countryCodes} />
        <Submit isBusy={isBusy}>{isLikelyDuplicate ? t('parent_warning_continue') : t('continue')}</Submit>
      </Form>
    </Page>
  );
}
