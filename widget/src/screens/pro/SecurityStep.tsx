import './pro.css';
import type { Option } from '../../fields/index.js';
import { Form } from '../../form/Form.js';
import { CodeFormField } from '../../form/CodeFormField.js';
import { useFormField, useStepForm } from '../../form/form.js';
import { FormField } from '../../form/FormField.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Button, FormRow, Page } from '../../parts/index.js';
import { validateProfessionalStep } from '../../rules/index.js';
import { Legal } from './Legal.js';
import type { StepProps } from './PersonStep.js';
import { SecurityQuestionField } from './SecurityQuestionField.js';
import { SubmitFailure, type Failure } from './SubmitFailure.js';
import { securityTable } from './table.js';
import type { ProValues } from './values.js';

export interface SecurityStepProps extends StepProps {
  questions: readonly Option[];
  termsHref: string;
  privacyHref: string;
  /** The account couldn't be created: this is the error screen. */
  failure?: Failure | undefined;
  /** Changes with each failure, so that the heading above the banner takes the focus. */
  focusKey?: string | undefined;
}

const check = (values: ProValues) => validateProfessionalStep(3, values).faults;

/** Step 3: security question and code, and the consequences of creating an account. With a failure, the error screen. */
export function SecurityStep(props: SecurityStepProps) {
  const { top, headingTakesFocus, focusKey, values, questions, errors, failure, isBusy = false, onDraft, onSubmit } = props;
  const t = useText();
  const form = useStepForm({ values, check, serverErrors: errors, isBusy, onDraft, onSubmit });
  const question = useFormField(form, 'securityQuestion');
  const common = { form, table: securityTable };
  return (
    <Page heading={t('pro_security_title')} subtitle={t('pro_security_subtitle')} top={top} headingTakesFocus={headingTakesFocus} focusKey={focusKey}>
      {failure && <SubmitFailure {...failure} isBusy={isBusy} onRetry={form.onSubmit} />}
      <Form form={form} isSlow={props.isSlow}>
        <SecurityQuestionField {...question} questions={questions} />
        <FormField {...common} name="securityAnswer" />
        <FormRow>
          <CodeFormField {...common} name="securityCode" />
          <CodeFormField {...common} name="securityCodeConfirm" />
        </FormRow>
        <Legal termsHref={props.termsHref} privacyHref={props.privacyHref} />
        <Actions>
          <Button type="submit" isBusy={isBusy} busyLabel={t('pro_submitting')}>
            {t('pro_submit')}
          </Button>
        </Actions>
      </Form>
    </Page>
  );
}
