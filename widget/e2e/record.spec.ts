import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from '@playwright/test';
import { mouse } from './hands.js';
import { Invited } from './invited.js';
import { inviteByParent, linkTo } from './inviter.js';
import { Journey } from './journey.js';
import { mailedLink } from './outbox.js';
import { newPerson, type Person } from './people.js';
import { practices, ProJourney, readOptions, secrets } from './professional.js';
import { Terminal } from './terminal.js';
import { expect, setting, test } from './test.js';
import { defaultLanguage, localeOf, otherLanguage, wordsOf, type Lang } from './words.js';

/** Walks a journey in a new browser, records its network log as a scenario, runs that, and returns its text. */
async function record(browser: Browser, lang: Lang, person: Person, walk: (journey: Journey) => Promise<void>): Promise<string> {
  const terminal = await Terminal.open(setting('COJOIN_BINARY'), setting('COJOIN_URL'));
  try {
    const har = { path: join(terminal.folder, 'journey.har'), content: 'embed' as const };
    const context = await browser.newContext({ locale: localeOf(lang), baseURL: setting('COJOIN_URL'), recordHar: har });
    await walk(new Journey(await context.newPage(), mouse(), wordsOf(lang), person));
    await context.close();
    const made = await terminal.run(['signup', 'record', '--har', 'journey.har', '--out', 'journey.yaml']);
    expect(made, made.err).toMatchObject({ code: 0, out: '' });
    const scenario = await readFile(join(terminal.folder, 'journey.yaml'), 'utf8');
    const { email, phone, username, password, coParent } = person;
    for (const text of [email, phone, username, password, coParent.email, secrets.answer, secrets.code]) {
      expect(`${scenario}${made.err}`).not.toContain(text);
    }
    const again = await terminal.run(['signup', 'run', 'journey.yaml']);
    expect(again.code, `${scenario}${made.err}${again.out}${again.err}`).toBe(0);
    return scenario;
  } finally {
    await terminal.close();
  }
}

test('a parent’s journey by card is recorded, and passes again', { tag: '@smoke' }, async ({ browser }) => {
  const scenario = await record(browser, defaultLanguage, newPerson(), async (journey) => {
    await journey.page.goto('/app/join');
    await journey.walkToPayment();
    await journey.fillCard();
    await journey.submitCard();
    await journey.pay();
    await journey.fillCredentials();
    await journey.submitCredentials();
  });
  expect(scenario).toContain('card: { number: "4111111111111111" }');
  expect(scenario).toContain('outcome: receipt');
});

test('an invited parent’s journey in Spanish is recorded, and passes again', async ({ browser, request }) => {
  const person = newPerson();
  await inviteByParent(person, 'own');
  const link = await linkTo(request, person.email);
  const scenario = await record(browser, otherLanguage, person, async (journey) => {
    const invited = new Invited(journey);
    await invited.open(link);
    await invited.start();
    await invited.fillStep1();
    await invited.submitStep1('packages_title');
    await journey.choosePackage();
    await invited.payByCard();
    await journey.fillCredentials();
    await invited.agreeToTerms();
    await journey.submitCredentials();
  });
  expect(scenario).toContain('locale: es-MX');
  expect(scenario).toContain('invited: { email: "ana.{{unique}}@example.com" }');
});

test('a professional’s journey is recorded, and passes again', async ({ browser, request }) => {
  const person = newPerson();
  const options = await readOptions(request, setting('COJOIN_URL'), 'US');
  const scenario = await record(browser, defaultLanguage, person, async (walked) => {
    const journey = ProJourney.of(walked);
    await journey.page.goto('/app/join');
    await journey.walkToSecurity('OTHER', practices.US, options);
    await journey.submitSecurity();
    await journey.expectDone();
    await journey.page.goto(await mailedLink(request, person.email, 'professional_welcome', '/app/join/credentials'));
    await journey.typeCredentials();
    await journey.hands.press(journey.button('credentials_submit'));
    await expect(journey.page.getByText(journey.t('credentials_saved'))).toBeVisible();
  });
  expect(scenario).toContain('outcome: professional');
  expect(scenario).toContain('follow: { email: "ana.{{unique}}@example.com" }');
});

test('a parent’s journey in Spanish through the recording proxy passes again', async ({ browser }) => {
  const terminal = await Terminal.open(setting('COJOIN_BINARY'), setting('COJOIN_URL'));
  const file = join(terminal.folder, 'journey.yaml');
  const args = ['signup', 'record', '--listen', '127.0.0.1:0', '--server', setting('COJOIN_URL'), '--out', file];
  const recorder = spawn(setting('COJOIN_BINARY'), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: terminal.folder },
  });
  const ended = once(recorder, 'exit');
  try {
    const [line] = (await once(createInterface({ input: recorder.stderr }), 'line')) as [string];
    const address = /open (http:\/\/\S+)\/app\/join/.exec(line)?.[1] ?? '';
    const context = await browser.newContext({ locale: localeOf(otherLanguage), baseURL: address });
    const journey = new Journey(await context.newPage(), mouse(), wordsOf(otherLanguage), newPerson());
    await journey.page.goto('/app/join');
    await journey.walkToPayment();
    await journey.fillCard();
    await journey.submitCard();
    await journey.pay();
    await journey.fillCredentials();
    await journey.submitCredentials();
    await context.close();
    recorder.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    const scenario = await readFile(file, 'utf8');
    expect(scenario).toContain('locale: es-MX');
    expect(scenario).toContain('next: /receipt');
    await terminal.works('signup', 'run', file);
  } finally {
    recorder.kill();
    await terminal.close();
  }
});
