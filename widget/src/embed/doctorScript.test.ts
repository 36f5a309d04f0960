// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { loaderFinding, scriptsOf, sheetFinding, versionFinding } from './doctorScript.js';

const server = 'https://join.example.com';
const manifest = {
  version: '1.2.0',
  loaders: [
    { path: '/embed/v1/cojoin.js', integrity: 'sha384-moving', moves: 'within version 1' },
    { path: '/embed/1.2.0/cojoin.js', integrity: 'sha384-pinned', moves: 'never' },
  ],
  scripts: [{ path: '/embed/assets/first-abc.js', integrity: 'sha384-first' }],
};

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

function page(script: string, element = '<cojoin-join></cojoin-join>') {
  // Scripts set by innerHTML don't run.
  document.head.innerHTML = script;
  document.body.innerHTML = element;
  return document.querySelector<HTMLElement>('cojoin-join') ?? document.body;
}
const loader = (path: string, more = '') => `<script type="module" src="${server}/embed/${path}" ${more}></script>`;

test.each([
  ['the address that moves', loader('v1/cojoin.js'), true, `${server}/embed/v1/cojoin.js follows the server’s releases.`],
  [
    'the address that moves, with a hash',
    loader('v1/cojoin.js', 'integrity="sha384-moving"'),
    false,
    `${server}/embed/v1/cojoin.js changes with each release, and its integrity attribute then blocks it: load /embed/1.2.0/cojoin.js in its place.`,
  ],
  ['the server’s version, pinned', loader('1.2.0/cojoin.js', 'integrity="sha384-pinned"'), true, `${server}/embed/1.2.0/cojoin.js never changes.`],
  [
    'an earlier version, pinned',
    loader('1.1.0/cojoin.js', 'integrity="sha384-earlier"'),
    true,
    `${server}/embed/1.1.0/cojoin.js is pinned; the server’s own version is 1.2.0. It is served for at least 90 days after the next release.`,
  ],
  [
    'another name',
    '<script src="https://www.example.com/cache/all.js"></script>',
    false,
    `No script tag loads /embed/…/cojoin.js: a plug-in renamed or joined it. Set server="${server}" on the element.`,
  ],
])('a script under %s', (_name, script, isOk, text) => {
  expect(loaderFinding(page(script), server, manifest)).toEqual({ check: 'loader', isOk, text });
});

test('a script under another name, on an element that names its server', () => {
  const element = page('<script src="https://www.example.com/cache/all.js"></script>', `<cojoin-join server="${server}"></cojoin-join>`);
  expect(loaderFinding(element, server, manifest)).toEqual({
    check: 'loader',
    isOk: true,
    text: 'The flow comes from the package, or from a script of this site’s; its server is named.',
  });
});

test('each of our scripts with its hash, and the provider’s with owner and purpose', () => {
  page(loader('v1/cojoin.js'));
  expect(scriptsOf(server, manifest, false)).toEqual([
    { url: `${server}/embed/v1/cojoin.js`, owner: 'Cojoin', purpose: 'shows the sign-up', integrity: 'sha384-moving' },
    {
      url: `${server}/embed/assets/first-abc.js`,
      owner: 'Cojoin',
      purpose: 'a part of the sign-up, loaded when it is needed',
      integrity: 'sha384-first',
    },
    { url: 'https://www.paypal.com/sdk/js', owner: 'PayPal', purpose: 'PayPal’s window, once PayPal is chosen' },
    { url: 'https://c.paypal.com/da/r/fb.js', owner: 'PayPal', purpose: 'device data against fraud, on the payment step' },
    { url: 'https://songbird.cardinalcommerce.com/', owner: 'Cardinal Commerce (Visa)', purpose: '3-D Secure, where a card’s bank asks its holder' },
  ]);
  expect(scriptsOf(server, manifest, true)).toHaveLength(2);
});

test.each([
  ['1.0.3', true, 'The flow is version 1.0.3, the server has 1.2.0.'],
  ['2.0.0', false, 'The flow is version 2.0.0, the server has 1.2.0: take the same major version on both.'],
])('version %s on a server that has 1.2.0', (own, isOk, text) => {
  expect(versionFinding(manifest, own)).toEqual({ check: 'version', isOk, text });
});

test('a style sheet blocked by the page’s policy is reported with a remedy', () => {
  const element = page(
    `${loader('v1/cojoin.js')}<link rel="stylesheet" href="${server}/embed/assets/first.css"><link rel="stylesheet" href="/own.css">`,
  );
  expect(sheetFinding(element, server)).toEqual({
    check: 'sheets',
    isOk: false,
    text: `The page kept out ${server}/embed/assets/first.css. If the page’s policy has nonces, put the nonce on the script tag, or on the element.`,
  });
  vi.spyOn(HTMLLinkElement.prototype, 'sheet', 'get').mockReturnValue({} as CSSStyleSheet);
  expect(sheetFinding(element, server)).toEqual({ check: 'sheets', isOk: true, text: 'All of our sheets are there.' });
});
