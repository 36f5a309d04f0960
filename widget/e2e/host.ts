import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { hostOrigin } from './server.js';
import { setting } from './test.js';
import { defaultLanguage } from './words.js';

export interface HostPage {
  /** The content of `<body>`. */
  body: string;
  /** The content of the page's style sheets, in order. */
  css?: readonly string[];
  /** The page's Content-Security-Policy. `{nonce}`, `{server}` and `{sandbox}` are replaced. */
  csp?: string;
  lang?: string;
  /** Adds our script tag, with the policy's nonce. Defaults to true. */
  script?: boolean;
}

/** The nonce in every page's policy. */
export const nonce = 'aG9zdC1wYWdl';

/** Returns the script tag as an integrator would paste it. */
export function scriptTag(): string {
  return `<script type="module" src="${setting('COJOIN_URL')}/embed/cojoin.js" nonce="${nonce}"></script>`;
}

/** Serves a page of the host (the customer's site) at /, with its style sheets. */
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

/** Serves and opens a recipe's page. Only the server's address in it is replaced. `files` holds the site's other files by path. */
export async function openRecipe(page: Page, name: string, files: Readonly<Record<string, string>> = {}): Promise<void> {
  const html = readFileSync(new URL(`../../examples/recipes/${name}/index.html`, import.meta.url), 'utf8');
  const types: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript' };
  await page.route(`${hostOrigin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = pathname === '/' ? html.replaceAll('https://join.example.com', setting('COJOIN_URL')) : files[pathname];
    await route.fulfill(
      body === undefined ? { status: 404, body: '' } : { contentType: types[pathname.split('.').pop() ?? ''] ?? 'text/html', body },
    );
  });
  await page.goto(hostOrigin);
}
