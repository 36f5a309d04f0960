import type { Span } from './collector.js';
import { enter, resume } from './signup.js';
import { expect, setting, test } from './test.js';

const payment = 'POST /v1/signups/{signupId}/payment';

test('Pay now is one trace: the call of the page, its statements, the provider, and the capture that follows', async ({ start, request }) => {
  const journey = await start();
  const { page, person } = journey;
  await resume(page, await enter(request, person, 'billed'), '/payment');
  await journey.submitBilling();
  await journey.fillCard();
  await journey.submitCard();
  const sent = page.waitForRequest((call) => call.method() === 'POST' && call.url().endsWith('/payment'));
  await journey.pay();
  const header = (await (await sent).headerValue('traceparent')) ?? '';
  expect(header).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  await expect(journey.heading('credentials_title')).toBeFocused();

  const [, trace = '', call = ''] = header.split('-');
  await expect(async () => {
    const spans = (await (await request.get(`${setting('COJOIN_TRACES')}/${trace}`)).json()) as Span[];
    const named = (name: string) => spans.filter((span) => span.name === name);
    expect(named(payment).map(({ parent }) => parent)).toEqual([call]);
    // Each span leads back to the call of the page.
    const lineOf = (span: Span | undefined): string[] =>
      span ? [span.name, ...(span.parent === call ? ['page'] : lineOf(spans.find(({ id }) => id === span.parent)))] : [];
    for (const name of ['sql InsertAttempt', 'gateway authorize', 'job payment_capture']) {
      expect(lineOf(named(name)[0]).slice(-2), name).toEqual([payment, 'page']);
    }
    expect(lineOf(named('gateway capture')[0]).slice(-3)).toEqual(['job payment_capture', payment, 'page']);
  }).toPass({ timeout: 20_000 });
});
