/*
 * The frames of Braintree's hosted fields, as far as our adapter meets them: one input each. A frame exchanges framebus messages with the page
 * (they begin with a mark, under the channel named in the address) and sends its value to its siblings. A card's nonce is the
 * documented one of its brand.
 */

/** Runs in a frame, so it must contain everything that it needs. */
function field() {
  const mark = '/*framebus*/';
  const channel = location.hash.slice(1);
  const own = window.name.replace('braintree-hosted-field-', '');
  const siblings = new BroadcastChannel(channel);
  const input = document.body.appendChild(document.createElement('input'));
  const values: Record<string, string> = { number: '', expirationDate: '', cvv: '' };
  let answer: ((configuration: { styles: Record<string, Record<string, string>> }) => void) | undefined;

  const post = (event: string, eventData: unknown, reply?: string) =>
    parent.postMessage(mark + JSON.stringify({ event, origin: '*', reply, eventData }), '*');
  const emit = (event: string, data: unknown, reply?: string) => post(`${channel}:hosted-fields:${event}`, data, reply);

  const isValid = (name: string, value: string): boolean => {
    const digits = value.replaceAll(/\D/g, '');
    if (name === 'cvv') return /^\d{3,4}$/.test(digits);
    if (name === 'expirationDate') return /^(0[1-9]|1[0-2])(2[7-9]|[3-9]\d)$/.test(digits);
    // Every second digit from the right counts twice.
    const sum = Array.from(digits)
      .toReversed()
      .reduce((n, digit, at) => n + (at % 2 ? ((Number(digit) * 2 - 1) % 9) + 1 : Number(digit)), 0);
    return digits.length >= 15 && (sum % 10 === 0 || digits === '');
  };
  const mayBecomeValid = (name: string, value: string) =>
    isValid(name, value) ||
    value.replaceAll(/\D/g, '').length < { number: 15, expirationDate: 4, cvv: 3 }[name as 'number' | 'expirationDate' | 'cvv'];
  const card = () => {
    if (/^3[47]/.test(values['number'] ?? '')) return { type: 'american-express', niceType: 'American Express', nonce: 'fake-valid-amex-nonce' };
    if (values['number']?.startsWith('4')) return { type: 'visa', niceType: 'Visa', nonce: 'fake-valid-visa-nonce' };
    return undefined;
  };
  const emitInput = (type: string) =>
    emit('INPUT_EVENT', {
      type,
      merchantPayload: {
        emittedBy: own,
        cards: card() ? [card()] : [],
        fields: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            {
              isEmpty: value === '',
              isValid: isValid(name, value),
              isPotentiallyValid: mayBecomeValid(name, value),
              isFocused: name === own && document.activeElement === input,
            },
          ]),
        ),
      },
    });
  const look = (styles: Record<string, Record<string, string>>) => {
    const sheet = Object.entries(styles).map(
      ([selector, rules]) =>
        `${selector}{${Object.entries(rules)
          .map(([k, v]) => `${k}:${v}`)
          .join(';')}}`,
    );
    document.head.appendChild(document.createElement('style')).textContent = sheet.join('\n');
  };
  const tokenize = (): [unknown, unknown?] => {
    const refused = (code: string, details?: object) => ({ type: 'CUSTOMER', code, message: code, details });
    const wrong = Object.keys(values).filter((name) => !isValid(name, values[name] ?? ''));
    if (Object.values(values).every((value) => value === '')) return [refused('HOSTED_FIELDS_FIELDS_EMPTY')];
    if (wrong.length > 0) return [refused('HOSTED_FIELDS_FIELDS_INVALID', { invalidFieldKeys: wrong })];
    const number = values['number'] ?? '';
    // Only the bank's own system finds this card's fault.
    if (number.endsWith('0002')) return [refused('HOSTED_FIELDS_FIELDS_INVALID', { invalidFieldKeys: ['cvv'] })];
    const details = { bin: number.slice(0, 6), lastFour: number.slice(-4), lastTwo: number.slice(-2), cardType: card()?.niceType };
    return [null, { nonce: card()?.nonce, type: 'CreditCard', details }];
  };

  siblings.addEventListener(
    'message',
    ({ data }: MessageEvent<{ name?: string; value?: string; styles?: Record<string, Record<string, string>> }>) => {
      if (data.styles) look(data.styles);
      if (data.name) values[data.name] = data.value ?? '';
    },
  );
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string' || !data.startsWith(mark)) return;
    const message = JSON.parse(data.slice(mark.length)) as { event: string; reply?: string; eventData?: { field?: string; classname?: string } };
    if (message.event === `ready-${own}`) {
      answer?.(message.eventData as never);
      return;
    }
    const { field: to, classname } = message.eventData ?? {};
    switch (message.event.replace(`${channel}:hosted-fields:`, '')) {
      case 'ADD_CLASS':
        if (to === own) input.classList.add(classname ?? '');
        return;
      case 'REMOVE_CLASS':
        if (to === own) input.classList.remove(classname ?? '');
        return;
      case 'TRIGGER_INPUT_FOCUS':
        if ((message.eventData as unknown) === own || to === own) input.focus();
        return;
      case 'TOKENIZATION_REQUEST':
        if (own === 'number' && message.reply) post(message.reply, tokenize());
    }
  });
  answer = ({ styles }) => {
    look(styles);
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    siblings.postMessage({ styles });
  };
  input.addEventListener('input', () => {
    values[own] = input.value;
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    siblings.postMessage({ name: own, value: input.value });
    emitInput('validityChange');
    if (own === 'number') emitInput('cardTypeChange');
  });
  input.addEventListener('focus', () => emitInput('focus'));
  input.addEventListener('blur', () => emitInput('blur'));
  emit('FRAME_READY', { field: own }, `ready-${own}`);
}

/** Runs in the frame that shows Venmo's code: the code is scanned immediately, unless the buyer closes it. */
function venmo() {
  const channel = location.hash.replace(/^#[A-Z]+_/, '');
  const emit = (event: string) =>
    parent.postMessage(`/*framebus*/${JSON.stringify({ event: `${channel}:${event}`, origin: '*', eventData: {} })}`, '*');
  const close = document.body.appendChild(document.createElement('button'));
  close.textContent = 'Close Venmo';
  close.addEventListener('click', () => emit('VENMO_DESKTOP_CUSTOMER_CANCELED'));
  emit('VENMO_DESKTOP_IFRAME_READY');
}

/** The page of the frame with Venmo's code. */
export const venmoPage = `<!doctype html><title>Venmo</title><body><script>(${venmo.toString()})()</script>`;

/** Runs in a hidden frame that Venmo's component opens on phones, and waits for. */
function dispatch() {
  const channel = window.name.replace('dispatch_', '');
  parent.postMessage(`/*framebus*/${JSON.stringify({ event: `${channel}:frameService:DISPATCH_FRAME_READY`, origin: '*', eventData: {} })}`, '*');
}

/** The page of that frame. */
export const dispatchPage = `<!doctype html><title>Dispatch</title><body><script>(${dispatch.toString()})()</script>`;

/** The page of a card field's frame. */
export const framePage = `<!doctype html><title>Hosted field</title><style>input { width: 100%; border: 0; background: transparent }</style><body><script>(${field.toString()})()</script>`;

/** Runs in the page of the card's own bank, and sends the person's answer to Cardinal's script. */
function bank() {
  for (const [label, action] of [
    ['Yes, it’s me', { ActionCode: 'SUCCESS' }],
    ['No', { ActionCode: 'FAILURE' }],
    ['Close', { ActionCode: 'ERROR', ErrorNumber: 10_011, ErrorDescription: 'canceled' }],
  ] as const) {
    const button = document.body.appendChild(document.createElement('button'));
    button.textContent = label;
    button.addEventListener('click', () => parent.postMessage({ label, action }, '*'));
  }
}

/** The page of the card's own bank. */
export const bankPage = `<!doctype html><meta charset="utf-8"><title>The bank</title><body><script>(${bank.toString()})()</script>`;

/** Cardinal's script: it posts a form to the card's own bank, into a frame of the page, as in 3-D Secure 2. */
export const cardinalScript = `
  const heard = {};
  window.Cardinal = {
    on: (event, hear) => { heard[event] = hear; },
    off: (event) => { delete heard[event]; },
    configure: () => {},
    setup: () => queueMicrotask(() => heard['payments.setupComplete']?.({ sessionId: 'df1' })),
    trigger: async () => ({ Status: true }),
    continue: (_brand, { AcsUrl, Payload }) => {
      const frame = Object.assign(document.createElement('iframe'), { title: 'The bank asks', name: 'bank' });
      document.body.append(frame);
      const form = document.body.appendChild(document.createElement('form'));
      Object.assign(form, { method: 'post', action: AcsUrl, target: 'bank' });
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'creq', value: Payload }));
      form.submit();
      form.remove();
      addEventListener('message', function hear({ source, data }) {
        if (source !== frame.contentWindow) return;
        removeEventListener('message', hear);
        frame.remove();
        heard['payments.validated']({ Validated: true, ...data.action }, data.label);
      });
    },
  };
`;
