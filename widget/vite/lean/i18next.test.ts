import { createInstance as original } from 'i18next';
import { expect, test } from 'vitest';
import { createInstance as lean } from './i18next.js';

const options = {
  lng: 'en',
  resources: {
    en: {
      frame: { hello: 'Hello {{name}}', both: 'frame', priced: '{{amount}} for {{ count }}', odd: 'a_b {{x}} $t(hello) {{y', pro_other: 'Another' },
      step: { both: 'step', only_step: 'Step' },
    },
  },
  defaultNS: 'frame',
  fallbackNS: ['frame', 'step', 'order'],
  fallbackLng: false,
  supportedLngs: false,
  load: 'currentOnly',
  keySeparator: false,
  nsSeparator: false,
  returnEmptyString: false,
  interpolation: { escapeValue: false, skipOnVariables: true },
} as const;

type Asked = [code: string, values?: Record<string, unknown>];
const asked: Asked[] = [
  ['hello', { name: 'Zoë & <b>' }],
  ['hello', { name: '$& {{name}}' }],
  ['hello', { other: 1 }],
  ['both'],
  ['only_step'],
  ['priced', { amount: '$1.00', count: 2 }],
  ['priced', { amount: 0, count: 1 }],
  ['pro_other'],
  ['unknown.code'],
  ['order_late'],
];

for (const [name, make] of Object.entries({ package: original as unknown as typeof lean, lean })) {
  test(`${name}: looks sentences up part by part, fills them in, and takes more and other languages later`, async () => {
    const i18n = make();
    await i18n.init(structuredClone(options) as unknown as Parameters<typeof i18n.init>[0]);
    const said = () => asked.map(([code, values]) => i18n.t(code, values));
    const first = said();
    i18n.addResourceBundle('en', 'order', { order_late: 'Late', both: 'order' });
    const later = said();
    i18n.addResourceBundle('es', 'frame', { hello: 'Hola {{name}}' });
    await i18n.changeLanguage('es');
    expect({
      first,
      later: later.filter((text, i) => text !== first[i]),
      es: said().slice(0, 4),
      language: i18n.language,
      exists: ['hello', 'both', 'nothing'].map((code) => i18n.exists(code)),
      has: [i18n.hasResourceBundle('es', 'frame'), i18n.hasResourceBundle('es', 'order'), i18n.hasResourceBundle('fr', 'frame')],
    }).toEqual({
      first: ['Hello Zoë & <b>', 'Hello $& {{name}}', 'Hello ', 'frame', 'Step', '$1.00 for 2', '0 for 1', 'Another', 'unknown.code', 'order_late'],
      later: ['Late'],
      es: ['Hola Zoë & <b>', 'Hola $& {{name}}', 'Hola ', 'both'],
      language: 'es',
      exists: [true, false, false],
      has: [true, false, false],
    });
  });
}
