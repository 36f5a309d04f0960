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
  const t = useText();
  const form = useStepForm({ values, check: checkNothing, serverErrors: errors, isBusy, onDraft: onChange, onSubmit });
  const picked = useFormValue(form, (now) => now);

  const price = (option: CustomOption, isShown = showsPrices) => {
    if (option.free) return t(isShown ? 'custom_free' : 'custom_included');
    return isShown ? t('custom_per_year', { price: option.priceFormatted }) : undefined;
  };
  const cards = (kind: string) => optionsOf(options, kind).map((o) => ({ value: o.optionCode, label: o.description, aside: price(o) }));
  const summary = hasSummary && quote && (
    <OrderSummary
      title={t('custom_summary')}
      lines={[
        { id: 'term', label: t('summary_term'), amount: t('packages_years', { count: picked.years }) },
        ...[picked.storage, picked.calls, ...picked.extras].flatMap((code) => {
          const option = options.find((o) => o.optionCode === code);
          return option ? [{ id: code, label: option.description, amount: price(option, true) ?? '' }] : [];
        }),
      ]}
      totalLabel={t('custom_price')}
      total={quote.totals.subTotalFormatted}
      totalNote={quote.taxIncluded ? undefined : t('summary_before_tax')}
      showLabel={t('summary_show')}
      hideLabel={t('summary_hide')}
      isBusy={isPricing}
      busyLabel={t('custom_pricing')}
    />
  );
  return (
    <Page heading={t('custom_title')} subtitle={t('custom_subtitle')} top={top} headingTakesFocus={headingTakesFocus} aside={summary || undefined}>
      <Form form={form} isSlow={props.isSlow} failure={props.failure}>
        <div className="cj-stack">
          <Heading depth={1}>{t('custom_term')}</Heading>
          <TermChoice label={t('custom_term')} value={picked.years} onChange={(years) => form.set({ years })} />
        </div>
        <RadioCardGroup
          name="order.services"
          label={t('custom_storage')}
          value={picked.storage}
          onChange={(storage) => form.set({ storage })}
          options={cards('storage')}
        />
        <RadioCardGroup
          name="order.calls"
          label={t('custom_calls')}
          value={picked.calls}
          onChange={(calls) => form.set({ calls })}
          options={cards('calls')}
        />
        <div className="cj-stack" role="group" aria-label={t('custom_extras')}>
          <Heading depth={1}>{t('custom_extras')}</Heading>
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
        {!hasSummary && <p className="cj-page-subtitle">{t('custom_later')}</p>}
        <Actions>
          <Button type="submit" isBusy={isBusy} busyLabel={t('packages_choosing')}>
            {t('custom_submit')}
          </Button>
        </Actions>
      </Form>
    </Page>
  );
}
