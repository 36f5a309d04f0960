import type { Bootstrap } from '../../client/types.js';
import type { HostedStyle } from '../../theme/index.js';
import type { Wallet } from '../../rules/index.js';
import { testNonces } from '../../rules/testNonces.js';
import { newId } from '../../session/visitor.js';
import {
  cardFields,
  CardRefused,
  emptyField,
  ProviderFailure,
  type CardField,
  type CardFieldState,
  type CardForm,
  type CardFormOptions,
  type CardToken,
  type PaymentProvider,
  type WalletToken,
} from './port.js';
import { withPatience } from './patience.js';
import { verifyAtSandbox } from './sandboxSecure.js';

/** A message of a sandbox frame. */
interface FrameMessage {
  cojoinHosted: 1;
  instance: string;
  field: CardField;
  type: 'ready' | 'focus' | 'blur' | 'change' | 'enter' | 'tokenized' | 'error';
  isPotentiallyValid?: boolean;
  isValid?: boolean;
  cardType?: string;
  requestId?: string;
  nonce?: string;
  details?: { lastFour?: string; cardType?: string };
  code?: string;
  invalidFields?: CardField[];
}

/** The payers in the sandbox's wallets. */
const payers: Partial<Record<Wallet, Omit<WalletToken, 'nonce'>>> = {
  paypal: {
    account: 'payer@example.com',
    address: { line1: '1 Main St', city: 'San Jose', region: 'CA', postalCode: '95131', country: 'US' },
  },
  venmo: { account: '@venmojoe' },
  applePay: {
    address: { line1: '1 Infinite Loop', city: 'Cupertino', region: 'CA', postalCode: '95014', country: 'US' },
  },
};

/** The client of our own sandbox: the same port, card fields in frames of another origin, no real money. */
export function createSandboxProvider(
  { sandboxUrl = '' }: Pick<Bootstrap['payment'], 'sandboxUrl'>,
  clientToken: () => Promise<string>,
): PaymentProvider {
  const origin = new URL(sandboxUrl).origin;
  const forms = new Set<CardForm>();
  return {
    cardForm: async (options) => {
      const form = await openCardForm(sandboxUrl, origin, clientToken, options);
      forms.add(form);
      return form;
    },
    canUse: () => Promise.resolve(true),
    authorize: (wallet) => Promise.resolve({ nonce: testNonces[wallet], ...payers[wallet] }),
    returned: () => Promise.resolve(undefined),
    ownButtons: [],
    openButton: () => Promise.reject(new ProviderFailure(new Error('the sandbox has no buttons of its own'))),
    destroy: () => {
      for (const form of forms) form.destroy();
      forms.clear();
    },
  };
}

/** Our look, in the CSS properties that the frames accept. */
function stylesOf(style: HostedStyle): Record<string, string> {
  return {
    color: style.color,
    '--placeholder-color': style.placeholderColor,
    'background-color': style.background,
    'font-family': style.fontFamily,
    'font-size': style.fontSize,
    'line-height': style.lineHeight,
    'color-scheme': style.colorScheme,
    'padding-inline': '12px',
  };
}

async function openCardForm(sandboxUrl: string, origin: string, clientToken: () => Promise<string>, options: CardFormOptions): Promise<CardForm> {
  const instance = newId();
  const states: Record<CardField, CardFieldState> = { number: emptyField, expirationDate: emptyField, cvv: emptyField };
  const frames = new Map<CardField, HTMLIFrameElement>();
  const waiting = new Map<string, { resolve: (token: CardToken) => void; reject: (error: Error) => void }>();
  const ready = new Set<CardField>();
  let allReady: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => {
    allReady = resolve;
  });

  const send = (field: CardField, message: Record<string, unknown>) =>
    frames.get(field)?.contentWindow?.postMessage({ cojoinHosted: 1, ...message }, origin);

  const onMessage = (event: MessageEvent<FrameMessage | undefined>) => {
    const message = event.data;
    if (event.origin !== origin || message?.cojoinHosted !== 1 || message.instance !== instance) return;
    const { field } = message;
    if (event.source !== frames.get(field)?.contentWindow) return;
    if (message.type === 'ready') {
      send(field, { type: 'style', style: stylesOf(options.style) });
      ready.add(field);
      if (ready.size === cardFields.length) allReady();
      return;
    }
    if (message.type === 'tokenized' || message.type === 'error') {
      const request = waiting.get(message.requestId ?? '');
      waiting.delete(message.requestId ?? '');
      if (message.type === 'tokenized' && message.nonce) {
        request?.resolve({ nonce: message.nonce, lastFour: message.details?.lastFour ?? '', cardType: message.details?.cardType ?? '' });
      } else if (message.invalidFields && message.invalidFields.length > 0) {
        request?.reject(new CardRefused(message.invalidFields));
      } else {
        request?.reject(new ProviderFailure(new Error(message.code ?? 'no nonce')));
      }
      return;
    }
    if (message.type === 'enter') {
      options.onEnter();
      return;
    }
    const before = states[field];
    states[field] = {
      isPotentiallyValid: message.isPotentiallyValid ?? before.isPotentiallyValid,
      isValid: message.isValid ?? before.isValid,
      isFocused: message.type === 'focus' || (message.type === 'change' && before.isFocused),
      isTouched: before.isTouched || message.type === 'blur',
    };
    options.onChange(field, states[field], message.cardType);
  };
  addEventListener('message', onMessage);

  for (const field of cardFields) {
    const frame = document.createElement('iframe');
    const query = new URLSearchParams({ instance, origin: location.origin, lang: options.lang });
    frame.src = `${sandboxUrl.replace(/\/+$/, '')}/hosted/${field}?${query}`;
    frame.name = `cojoin-hosted-${instance}-${field}`;
    frame.title = options.labels[field];
    frames.set(field, frame);
    options.places[field].replaceChildren(frame);
  }

  const gone = new AbortController();
  const destroy = () => {
    gone.abort();
    removeEventListener('message', onMessage);
    for (const frame of frames.values()) frame.remove();
    frames.clear();
    for (const { reject } of waiting.values()) reject(new ProviderFailure(new Error('destroyed')));
    waiting.clear();
  };
  try {
    await withPatience(isReady, { signal: options.signal });
  } catch (error) {
    destroy();
    throw error;
  }

  return {
    focus: (field) => {
      frames.get(field)?.focus();
      send(field, { type: 'focus' });
    },
    restyle: (style) => {
      for (const field of cardFields) send(field, { type: 'style', style: stylesOf(style) });
    },
    tokenize: async (cardholderName) => {
      const authorization = await clientToken();
      const requestId = newId();
      const answer = new Promise<CardToken>((resolve, reject) => waiting.set(requestId, { resolve, reject }));
      send('number', { type: 'tokenize', requestId, authorization, cardholderName });
      return withPatience(answer, { signal: gone.signal });
    },
    verify: async ({ nonce }, { amount }) => {
      const { lang, labels, places } = options;
      const authorization = await clientToken();
      return verifyAtSandbox({ sandboxUrl, authorization, nonce, amount, lang, labels, near: places.number, signal: gone.signal });
    },
    destroy,
  };
}
