import { chromium, expect, type Browser, type BrowserContextOptions, type Locator, type Page } from '@playwright/test';
import { launchOptions } from './browser.js';

/** A person's data in the browser, by the names of its own autofill. */
export type Profile = Readonly<Record<string, string>>;

/** Launches the full browser: the headless one of the other journeys has no autofill. */
export function launchWithAutofill(): Promise<Browser> {
  return chromium.launch({
    ...launchOptions,
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    ignoreDefaultArgs: ['--headless'],
    args: [...launchOptions.args, '--headless=new'],
  });
}

/** With a mouse, and by touch on a small screen. */
export const devices = {
  pointer: { viewport: { width: 1180, height: 900 } },
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

export type Device = keyof typeof devices;

/** A card stored in the browser. */
export interface Card {
  number: string;
  name: string;
  expiryMonth: string;
  expiryYear: string;
  cvc: string;
}

/** Makes the browser fill in the field's form, as if the profile had been picked from the list under the field. */
function autofill(page: Page, field: Locator, profile: Profile): Promise<void> {
  const fields = Object.entries(profile).map(([name, value]) => ({ name, value }));
  return trigger(page, field, { address: { fields } });
}

/**
 * Repeats {@link autofill} until the named fields show the given values. Chromium fills a list that depends on the country only within a second of its
 * own filling, which a busy processor may exceed: then the profile is picked again, as a person would do. A list that waits for a held answer
 * can't be filled by any pick.
 */
export async function autofilled(page: Page, field: Locator, profile: Profile, shown: Readonly<Record<string, string | undefined>>): Promise<void> {
  await expect(async () => {
    await autofill(page, field, profile);
    await expect.poll(() => shownIn(page, Object.keys(shown)), { timeout: 10_000 }).toEqual(shown);
  }).toPass();
}

/** Makes the browser fill in a card. The field may be in a frame: the browser fills the frames of a form together. */
export function autofillCard(page: Page, field: Locator, card: Card): Promise<void> {
  return trigger(page, field, { card });
}

async function trigger(
  page: Page,
  field: Locator,
  values: { address: { fields: { name: string; value: string }[] } } | { card: Card },
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  try {
    await client.send('DOM.enable');
    await client.send('Autofill.enable');
    const mark = 'data-autofill-from';
    await field.evaluate((element, name) => element.setAttribute(name, ''), mark);
    await client.send('DOM.getDocument');
    // The search includes frames.
    const { searchId } = await client.send('DOM.performSearch', { query: `[${mark}]` });
    const { nodeIds } = await client.send('DOM.getSearchResults', { searchId, fromIndex: 0, toIndex: 1 });
    await field.evaluate((element, name) => element.removeAttribute(name), mark);
    const { node } = await client.send('DOM.describeNode', { nodeId: nodeIds[0] ?? 0 });
    const { frameTree } = await client.send('Page.getFrameTree');
    const own = await (await field.elementHandle())?.ownerFrame();
    const frame = [frameTree, ...(frameTree.childFrames ?? [])].find((each) => each.frame.url === own?.url()) ?? frameTree;
    await client.send('Autofill.trigger', { fieldId: node.backendNodeId, frameId: frame.frame.id, ...values });
  } finally {
    await client.detach();
  }
}

/** Returns the visible values of the named fields; for a select, the text of the chosen option. */
async function shownIn(page: Page, names: readonly string[]): Promise<Record<string, string>> {
  const shown = await Promise.all(
    names.map(async (name) => {
      const field = page.locator(`[data-field="${name}"]`);
      const text = await field.evaluate((element) =>
        element instanceof HTMLSelectElement ? (element.selectedOptions[0]?.text ?? '') : (element as HTMLInputElement).value,
      );
      return [name, text] as const;
    }),
  );
  return Object.fromEntries(shown);
}
