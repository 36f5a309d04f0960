import { test as base, type BrowserContext } from '@playwright/test';
import { keyboard, mouse } from './hands.js';
import { Journey } from './journey.js';
import { newPerson } from './people.js';
import { defaultLanguage, type Lang, localeOf, wordsOf } from './words.js';

/** The widget's place: its own page, or a host's. Nowhere is an empty window, for a sign-up that is resumed there. */
export type Place = 'hosted' | 'embedded' | 'nowhere';

export type Tool = 'mouse' | 'keyboard';

export interface Start {
  place?: Place;
  lang?: Lang;
  tool?: Tool;
}

/** Returns a variable that server.ts has set for the run. */
export function setting(name: 'COJOIN_URL' | 'COJOIN_SANDBOX' | 'COJOIN_BINARY' | 'COJOIN_LOG' | 'COJOIN_TRACES'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start through playwright.config.ts`);
  return value;
}

const paths: Record<Place, string> = { hosted: '/app/join', embedded: '/examples/marketing/', nowhere: 'about:blank' };

/** For mutants/journeys.mjs: runs every page of the context with the mutant active. */
const activate = async (context: BrowserContext, mutant: string) => {
  if (mutant) await context.addInitScript((name) => Object.assign(globalThis, { __mutant: name }), mutant);
};

/** The choices of a project of the run. */
export interface Options {
  mutant: string;
  lang: Lang;
}

/** `start` opens a sign-up of a new person in a new browser; a script that the page refuses or that throws fails the test. */
export const test = base.extend<Options & { start: (how?: Start) => Promise<Journey> }>({
  mutant: ['', { option: true }],
  /** The language of journeys that don't choose one; the run's projects set it. */
  lang: [defaultLanguage, { option: true }],
  context: async ({ context, mutant }, provide) => {
    await activate(context, mutant);
    await provide(context);
  },
  start: async ({ browser, mutant, lang: usual, viewport }, provide) => {
    const closes: (() => Promise<void>)[] = [];
    const errors: string[] = [];
    await provide(async ({ place = 'hosted', lang = usual, tool = 'mouse' } = {}) => {
      const context = await browser.newContext({ locale: localeOf(lang), baseURL: setting('COJOIN_URL'), viewport });
      closes.push(() => context.close());
      await activate(context, mutant);
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(paths[place]);
      if (place === 'embedded') {
        // As an integrator would write it: by default the element has the host page's language.
        await page.locator('cojoin-join').evaluate((element, locale) => element.setAttribute('locale', locale), lang);
      }
      return new Journey(page, tool === 'mouse' ? mouse() : keyboard(page), wordsOf(lang), newPerson());
    });
    for (const close of closes) await close();
    base.expect(errors).toEqual([]);
  },
});

export { expect } from '@playwright/test';
