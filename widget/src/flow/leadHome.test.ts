import { expect, test } from 'vitest';
import { openAccount } from '../session/account.js';
import { leadHome } from './leadHome.js';

const ours = 'https://join.example.com/app/join/account';
const hostHome = 'https://app.example.com/welcome';

interface Where {
  home?: string;
  hosted?: boolean;
  start?: 'chooser' | 'account';
  isLoggedIn?: boolean;
  answer?: { redirect: string } | { status: number; code: string } | 'none';
}

/** Returns the screen, the calls to the server, and the notices. */
async function lead({ home = ours, hosted = false, start = 'chooser', isLoggedIn = true, answer = { redirect: `${ours}#token=once` } }: Where) {
  const done: string[] = [];
  const account = openAccount(undefined, 'login');
  if (isLoggedIn) account.enter({ auth: 'the login', userId: 'u' });
  const POST = (path: string, { headers }: { headers: Record<string, string> }) => {
    done.push(`POST ${path} ${headers['Authorization'] ?? ''}`);
    if (answer === 'none') return Promise.reject(new TypeError('Failed to fetch'));
    if ('status' in answer) return Promise.resolve({ error: answer, response: new Response(null, answer) });
    return Promise.resolve({ data: answer, response: new Response() });
  };
  const flow = {
    account,
    api: { client: { POST } },
    bootstrap: { links: { home } },
    setting: { hosted, start },
    emit: (event: string) => done.push(event),
    go: (path: string) => done.push(`go ${path}`),
    toast: ({ code }: { code: string }) => done.push(`toast ${code}`),
  } as unknown as Parameters<typeof leadHome>[0];
  await leadHome(flow, { before: () => done.push('before'), leave: (href) => done.push(`leave to ${href}`) });
  return done;
}

const handOver = 'POST /v1/account/hand-over Bearer the login';

test.each([
  ['from another site’s page with a code', {}, [handOver, 'before', `leave to ${ours}#token=once`]],
  ['within the hosted page', { hosted: true }, ['before', 'go /account']],
  ['within an account page of the site’s own', { start: 'account', home: hostHome }, ['before', 'go /account']],
  [
    'to the application, from the hosted page, too',
    { hosted: true, home: hostHome, answer: { redirect: `${hostHome}?code=once` } },
    [handOver, 'before', `leave to ${hostHome}?code=once`],
  ],
  ['without a login to where one is asked for', { isLoggedIn: false }, ['before', `leave to ${ours}`]],
  ['with a login that is over, too', { answer: { status: 401, code: 'token_invalid' } }, [handOver, 'before', `leave to ${ours}`]],
] satisfies [string, Where, string[]][])('leads home %s', async (_, where, done) => {
  expect(await lead(where)).toEqual(done);
});

test.each([
  ['none', 'offline_message'],
  [{ status: 503, code: 'saturated' }, 'saturated'],
] satisfies [Where['answer'], string][])('stays where the server can’t t: %s', async (answer, code) => {
  expect(await lead({ answer })).toEqual([handOver, 'error', `toast ${code}`]);
});
