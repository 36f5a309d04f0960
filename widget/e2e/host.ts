import type { Page } from '@playwright/test';
import { hostOrigin } from './server.js';
import { setting } from './test.js';
import { defaultLanguage } from './words.js';

export interface HostPage {
  /** Inside `<body>`. */
  body: string;
  /** Its style sheets, in order. */
  css?: readonly string[];
  /** Of the page. `{nonce}`, `{server}` and `{sandbox}` are filled in. */
  csp?: string;
  lang?: string;
  /** Whether the page has our script tag, with the policy's nonce. Defaults to true. */
  script?: boolean;
}

export const nonce = 'aG9zdC1wYWdl';

/** The script tag as an integrator would paste it. */
export function scriptTag(): string {
  return `<script type="module" src="${setting('COJOIN_URL')}/embed/cojoin.js" nonce="${nonce}"></script>`;
}

/** Serves a page of the host at /, and its sheets. */
export async function serveHost(page: Page, { body, css = [], csp, lang = defaultLanguage, script = true }: HostPage): Promise<void> {
  const sheets = css.map((_, i) => `<link rel="stylesheet" href="/site-${i}.css">`).join('');
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Harbor Family Law</title>${sheets}${script ? scriptTag() : ''}</head><body>${body}</body></html>`;
  await page.route(`${hostOrigin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const sheet = /^\/site-(\d+)\.css$/.exec(pathname)?.[1];
    if (sheet !== undefined) {
      await route.fulfill({ contentType: 'text/css', body: css[Number(sheet)] ?? '' });
    } else if (pathname === '/') {
      const headers: Record<string, string> = csp
        ? {
            'Content-Security-Policy': csp
              .replaceAll('{nonce}', nonce)
              .replaceAll('{server}', setting('COJOIN_URL'))
              .replaceAll('{sandbox}', new URL(setting('COJOIN_SANDBOX')).origin),
          }
        : {};
      await route.fulfill({ contentType: 'text/html', body: html, headers });
    } else {
      await route.fulfill({ status: 404, body: '' });
    }
  });
}
