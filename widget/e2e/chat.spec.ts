import { expect, test } from './test.js';

/** Zendesk's script as far as we use it: it records its commands, and asks for the user's token. */
const snippet = `
  globalThis.commands = [];
  globalThis.zE = (scope, command, fetchToken) => {
    globalThis.commands.push(command);
    if (fetchToken) fetchToken((token) => globalThis.commands.push('token ' + token));
  };`;

test('support chat opens on home and where a duplicate is explained, signed in, and nowhere else', async ({ start }) => {
  const { page, t } = await start();
  const requests: string[] = [];
  await page.route('**/v1/bootstrap*', async (route) => {
    const answer = await route.fetch();
    const bootstrap = (await answer.json()) as { flags: Record<string, boolean> };
    const supportChat = { provider: 'zendesk', widgetKey: 'key-1', signsIn: true };
    await route.fulfill({ json: { ...bootstrap, flags: { ...bootstrap.flags, supportChat: true }, supportChat } });
  });
  // The server's policy admits the chat if one is configured; this server has none.
  await page.route('**/app/join/**', async (route) => {
    const answer = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await page.route('https://static.zdassets.com/**', (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: snippet });
  });
  await page.route('**/pub/v1/zendesk/getUserJwtToken*', (route) => route.fulfill({ json: { token: 'who' } }));
  const commands = () => page.evaluate(() => (globalThis as { commands?: string[] }).commands);

  await page.goto('/app/join/signup');
  await expect.poll(commands).toEqual(['show', 'loginUser', 'token who']);
  await page.getByRole('button', { name: new RegExp(`^${t('chooser_parents')}`) }).click();
  await expect.poll(commands).toEqual(['show', 'loginUser', 'token who', 'close', 'hide']);
  await page.goto('/app/join/duplicate');
  await expect.poll(commands).toEqual(['show', 'loginUser', 'token who']);
  expect(requests).toEqual(Array(2).fill('https://static.zdassets.com/ekr/snippet.js?key=key-1'));
  await page.goto('/app/join/step1');
  await expect(page.getByRole('heading', { name: t('parent_title') })).toBeVisible();
  expect(requests).toHaveLength(2);
});
