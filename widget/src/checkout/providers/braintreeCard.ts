import type { Client } from 'braintree-web/client';
import {
  create as createHostedFields,
  type HostedFields,
  type HostedFieldsEvent,
  type HostedFieldsHostedFieldsFieldName,
  type HostedFieldsTokenizePayload,
} from 'braintree-web/hosted-fields';
import { create as createThreeDSecure, type ThreeDSecure, type ThreeDSecureVerifyPayload } from 'braintree-web/three-d-secure';
import { readHostedStyle, type HostedStyle } from '../../theme/index.js';
import {
  cardFields,
  CardRefused,
  CardUnconfirmed,
  emptyField,
  ProviderFailure,
  type CardField,
  type CardFieldState,
  type CardForm,
  type CardFormOptions,
  type Payer,
  type Purchase,
} from './port.js';
import { withPatience } from './patience.js';

/** Our look in both schemes, for Braintree's frames: they take their style sheet once, at creation, and classes later. */
function stylesOf(place: HTMLElement, { fontFamily, fontSize, lineHeight }: HostedStyle): Record<string, Record<string, string>> {
  const styles: Record<string, Record<string, string>> = {
    input: { 'font-family': fontFamily, 'font-size': fontSize, 'line-height': lineHeight },
  };
  for (const scheme of schemes) {
    const { color, errorColor, placeholderColor } = readHostedStyle(place, scheme);
    const input = `input.${schemeClass(scheme)}`;
    Object.assign(styles, {
      [input]: { color },
      [`${input}.invalid`]: { color: errorColor },
      [`${input}::placeholder`]: { color: placeholderColor },
    });
  }
  return styles;
}

const schemes = ['light', 'dark'] as const;
const schemeClass = (scheme: HostedStyle['colorScheme']) => `cj-${scheme}`;

function isCardField(name: HostedFieldsHostedFieldsFieldName): name is CardField {
  return (cardFields as readonly string[]).includes(name);
}

const remove = (fields: HostedFields) => void fields.teardown().catch(() => undefined);

/** Puts Braintree's hosted fields into their places. */
export async function openBraintreeCard(
  client: Client,
  options: CardFormOptions,
  deviceData: (country: string) => Promise<string | undefined>,
): Promise<CardForm> {
  let fields: HostedFields;
  try {
    fields = await withPatience(
      createHostedFields({
        client,
        styles: stylesOf(options.places.number, options.style),
        fields: {
          number: { container: options.places.number, iframeTitle: options.labels.number, internalLabel: options.labels.number },
          expirationDate: {
            container: options.places.expirationDate,
            iframeTitle: options.labels.expirationDate,
            internalLabel: options.labels.expirationDate,
            placeholder: options.lang.startsWith('es') ? 'MM/AA' : 'MM/YY',
          },
          cvv: { container: options.places.cvv, iframeTitle: options.labels.cvv, internalLabel: options.labels.cvv },
        },
      }),
      { signal: options.signal, discard: remove },
    );
  } catch (cause) {
    throw cause instanceof ProviderFailure ? cause : new ProviderFailure(cause);
  }
  // A removed component throws at every call, a second teardown too.
  const gone = new AbortController();
  const restyle = ({ colorScheme }: HostedStyle) => {
    if (gone.signal.aborted) return;
    for (const field of cardFields) {
      for (const scheme of schemes) {
        (scheme === colorScheme ? fields.addClass(field, schemeClass(scheme)) : fields.removeClass(field, schemeClass(scheme))).catch(
          () => undefined,
        );
      }
    }
  };
  restyle(options.style);
  const touched = new Set<CardField>();
  const report = (event: HostedFieldsEvent) => {
    const field = event.emittedBy;
    if (!isCardField(field)) return;
    const { isPotentiallyValid, isValid, isFocused } = event.fields[field];
    const state: CardFieldState = { ...emptyField, isPotentiallyValid, isValid, isFocused, isTouched: touched.has(field) };
    options.onChange(field, state, event.cards.length === 1 ? event.cards[0]?.niceType : undefined);
  };
  fields.on('blur', (event) => {
    if (isCardField(event.emittedBy)) touched.add(event.emittedBy);
    report(event);
  });
  fields.on('inputSubmitRequest', options.onEnter);
  for (const event of ['focus', 'validityChange', 'empty', 'notEmpty', 'cardTypeChange'] as const) fields.on(event, report);

  return {
    focus: (field) => {
      if (!gone.signal.aborted) void fields.focus(field);
    },
    restyle,
    tokenize: async (cardholderName, purchase) => {
      let token: HostedFieldsTokenizePayload;
      try {
        token = await fields.tokenize({ cardholderName });
      } catch (cause) {
        throw refusalOf(cause) ?? new ProviderFailure(cause);
      }
      const { lastFour, cardType, bin } = token.details;
      return { nonce: token.nonce, lastFour, cardType, bin, deviceData: await deviceData(purchase.country) };
    },
    verify: ({ nonce, bin = '' }, purchase) => verify(client, nonce, bin, purchase, gone.signal),
    destroy: () => {
      if (gone.signal.aborted) return;
      gone.abort();
      remove(fields);
    },
  };
}

/** Returns the fields that Braintree refused. */
function refusalOf(cause: unknown): CardRefused | undefined {
  const { code, details } = (cause ?? {}) as { code?: string; details?: { invalidFieldKeys?: string[] } };
  if (code === 'HOSTED_FIELDS_FIELDS_EMPTY') return new CardRefused(cardFields);
  if (code !== 'HOSTED_FIELDS_FIELDS_INVALID') return undefined;
  return new CardRefused(cardFields.filter((field) => details?.invalidFieldKeys?.includes(field)));
}

/** Returns the payer's known data in the format of Braintree's 3-D Secure. */
function payerOf({ parent, address }: Payer = {}) {
  const all = {
    givenName: parent?.firstName,
    surname: parent?.lastName,
    phoneNumber: parent?.phoneNumber && `${parent.phoneCountryCode ?? ''}${parent.phoneNumber}`.replaceAll(/\D/g, ''),
    streetAddress: address?.line1,
    extendedAddress: address?.line2,
    locality: address?.city,
    region: address?.region,
    postalCode: address?.postalCode,
    countryCodeAlpha2: address?.country,
  };
  const billingAddress: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) if (value) billingAddress[name] = value;
  return { ...(parent?.email ? { email: parent.email } : {}), billingAddress };
}

/**
 * 3-D Secure: the bank may ask its customer about this exact price. Only a verified card gives a nonce that can be charged. When the signal aborts, the
 * bank's question is removed.
 */
async function verify(client: Client, nonce: string, bin: string, { amount, payer }: Purchase, signal: AbortSignal): Promise<string> {
  const leave = (opened: ThreeDSecure) => void opened.teardown().catch(() => undefined);
  const secure = await withPatience(createThreeDSecure({ client, version: 2 }), { signal, discard: leave }).catch((cause: unknown) => {
    throw cause instanceof ProviderFailure ? cause : new ProviderFailure(cause);
  });
  const left = () => leave(secure);
  signal.addEventListener('abort', left);
  try {
    // The types are of no use here: the promise form does return the payload.
    const answer = (await secure.verifyCard({
      nonce,
      bin,
      amount,
      // The card is kept for renewals; for those the bank must have asked its customer.
      challengeRequested: true,
      ...payerOf(payer),
      onLookupComplete: (_data, next) => next(),
    })) as ThreeDSecureVerifyPayload;
    if (answer.liabilityShiftPossible && !answer.liabilityShifted) throw new CardUnconfirmed();
    return answer.nonce;
  } catch (cause) {
    // A buyer who closes the bank's question hasn't confirmed.
    if (cause instanceof CardUnconfirmed || (cause as { code?: string } | undefined)?.code === 'THREEDS_CARDINAL_SDK_CANCELED')
      throw new CardUnconfirmed();
    throw new ProviderFailure(cause);
  } finally {
    signal.removeEventListener('abort', left);
    if (!signal.aborted) await secure.teardown();
  }
}
