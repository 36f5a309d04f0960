import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { failureMessage, type FailureMessage } from '../../client/failure.js';
import { HostedField } from '../../fields/index.js';
import { RetryBanner } from '../../flow/RetryBanner.js';
import { useText, type TextCode } from '../../i18n/useText.js';
import { FormRow } from '../../parts/index.js';
import { cardBrands, type CardBrand } from '../../rules/index.js';
import { readHostedStyle } from '../../theme/index.js';
import {
  cardFieldFault,
  cardFields,
  emptyField,
  hiddenBrandOf,
  ProviderFailure,
  type CardField,
  type CardFieldState,
  type CardForm,
  type CardFormOptions,
} from '../providers/port.js';

const labels = { number: 'payment_card_number', expirationDate: 'payment_expiration', cvv: 'payment_cvv' } as const satisfies Record<
  CardField,
  TextCode
>;

const noStates: Record<CardField, CardFieldState> = { number: emptyField, expirationDate: emptyField, cvv: emptyField };
const noBrands: readonly CardBrand[] = [];

export interface HostedCardProps {
  /** Puts the provider's frames into their places. */
  openCard: (options: CardFormOptions) => Promise<CardForm>;
  /** Fields that the provider refused. */
  refused: readonly CardField[];
  /** Brands that aren't accepted. */
  hiddenBrands?: readonly CardBrand[] | undefined;
  /** The field for the name on the card. */
  name: ReactNode;
  onChanged: (field: CardField) => void;
  onValidity: (isValid: boolean) => void;
  onRetry: () => void;
  /** The way on from a failure, beside Retry. */
  wayOn?: (failure: FailureMessage) => ReactNode;
}

/** The card's fields, created once: another provider needs another component. */
export function HostedCard({ openCard, refused, hiddenBrands = noBrands, name, onChanged, onValidity, onRetry, wayOn }: HostedCardProps) {
  const t = useText();
  const number = useRef<HTMLDivElement>(null);
  const expirationDate = useRef<HTMLDivElement>(null);
  const cvv = useRef<HTMLDivElement>(null);
  const form = useRef<CardForm>(undefined);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  // The reason: the server's refusal, or else a blocked script.
  const [failure, setFailure] = useState<FailureMessage>();
  const [states, setStates] = useState(noStates);
  const [cardType, setCardType] = useState<string>();
  const hiddenBrand = hiddenBrandOf(cardType, hiddenBrands);

  // The fields are created once: a change of language alone must not empty them.
  const openFields = useEffectEvent((places: CardFormOptions['places'], signal: AbortSignal, onChange: CardFormOptions['onChange']) =>
    openCard({
      places,
      labels: {
        number: t(labels.number),
        expirationDate: t(labels.expirationDate),
        cvv: t(labels.cvv),
        challenge: t('payment_challenge'),
        close: t('close'),
      },
      style: readHostedStyle(places.number),
      lang: t.lang,
      signal,
      onChange,
      // As with our own fields, the form decides whether it can be sent.
      onEnter: () => places.number.closest('form')?.requestSubmit(),
    }),
  );
  const changed = useEffectEvent(onChanged);
  const validated = useEffectEvent(onValidity);
  useEffect(() => {
    const places = { number: number.current, expirationDate: expirationDate.current, cvv: cvv.current };
    if (!places.number || !places.expirationDate || !places.cvv) return undefined;
    let isCurrent = true;
    const wait = new AbortController();
    const known: Partial<Record<CardField, boolean>> = {};
    openFields({ number: places.number, expirationDate: places.expirationDate, cvv: places.cvv }, wait.signal, (field, state, type) => {
      if (!isCurrent) return;
      setStates((s) => ({ ...s, [field]: state }));
      // Every keystroke makes the field invalid, if only for a moment.
      if (known[field] !== state.isValid) changed(field);
      known[field] = state.isValid;
      if (field === 'number') setCardType(type);
    }).then(
      (opened) => {
        if (!isCurrent) {
          opened.destroy();
          return;
        }
        form.current = opened;
        setStatus('ready');
      },
      (error: unknown) => {
        if (!isCurrent) return;
        setFailure(failureMessage(error instanceof ProviderFailure ? error.cause : error, 'payment_blocked'));
        setStatus('failed');
      },
    );
    return () => {
      isCurrent = false;
      wait.abort();
      form.current?.destroy();
      form.current = undefined;
    };
  }, []);

  const isValid = cardFields.every((field) => states[field].isValid) && hiddenBrand === undefined;
  useEffect(() => validated(isValid), [isValid]);

  useEffect(() => {
    const restyle = () => {
      if (number.current) form.current?.restyle(readHostedStyle(number.current));
    };
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', restyle);
    const root = number.current?.closest('[data-theme]');
    const watch = new MutationObserver(restyle);
    if (root) watch.observe(root, { attributeFilter: ['data-theme'] });
    return () => {
      scheme.removeEventListener('change', restyle);
      watch.disconnect();
    };
  }, []);

  const field = (which: CardField) => {
    const code = cardFieldFault(which, states[which], refused.includes(which));
    return {
      name: which,
      label: t(labels[which]),
      errorMessage: which === 'number' && hiddenBrand ? t('card_brand_hidden', { brand: cardBrands[hiddenBrand].name }) : code && t.coded(code),
      announcesError: true,
      isFocused: states[which].isFocused,
      isLoading: status === 'loading',
      onFocusRequest: () => form.current?.focus(which),
    };
  };
  return (
    <>
      {status === 'failed' && <RetryBanner onRetry={onRetry}>{t.failure(failure)}</RetryBanner>}
      {failure && wayOn?.(failure)}
      <p className="cj-visually-hidden" role="status">
        {status === 'loading' && t('payment_loading')}
      </p>
      <div className="cj-stack" hidden={status === 'failed'}>
        {name}
        <HostedField
          ref={number}
          {...field('number')}
          description={
            hiddenBrands.length > 0 ? t('card_brands_hidden', { brands: hiddenBrands.map((brand) => cardBrands[brand].name).join(', ') }) : undefined
          }
        />
        <FormRow>
          <HostedField ref={expirationDate} {...field('expirationDate')} description={t('payment_expiration_help')} />
          <HostedField ref={cvv} {...field('cvv')} description={t('payment_cvv_help')} />
        </FormRow>
      </div>
    </>
  );
}
