import type { CustomOption, Quote, Violation } from '../../client/types.js';
import { CheckboxField, RadioCardGroup } from '../../fields/index.js';
import { Form } from '../../form/Form.js';
import { useFormValue, useStepForm } from '../../form/form.js';
import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Button, Heading, OrderSummary, Page } from '../../parts/index.js';
import { TermChoice } from '../packages/TermChoice.js';
import { extrasOf, optionsOf, type CustomValues } from './options.js';

export interface CustomProps extends ScreenProps {
  options: readonly CustomOption[];
  values: CustomValues;
  /** Shows prices beside the options (the experiment's treatment). */
  showsPrices: boolean;
  /** Shows the selection beside the form, with its price. */
  hasSummary: boolean;
  /** The price of the selection. */
  quote?: Quote | undefined;
  isPricing?: boolean | undefined;
  errors?: readonly Violation[] | undefined;
  isBusy?: boolean | undefined;
  isSlow?: boolean | undefined;
  failure?: string | undefined;
  onChange: (values: CustomValues) => void;
  onSubmit: (values: CustomValues) => void;
}

const checkNothing = () => [];

/** The form for a custom package. */
export function Custom(props: CustomProps) {
  const {
    top,
    headingTakesFocus,
    options,
    values,
    showsPrices,
    hasSummary,
    quote,
    isPricing = false,
    errors,
    isBusy = false,
    onChange,
    onSubmit,
  } = props;
  const say = useText();
  const form = useStepForm({ values, check: checkNothing, serverErrors: errors, isBusy, onDraft: onChange, onSubmit });
  const picked = useFormValue(form, (now) => now);

  const price = (option: CustomOption, isShown = showsPrices) => {
    if (option.free) return say(isShown ? 'custom_free' : 'custom_included');
    return isShown ? say('custom_per_year', { price: option.priceFormatted }) : undefined;
  };
  const cards = (kind: string) => optionsOf(options, kind).map((o) => ({ value: o.optionCode, label: o.description, aside: price(o) }));
  const summary = hasSummary && quote && (
    <OrderSummary
      title={say('custom_summary')}
      lines={[
        { id: 'term', label: say('summary_term'), amount: say('packages_years', { count: picked.years }) },
        ...[picked.storage, picked.calls, ...picked.extras].flatMap((code) => {
          const option = options.find((o) => o.optionCode === code);
          return option ? [{ id: code, label: option.description, amount: price(option, true) ?? '' }] : [];
        }),
      ]}
      totalLabel={say('custom_price')}
      total={quote.totals.subTotalFormatted}
      totalNote={quote.taxIncluded ? undefined : say('summary_before_tax')}
      showLabel={say('summary_show')}
      hideLabel={say('summary_hide')}
      isBusy={isPricing}
      busyLabel={say('custom_pricing')}
    />
  );
  return (
    <Page
      heading={say('custom_title')}
      subtitle={say('custom_subtitle')}
      top={top}
      headingTakesFocus={headingTakesFocus}
      aside={summary || undefined}
    >
      <Form form={form} isSlow={props.isSlow} failure={props.failure}>
        <div className="cj-stack">
          <Heading depth={1}>{say('custom_term')}</Heading>
          <TermChoice label={say('custom_term')} value={picked.years} onChange={(years) => form.set({ years })} />
        </div>
        <RadioCardGroup
          name="order.services"
          label={say('custom_storage')}
          value={picked.storage}
          onChange={(storage) => form.set({ storage })}
          options={cards('storage')}
        />
        <RadioCardGroup
          name="order.calls"
          label={say('custom_calls')}
          value={picked.calls}
          onChange={(calls) => form.set({ calls })}
          options={cards('calls')}
        />
        <div className="cj-stack" role="group" aria-label={say('custom_extras')}>
          <Heading depth={1}>{say('custom_extras')}</Heading>
          {extrasOf(options).map((option) => (
            <CheckboxField
              key={option.optionCode}
              name={option.optionCode}
              label={option.description}
              description={price(option)}
              value={picked.extras.includes(option.optionCode)}
              onChange={(isPicked) =>
                form.set({
                  extras: isPicked ? [...picked.extras, option.optionCode] : picked.extras.filter((code) => code !== option.optionCode),
                })
              }
            />
          ))}
        </div>
        {!hasSummary && <p className="cj-page-subtitle">{say('custom_later')}</p>}
        <Actions>
          <Button type="submit" isBusy={isBusy} busyLabel={say('packages_choosing')}>
            {say('custom_submit')}
          </Button>
        </Actions>
      </Form>
    </Page>
  );
}
