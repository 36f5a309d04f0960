import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { serveHost } from './host.js';
import { Journey } from './journey.js';
import { mouse } from './hands.js';
import { newPerson, type Person } from './people.js';
import { hostOrigin } from './server.js';
import { expect, setting, test } from './test.js';
import { defaultLanguage, otherLanguage, wordsOf } from './words.js';

const t = wordsOf();
const other = wordsOf(otherLanguage);

interface Event {
  event: string;
  properties?: Record<string, unknown>;
}

/** Walks through a sign-up up to the packages on a host's page, and removes the flow; returns the raised DOM events and the sent analytics events. */
async function walk(
  page: Page,
  person: Person,
  attributes: string,
): Promise<{ raised: [string, unknown][]; sent: Event[]; visitor: string; signups: string[] }> {
  const sent: Event[] = [];
  const signups: string[] = [];
  let visitor = '';
  page.on('request', (request) => {
    visitor = request.headers()['anonymous-id'] ?? visitor;
    if (request.url().endsWith('/v1/events')) sent.push(...(request.postDataJSON() as { events: Event[] }).events);
    if (request.url().includes('/v1/signups') && request.method() !== 'GET') signups.push(request.postData() ?? '');
  });
  await page.addInitScript(() => {
    const raised: unknown[] = [];
    Object.assign(window, { raised });
    for (const name of ['ready', 'step', 'quote', 'complete', 'error', 'track', 'chat']) {
      // On the document, because they bubble.
      document.addEventListener(`cojoin:${name}`, (event) => raised.push([name, (event as CustomEvent).detail]));
    }
  });
  await serveHost(page, { body: `<cojoin-join locale="${defaultLanguage}" ${attributes}></cojoin-join>` });
  await page.goto(hostOrigin);
  const journey = new Journey(page, mouse(), t, person);
  await journey.chooseParents();
  // A screen read in two languages counts as one view.
  const language = page.getByRole('combobox', { name: t('header_language') });
  await language.selectOption(otherLanguage);
  await expect(page.getByRole('heading', { name: other('parent_title') })).toBeVisible();
  await page.getByRole('combobox', { name: other('header_language') }).selectOption(defaultLanguage);
  await journey.fillParent();
  await journey.submitParent();
  await journey.fillFamily();
  await journey.submitFamily();
  await expect(page.getByRole('button', { name: t('packages_build') })).toBeVisible();
  await page.locator('cojoin-join').evaluate((flow) => (flow as unknown as { destroy: () => void }).destroy());
  await expect(page.locator('cojoin-join')).toBeEmpty();
  const raised = await page.evaluate(() => (window as unknown as { raised: [string, unknown][] }).raised);
  return { raised, sent, visitor, signups };
}

const views = [
  { view: 'chooser', path: '/signup' },
  { view: 'status', path: '/coparentstatus' },
  { view: 'parent', path: '/step1', step: 1 },
  { view: 'family', path: '/step2', step: 2 },
  { view: 'packages', path: '/step3', step: 3 },
];
const tracked: Event[] = [
  { event: 'Step Viewed', properties: { view: 'chooser', path: '/signup' } },
  { event: 'Visitor Type Chosen', properties: { type: 'parent' } },
  { event: 'Step Viewed', properties: { view: 'status', path: '/coparentstatus' } },
  { event: 'Co-Parent Status Answered', properties: { hasAccount: false } },
  { event: 'Step Viewed', properties: { view: 'parent', path: '/step1' } },
  { event: 'Step Completed', properties: { step: 1 } },
  { event: 'Step Viewed', properties: { view: 'family', path: '/step2' } },
  { event: 'Step Completed', properties: { step: 2, children: 1 } },
  { event: 'Step Viewed', properties: { view: 'packages', path: '/step3' } },
  { event: 'Packages Shown', properties: { group: 'P0' } },
];

/** Texts that would identify the person. */
const personal = ({ firstName, lastName, email, phone, coParent, child }: Person) => [
  firstName,
  lastName,
  email,
  phone,
  coParent.firstName,
  coParent.lastName,
  coParent.email,
  child.firstName,
];

test('the page gets every event, the server the counted ones, both without personal data', async ({ page }) => {
  const person = newPerson();
  const { raised, sent, visitor, signups } = await walk(page, person, '');
  expect(raised.filter(([name]) => name !== 'track')).toEqual([['ready', {}], ...views.map((view) => ['step', view])]);
  expect(raised.filter(([name]) => name === 'track').map(([, detail]) => detail)).toEqual(tracked);
  await expect.poll(() => sent.map(({ event, properties }) => ({ event, properties }))).toEqual(tracked);
  expect(personal(person).filter((word) => JSON.stringify([raised, sent]).includes(word))).toEqual([]);
  for (const body of signups) expect(JSON.parse(body)).toMatchObject({ segmentAnonymousId: visitor, segmentIdentify: true });

  // The port passes it on: here a job writes it into the log.
  await expect
    .poll(async () => {
      const lines = (await readFile(setting('COJOIN_LOG'), 'utf8'))
        .split('\n')
        .filter((line) => line.includes(visitor) && line.includes('analytics'));
      return tracked.every(({ event }) => lines.some((line) => line.includes(event)));
    })
    .toBe(true);
});

test('analytics="off" sends no event and no visitor id; the page still gets every event', async ({ page }) => {
  const person = newPerson();
  const { raised, sent, visitor, signups } = await walk(page, person, 'analytics="off"');
  expect(raised.filter(([name]) => name === 'track').map(([, detail]) => detail)).toEqual(tracked);
  expect(signups.map((body) => JSON.parse(body) as object)).toEqual([
    expect.objectContaining({ segmentIdentify: false }),
    expect.objectContaining({ segmentIdentify: false }),
  ]);
  for (const body of signups) expect(body).not.toContain(visitor);
  expect(sent).toEqual([]);
});
