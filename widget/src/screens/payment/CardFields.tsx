import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { saidOf, type Said } from '../../client/failure.js';
import { HostedField, TextField } from '../../fields/index.js';
import { useText, type TextCode } from '../../i18n/useText.js';
import { Banner, Button, FormRow } from '../../parts/index.js';
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
  type CardToken,
  type HiddenBrand,
  type Purchase,
} from '../../checkout/providers/port.js';
import { readHostedStyle } from '../../theme/index.js';

/** What the payment step does with the card form. */
export interface CardHandle {
  tokenize: (purchase: Purchase) => Promise<CardToken>;
}

export interface CardFieldsProps {
  /** Opens the provider's fields; rejects where its scripts are blocked or slow. */
  open: (options: CardFormOptions) => Promise<CardForm>;
  /** Starts the provider anew after a failure. */
  onRetry: () => void;
  cardholderName: string;
  onCardholderName: (name: string) => void;
  cardholderError?: string | undefined;
  /** What the provider refused, and wasn't changed since. */
  refused: readonly CardField[];
  /** A field that was refused holds something else now. */
  onChanged: (field: CardField) => void;
  /** Brands that the package can't be paid for with: said beforehand, and beside the number. */
  hiddenBrands?: readonly HiddenBrand[] | undefined;
  /** Whether every field holds something valid. */
  onValidity: (isValid: boolean) => void;
  ref?: Ref<CardHandle> | undefined;
}

const labels = { number: 'payment_card_number', expirationDate: 'payment_expiration', cvv: 'payment_cvv' } as const satisfies Record<
  CardField,
  TextCode
>;

const noBrands: readonly HiddenBrand[] = [];

/** Names, the same in every language. */
const brandNames: Record<HiddenBrand, string> = { amex: 'American Express', discover: 'Discover' };

const noStates: Record<CardField, CardFieldState> = { number: emptyField, expirationDate: emptyField, cvv: emptyField };

/** Card number, date and security code in the provider's frames, and the name on the card. */
export function CardFields({
  open,
  onRetry,
  cardholderName,
  onCardholderName,
  cardholderError,
  refused,
  onChanged,
  hiddenBrands = noBrands,
  onValidity,
  ref,
}: CardFieldsProps) {
  const say = useText();
  const number = useRef<HTMLDivElement>(null);
  const expirationDate = useRef<HTMLDivElement>(null);
  const cvv = useRef<HTMLDivElement>(null);
  const form = useRef<CardForm>(undefined);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  // Why it failed: the server may have refused, where it isn't something between us.
  const [failure, setFailure] = useState<Said>();
  const [states, setStates] = useState(noStates);
  const [cardType, setCardType] = useState<string>();
  const hiddenBrand = hiddenBrandOf(cardType, hiddenBrands);

  useEffect(() => {
    const places = { number: number.current, expirationDate: expirationDate.current, cvv: cvv.current };
    if (!places.number || !places.expirationDate || !places.cvv) return undefined;
    let isCurrent = true;
    setStatus('loading');
    setStates(noStates);
    const wait = new AbortController();
    const known: Partial<Record<CardField, boolean>> = {};
    open({
      places: { number: places.number, expirationDate: places.expirationDate, cvv: places.cvv },
      labels: {
        number: say(labels.number),
        expirationDate: say(labels.expirationDate),
        cvv: say(labels.cvv),
        challenge: say('payment_challenge'),
        close: say('close'),
      },
      style: readHostedStyle(places.number),
      lang: say.lang,
      signal: wait.signal,
      onChange: (field, state, type) => {
        if (!isCurrent) return;
        setStates((s) => ({ ...s, [field]: state }));
        // Whatever is typed makes it invalid for a moment, if only that.
        if (known[field] !== state.isValid) onChanged(field);
        known[field] = state.isValid;
        if (field === 'number') setCardType(type);
      },
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
        setFailure(saidOf(error instanceof ProviderFailure ? error.cause : error, 'payment_blocked'));
        setStatus('failed');
      },
    );
    return () => {
      isCurrent = false;
      wait.abort();
      form.current?.destroy();
      form.current = undefined;
    };
    // A change of language alone must not empty the fields.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [open]);

  const isValid = cardFields.every((field) => states[field].isValid) && hiddenBrand === undefined;
  useEffect(() => onValidity(isValid), [isValid, onValidity]);

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

  useImperativeHandle(
    ref,
    () => ({
      tokenize: (purchase) => {
        if (!form.current) return Promise.reject(new Error('card fields are not there yet'));
        return form.current.tokenize(cardholderName, purchase);
      },
    }),
    [cardholderName],
  );

  const field = (name: CardField) => {
    const code = cardFieldFault(name, states[name], refused.includes(name));
    return {
      name,
      label: say(labels[name]),
      errorMessage: name === 'number' && hiddenBrand ? say('card_brand_hidden', { brand: brandNames[hiddenBrand] }) : code && say.coded(code),
      announcesError: true,
      isFocused: states[name].isFocused,
      isLoading: status === 'loading',
      onFocusRequest: () => form.current?.focus(name),
    };
  };
  return (
    <>
      {status === 'failed' && (
        <Banner
          tone="danger"
          duration={null}
          action={
            <Button variant="secondary" onPress={onRetry}>
              {say('try_again')}
            </Button>
          }
        >
          {say.failure(failure)}
        </Banner>
      )}
      <p className="cj-visually-hidden" role="status">
        {status === 'loading' && say('payment_loading')}
      </p>
      <div className="cj-stack" hidden={status === 'failed'}>
        <TextField
          name="cardHolderName"
          label={say('payment_cardholder')}
          value={cardholderName}
          onChange={onCardholderName}
          errorMessage={cardholderError}
          autoComplete="cc-name"
          autoCapitalize="words"
        />
        <HostedField
          ref={number}
          {...field('number')}
          description={
            hiddenBrands.length > 0 ? say('card_brands_hidden', { brands: hiddenBrands.map((brand) => brandNames[brand]).join(', ') }) : undefined
          }
        />
        <FormRow>
          <HostedField ref={expirationDate} {...field('expirationDate')} description={say('payment_expiration_help')} />
          <HostedField ref={cvv} {...field('cvv')} description={say('payment_cvv_help')} />
        </FormRow>
      </div>
    </>
  );
}
