import type { Client } from 'braintree-web/client';
import {
  create as createHostedFields,
  type HostedFields,
  type HostedFieldsEvent,
  type HostedFieldsHostedFieldsFieldName,
  type HostedFieldsTokenizePayload,
} from 'braintree-web/hosted-fields';
import { create as createThreeDSecure, type ThreeDSecureVerifyPayload } from 'braintree-web/three-d-secure';
import type { HostedStyle } from '../theme/index.js';
import {
  cardFields,
  CardRefused,
  CardUnconfirmed,
  emptyField,
  ProviderFailure,
  verifiedCountries,
  type CardField,
  type CardFieldState,
  type CardForm,
  type CardFormOptions,
} from './port.js';
import { withPatience } from './patience.js';

/** Our look, in the words of Braintree's frames. */
function stylesOf(style: HostedStyle): Record<string, Record<string, string>> {
  return {
    input: { color: style.color, 'font-family': style.fontFamily, 'font-size': style.fontSize, 'line-height': style.lineHeight },
    'input.invalid': { color: style.errorColor },
    '::placeholder': { color: style.placeholderColor },
  };
}

function isCardField(name: HostedFieldsHostedFieldsFieldName): name is CardField {
  return (cardFields as readonly string[]).includes(name);
}

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
        styles: stylesOf(options.style),
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
    );
  } catch (cause) {
    throw cause instanceof ProviderFailure ? cause : new ProviderFailure(cause);
  }
  const touched = new Set<CardField>();
  const tell = (event: HostedFieldsEvent) => {
    const field = event.emittedBy;
    if (!isCardField(field)) return;
    const { isEmpty, isPotentiallyValid, isValid, isFocused } = event.fields[field];
    const state: CardFieldState = { ...emptyField, isEmpty, isPotentiallyValid, isValid, isFocused, isTouched: touched.has(field) };
    options.onChange(field, state, event.cards.length === 1 ? event.cards[0]?.niceType : undefined);
  };
  fields.on('blur', (event) => {
    if (isCardField(event.emittedBy)) touched.add(event.emittedBy);
    tell(event);
  });
  for (const event of ['focus', 'validityChange', 'empty', 'notEmpty', 'cardTypeChange'] as const) fields.on(event, tell);

  return {
    focus: (field) => fields.focus(field),
    restyle: () => undefined, // Braintree's frames take their look once, when they are made.
    tokenize: async (cardholderName, purchase) => {
      let token: HostedFieldsTokenizePayload;
      try {
        token = await fields.tokenize({ cardholderName });
      } catch (cause) {
        throw refusalOf(cause) ?? new ProviderFailure(cause);
      }
      const nonce = verifiedCountries.has(purchase.country) ? await verify(client, token.nonce, token.details.bin, purchase.amount) : token.nonce;
      return { nonce, lastFour: token.details.lastFour, cardType: token.details.cardType, deviceData: await deviceData(purchase.country) };
    },
    destroy: () => {
      // A form that is gone already has nothing left to take away.
      fields.teardown().catch(() => undefined);
    },
  };
}

/** The fields that Braintree wouldn't take. */
function refusalOf(cause: unknown): CardRefused | undefined {
  const { code, details } = (cause ?? {}) as { code?: string; details?: { invalidFieldKeys?: string[] } };
  if (code === 'HOSTED_FIELDS_FIELDS_EMPTY') return new CardRefused(cardFields);
  if (code !== 'HOSTED_FIELDS_FIELDS_INVALID') return undefined;
  return new CardRefused(cardFields.filter((field) => details?.invalidFieldKeys?.includes(field)));
}

/** 3-D Secure: the bank may ask its customer. A card that isn't verified gives no nonce that could be charged. */
async function verify(client: Client, nonce: string, bin: string, amount: string): Promise<string> {
  const secure = await createThreeDSecure({ client, version: 2 });
  try {
    // The types promise nothing useful here: the promise form does give the payload.
    const answer = (await secure.verifyCard({ nonce, bin, amount, onLookupComplete: (_data, next) => next() })) as ThreeDSecureVerifyPayload;
    if (answer.liabilityShiftPossible && !answer.liabilityShifted) throw new CardUnconfirmed();
    return answer.nonce;
  } finally {
    await secure.teardown();
  }
}
