import type { Finding, Script } from './report.js';

declare const COJOIN_VERSION: string;

/** `/embed/manifest.json`: the server's build of the widget. */
export interface Manifest {
  version: string;
  loaders: readonly { path: string; integrity: string; moves: string }[];
  scripts: readonly { path: string; integrity: string }[];
}

/** Scripts that the provider's client loads into the page. Their owners change them at any time, so hashes of them can't hold. */
const providerScripts: readonly Script[] = [
  { url: 'https://www.paypal.com/sdk/js', owner: 'PayPal', purpose: 'PayPal’s window, once PayPal is chosen' },
  { url: 'https://c.paypal.com/da/r/fb.js', owner: 'PayPal', purpose: 'device data against fraud, on the payment step' },
  { url: 'https://songbird.cardinalcommerce.com/', owner: 'Cardinal Commerce (Visa)', purpose: '3-D Secure, where a card’s bank asks its holder' },
];

const path = (url: string) => new URL(url, location.href).pathname;
const homeOf = (server: string) => `${new URL(server, location.href).origin}/embed/`;
const loaderOf = (server: string) => [...document.scripts].find(({ src }) => src.startsWith(homeOf(server)) && src.endsWith('/cojoin.js'));

/** Returns the server's manifest, or undefined if the server doesn't respond. Another finding reports that. */
export const fetchManifest = (server: string): Promise<Manifest | undefined> =>
  fetch(new URL('/embed/manifest.json', server), { credentials: 'omit' }).then(
    (answer) => (answer.ok ? (answer.json() as Promise<Manifest>) : undefined),
    () => undefined,
  );

/** Lists every script that may run in the page because of the flow, in the form of a payment page's script inventory. */
export function scriptsOf(server: string, manifest: Manifest | undefined, isSandbox: boolean): Script[] {
  const tag = loaderOf(server);
  const loader = manifest?.loaders.find((one) => tag && one.path === path(tag.src));
  const ours = tag
    ? [
        { url: tag.src, owner: 'Cojoin', purpose: 'shows the sign-up', integrity: loader?.integrity },
        ...(manifest?.scripts ?? []).map((one) => ({
          url: new URL(one.path, server).href,
          owner: 'Cojoin',
          purpose: 'a part of the sign-up, loaded when it is needed',
          integrity: one.integrity,
        })),
      ]
    : [{ url: 'this site’s own scripts', owner: 'Cojoin', purpose: 'the sign-up, from the package @cojoin/widget or under a name of this site’s' }];
  return isSandbox ? ours : [...ours, ...providerScripts];
}

/** Examines the script's tag: reports now if the next release will break it. */
export function loaderFinding(element: HTMLElement, server: string, manifest: Manifest | undefined): Finding {
  const tag = loaderOf(server);
  const finding = (isOk: boolean, text: string): Finding => ({ check: 'loader', isOk, text });
  if (!tag) {
    return element.hasAttribute('server') || !element.localName.startsWith('cojoin-')
      ? finding(true, 'The flow comes from the package, or from a script of this site’s; its server is named.')
      : finding(false, `No script tag loads /embed/…/cojoin.js: a plug-in renamed or joined it. Set server="${server}" on the element.`);
  }
  if (/^\/embed\/(v\d+\/)?cojoin\.js$/.test(path(tag.src))) {
    return tag.hasAttribute('integrity')
      ? finding(false, `${tag.src} changes with each release, and its integrity attribute then blocks it: load ${pinned(manifest)} in its place.`)
      : finding(true, `${tag.src} follows the server’s releases.`);
  }
  return !manifest || path(tag.src) === pinned(manifest)
    ? finding(true, `${tag.src} never changes.`)
    : finding(
        true,
        `${tag.src} is pinned; the server’s own version is ${manifest.version}. It is served for at least 90 days after the next release.`,
      );
}

const pinned = (manifest: Manifest | undefined) => `/embed/${manifest?.version ?? '<version>'}/cojoin.js`;

/** Compares the package's version with the server's. A package of a later major version, or an earlier one, may make calls that the server lacks. */
export function versionFinding(manifest: Manifest | undefined, own: string = COJOIN_VERSION): Finding {
  if (!manifest) return { check: 'version', isOk: true, text: `The flow is version ${own}; the server doesn’t say which it has.` };
  const isOk = own.split('.')[0] === manifest.version.split('.')[0];
  const text = `The flow is version ${own}, the server has ${manifest.version}`;
  return { check: 'version', isOk, text: isOk ? `${text}.` : `${text}: take the same major version on both.` };
}

/** Finds our sheets that the page's policy or the network blocked. A policy with nonces blocks them if the page names its nonce nowhere. */
export function sheetFinding(element: HTMLElement, server: string): Finding {
  const home = homeOf(server);
  const lost = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ href, sheet }) => href.startsWith(home) && !sheet);
  if (lost.length === 0) return { check: 'sheets', isOk: true, text: 'All of our sheets are there.' };
  const cure =
    element.nonce || loaderOf(server)?.nonce
      ? 'Is the nonce that of the page’s policy?'
      : 'If the page’s policy has nonces, put the nonce on the script tag, or on the element.';
  return { check: 'sheets', isOk: false, text: `The page kept out ${lost.map(({ href }) => href).join(', ')}. ${cure}` };
}
