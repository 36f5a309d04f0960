// One card field in its own frame. The three frames of a form communicate by a channel that only pages of this
// origin can use. The page around them learns whether a field is valid, never its content.
'use strict';
(() => {
  const { instance, origin, field } = document.body.dataset;
  const input = document.getElementById('field');
  const channel = new BroadcastChannel(`cojoin-hosted-${instance}`);

  const brands = [
    { name: 'American Express', id: 'american-express', form: /^3[47]/, lengths: [15], gaps: [4, 10], cvv: 4 },
    { name: 'Diners Club', id: 'diners-club', form: /^3(0[0-59]|[689])/, lengths: [14, 16, 19], gaps: [4, 10], cvv: 3 },
    { name: 'JCB', id: 'jcb', form: /^(2131|1800|35)/, lengths: [16, 17, 18, 19], gaps: [4, 8, 12], cvv: 3 },
    { name: 'Discover', id: 'discover', form: /^6(011|4[4-9]|5)/, lengths: [16, 19], gaps: [4, 8, 12], cvv: 3 },
    { name: 'UnionPay', id: 'unionpay', form: /^62/, lengths: [14, 15, 16, 17, 18, 19], gaps: [4, 8, 12], cvv: 3 },
    { name: 'Maestro', id: 'maestro', form: /^(5(018|0[23]|[68])|6[37]|60405|6050|6390)/, lengths: [12, 13, 14, 15, 16, 17, 18, 19], gaps: [4, 8, 12], cvv: 3 },
    { name: 'Mastercard', id: 'mastercard', form: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16], gaps: [4, 8, 12], cvv: 3 },
    { name: 'Visa', id: 'visa', form: /^4/, lengths: [16, 18, 19], gaps: [4, 8, 12], cvv: 3 },
  ];
  const digits = (text) => text.replace(/\D/g, '');
  const brandOf = (number) => brands.find((b) => b.form.test(number));
  let cvvLength = 0; // by the brand of the number in the other frame; 0 while unknown

  function luhn(number) {
    let sum = 0;
    for (let i = 0; i < number.length; i++) {
      let d = Number(number[number.length - 1 - i]);
      if (i % 2 === 1) {
        d *= 2;
        if (d > 9) d -= 9;
      }
      sum += d;
    }
    return sum % 10 === 0;
  }

  // Reports whether the field is valid and, if not, whether more typing can make it valid.
  const judges = {
    number(text) {
      const number = digits(text);
      const brand = brandOf(number);
      const isValid = !!brand && brand.lengths.includes(number.length) && luhn(number);
      const longest = brand ? Math.max(...brand.lengths) : 19;
      const canGrow = number.length < longest && (!!brand || number.length < 4);
      return { isValid, isPotentiallyValid: !/[^\d\s-]/.test(text) && (isValid || canGrow || number === '') };
    },
    expirationDate(text) {
      const whole = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text);
      if (!whole) {
        return { isValid: false, isPotentiallyValid: /^\s*(|0|0?[1-9]|1[0-2])\s*(\/\s*(\d{0,1}|20\d?)\s*)?$/.test(text) };
      }
      const year = Number(whole[2].length === 2 ? `20${whole[2]}` : whole[2]);
      const now = new Date();
      const over = year < now.getFullYear() || (year === now.getFullYear() && Number(whole[1]) < now.getMonth() + 1);
      const isValid = !over && year <= now.getFullYear() + 20;
      return { isValid, isPotentiallyValid: isValid || (whole[2] === '20' && !/\d{3}/.test(whole[2])) };
    },
    cvv(text) {
      const isDigits = /^\d*$/.test(text);
      const isValid = isDigits && (cvvLength ? text.length === cvvLength : text.length === 3 || text.length === 4);
      return { isValid, isPotentiallyValid: isDigits && text.length <= (cvvLength || 4) };
    },
  };

  function post(type, more) {
    const state = judges[field](input.value);
    const brand = field === 'number' ? brandOf(digits(input.value)) : undefined;
    window.parent.postMessage(
      { cojoinHosted: 1, instance, field, type, ...state, cardType: brand ? brand.id : '', ...more },
      origin,
    );
  }

  function format() {
    if (field === 'expirationDate') {
      // "1229" becomes "12/29", but only while typing at the end, because a slash would disturb corrections.
      if (/^\d{3,4}$/.test(input.value) && input.selectionStart === input.value.length) {
        input.value = `${input.value.slice(0, 2)}/${input.value.slice(2)}`;
      }
      return;
    }
    if (field === 'number' && input.selectionStart === input.value.length) {
      const number = digits(input.value).slice(0, 19);
      const brand = brandOf(number);
      if (/^[\d\s-]*$/.test(input.value)) {
        input.value = [...number].map((d, i) => (brand && brand.gaps.includes(i) ? ` ${d}` : d)).join('');
      }
    }
  }

  input.addEventListener('input', () => {
    format();
    if (field === 'number') {
      const brand = brandOf(digits(input.value));
      channel.postMessage({ type: 'brand', cvv: brand ? brand.cvv : 0 });
    }
    post('change');
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') post('enter');
  });
  input.addEventListener('focus', () => post('focus'));
  input.addEventListener('blur', () => post('blur'));

  // The page can set only the look of text, and no value that loads a resource.
  const styles = new Set([
    'color', 'background-color', 'caret-color', 'font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'line-height',
    'padding', 'padding-inline', 'padding-block', 'text-align', 'direction', 'color-scheme', 'opacity', '--placeholder-color',
  ]);
  function style(values) {
    for (const [name, value] of Object.entries(values ?? {})) {
      const property = name.startsWith('--') ? name : name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
      if (property === 'placeholder-color') {
        input.style.setProperty('--placeholder-color', String(value).slice(0, 200));
      } else if (styles.has(property) && !/url\(|image|expression/i.test(String(value))) {
        input.style.setProperty(property, String(value).slice(0, 200));
      }
    }
  }

  // Requests the values of the two other frames.
  function gather() {
    return new Promise((resolve) => {
      const got = {};
      const readId = `${Date.now()}-${Math.random()}`;
      const late = setTimeout(done, 2000);
      function done() {
        clearTimeout(late);
        channel.removeEventListener('message', hear);
        resolve(got);
      }
      function hear({ data }) {
        if (data.type !== 'value' || data.readId !== readId) return;
        got[data.field] = data.value;
        if ('expirationDate' in got && 'cvv' in got) done();
      }
      channel.addEventListener('message', hear);
      channel.postMessage({ type: 'read', readId });
    });
  }

  channel.addEventListener('message', ({ data }) => {
    if (data.type === 'read' && field !== 'number') {
      channel.postMessage({ type: 'value', readId: data.readId, field, value: input.value });
    }
    if (data.type === 'brand' && field === 'cvv' && cvvLength !== data.cvv) {
      cvvLength = data.cvv;
      input.maxLength = cvvLength || 4;
      post('change');
    }
  });

  const fieldOfCode = { number: 'number', expirationDate: 'expirationDate', expirationMonth: 'expirationDate', expirationYear: 'expirationDate', cvv: 'cvv' };

  async function tokenize({ requestId, authorization, cardholderName, billingAddress }) {
    const fail = (code, message, invalidFields = []) => post('error', { requestId, code, message, invalidFields });
    let fingerprint;
    try {
      fingerprint = JSON.parse(atob(authorization)).authorizationFingerprint;
    } catch {
      return fail('authorization_invalid', 'The client token is invalid.');
    }
    const card = { number: input.value, ...(await gather()) };
    const names = ['number', 'expirationDate', 'cvv'];
    if (names.every((name) => !card[name]?.trim())) {
      return fail('fields_empty', 'All card fields are empty.', names);
    }
    cvvLength = brandOf(digits(card.number))?.cvv ?? 0;
    const invalid = names.filter((name) => !judges[name](card[name] ?? '').isValid);
    if (invalid.length > 0) {
      return fail('fields_invalid', 'Some card fields are invalid.', invalid);
    }
    let response, answer;
    try {
      response = await fetch('/client_api/v1/payment_methods/credit_cards', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          authorizationFingerprint: fingerprint,
          creditCard: { number: digits(card.number), expirationDate: card.expirationDate.replace(/\s/g, ''), cvv: card.cvv, cardholderName, billingAddress },
        }),
      });
      answer = await response.json();
    } catch {
      return fail('network_failed', 'The sandbox could not be reached.');
    }
    if (!response.ok) {
      const faults = answer.fieldErrors?.[0]?.fieldErrors ?? [];
      const fields = [...new Set(faults.map((f) => fieldOfCode[f.field]).filter(Boolean))];
      const code = response.status === 403 ? 'authorization_invalid' : 'card_refused';
      return fail(code, answer.error?.message ?? 'The card was refused.', fields);
    }
    const { nonce, details } = answer.creditCards[0];
    post('tokenized', { requestId, nonce, details });
  }

  window.addEventListener('message', (event) => {
    if (event.origin !== origin || event.source !== window.parent || event.data?.cojoinHosted !== 1) return;
    if (event.data.instance !== undefined && event.data.instance !== instance) return;
    switch (event.data.type) {
      case 'focus':
        input.focus();
        break;
      case 'style':
        style(event.data.style);
        break;
      case 'clear':
        input.value = '';
        post('change');
        break;
      case 'invalid':
        // The page shows the error. This marks the field for screen readers in the frame.
        input.setAttribute('aria-invalid', String(!!event.data.invalid));
        break;
      case 'tokenize':
        if (field === 'number') tokenize(event.data);
        break;
    }
  });
  post('ready');
})();
