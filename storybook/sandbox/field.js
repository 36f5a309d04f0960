// A card field of the stories: it speaks the frames' protocol and believes whatever is typed. No card is checked, nothing is sent anywhere.
const query = new URLSearchParams(location.search);
const origin = query.get('origin') ?? location.origin;
const field = location.pathname.split('/').filter(Boolean).at(-1);
const input = document.querySelector('input');
const names = { number: 'Card number', expirationDate: 'Expiration date', cvv: 'Security code' };

document.documentElement.lang = query.get('lang') ?? 'en';
document.title = names[field] ?? field;
input.setAttribute('aria-label', document.title);

function tell(type, more = {}) {
  parent.postMessage({ cojoinHosted: 1, instance: query.get('instance'), field, type, ...more }, origin);
}

const state = () => ({ isEmpty: input.value === '', isPotentiallyValid: true, isValid: input.value !== '' });
input.addEventListener('focus', () => tell('focus', state()));
input.addEventListener('blur', () => tell('blur', state()));
input.addEventListener('input', () => tell('change', state()));

addEventListener('message', (event) => {
  if (event.origin !== origin || event.data?.cojoinHosted !== 1) return;
  const { type, style, requestId } = event.data;
  if (type === 'focus') input.focus();
  if (type === 'style') for (const [name, value] of Object.entries(style)) document.documentElement.style.setProperty(name, value);
  if (type === 'tokenize') tell('tokenized', { requestId, nonce: 'story', details: { lastFour: '1111', cardType: 'Visa' } });
});
// A story has no keyboard inside of a frame: the card is filled in already.
input.value = { number: '4111 1111 1111 1111', expirationDate: '12/30', cvv: '123' }[field] ?? '';
tell('ready');
tell('change', state());
