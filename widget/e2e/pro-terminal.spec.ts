import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newProfessional } from './professional.js';
import { Terminal } from './terminal.js';
import { expect, setting, test } from './test.js';

interface Code {
  number: number;
  code: string;
  state: string;
  redeemer?: string;
  issuedTo?: string;
}

test('a professional buys ten codes in a terminal, a parent pays nothing with one, and a revoked one is refused', async ({ start, request }) => {
  const pro = await newProfessional(request);
  const terminal = await Terminal.open(setting('COJOIN_BINARY'), setting('COJOIN_URL'));
  try {
    const login = await terminal.run(['login', '--username', pro.username, '--password-stdin'], pro.password);
    expect(login).toMatchObject({ code: 0, out: '' });
    const batch = (await terminal.works('codes', 'buy', '--package', '2001', '--count', '10', '--sandbox-card', '--yes')).trim();
    await terminal.works('codes', 'export', batch, '--output', 'codes.csv');
    const file = join(terminal.folder, 'codes.csv');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const codes = (await readFile(file, 'utf8'))
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',')[3] ?? '');
    expect(new Set(codes).size).toBe(10);
    const given = (await terminal.works('codes', 'issue', 'latest', '--to', 'Client 7')).trim();
    expect(given).toBe(codes[0]);
    const revoked = codes[1] ?? '';
    await terminal.works('codes', 'revoke', batch, revoked, '--yes');

    const journey = await start();
    const { page, t, hands } = journey;
    await journey.chooseParents();
    await journey.fillParent();
    await journey.submitParent();
    await journey.fillFamily();
    await journey.submitFamily();
    await journey.choosePackage('package_essential_1y');
    await journey.fillBilling();
    await journey.submitBilling();
    await hands.tick(page.getByRole('checkbox', { name: t('payment_has_code'), exact: true }));
    const box = journey.field('payment_code');
    await hands.fill(box, revoked);
    await hands.press(journey.button('payment_code_apply'));
    await expect(box).toHaveAccessibleDescription(new RegExp(t('subscription_code_invalid')));
    await hands.fill(box, given);
    await hands.press(journey.button('payment_code_apply'));
    await expect(page.getByText(t('payment_nothing_due'))).toBeVisible();
    await journey.submitCard();
    await hands.press(journey.button('review_complete'));
    await journey.fillCredentials();
    await journey.submitCredentials();
    await expect(page.getByText(t('receipt_nothing_due'))).toBeVisible();

    const listed = JSON.parse(await terminal.works('codes', 'list', batch, '--json')) as Code[];
    const shown = listed.map(({ number, code, state, redeemer, issuedTo }) => ({ number, code, state, redeemer, issuedTo }));
    expect(shown.slice(0, 3)).toEqual([
      { number: 1, code: given, state: 'redeemed', redeemer: 'active', issuedTo: 'Client 7' },
      { number: 2, code: revoked, state: 'revoked', redeemer: undefined, issuedTo: undefined },
      { number: 3, code: codes[2], state: 'available', redeemer: undefined, issuedTo: undefined },
    ]);
    // The professional sees the parent's progress, and no other data of the parent.
    for (const personal of [journey.person.email, journey.person.lastName, journey.person.phone]) {
      expect(JSON.stringify(listed)).not.toContain(personal);
    }
    const again = await terminal.run(['codes', 'revoke', batch, given, '--yes']);
    expect(again.code).toBe(1);

    await terminal.works('logout');
    const after = await terminal.run(['codes', 'list']);
    expect(after.code).toBe(3);
  } finally {
    await terminal.close();
  }
});
