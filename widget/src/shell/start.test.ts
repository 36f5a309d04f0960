// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { markets } from '../../fake/markets.js';
import { registrationAt } from '../../fake/registration.js';
import { FakeServer, serverOrigin, type Behavior } from '../../fake/server.js';
import type { Registration } from '../client/types.js';
import { resolveSetting, type FlowSetting } from '../session/setting.js';
import { forgetSession, startFlow } from './start.js';

const [market] = markets;
if (!market) throw new Error('no market');
const world = { market, treated: [] };
const registration = registrationAt('package', world);
const key = `cojoin.${serverOrigin}.main`;
const first: FlowSetting = { server: serverOrigin, locale: 'en-US' };

/** The requests to the server: paths with their language, in order. */
let requests: { path: string; lang: string; credentials: string }[];

beforeEach(() => answer());
afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

/** Sets the server's answers from now on. */
function answer(behavior: Behavior = {}): void {
  const server = new FakeServer(world, behavior);
  requests = [];
  vi.stubGlobal('fetch', (request: Request) => {
    requests.push({ path: new URL(request.url).pathname, lang: request.headers.get('Accept-Language') ?? '', credentials: request.credentials });
    return server.answer(request);
  });
}

/** Loads the page, or loads it again, in the same tab. */
const load = (setting: FlowSetting = first, hosted = true) => startFlow(resolveSetting(setting, hosted));

const kept = () => JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
const keep = (session: object) => sessionStorage.setItem(key, JSON.stringify(session));

test('calls have no cookies, and have the page’s language', async () => {
  await load();
  expect(requests).toEqual([{ path: '/v1/bootstrap', lang: 'en-US', credentials: 'omit' }]);
});

test('a chosen language survives a reload, until the page sets another locale', async () => {
  const { speak } = await load();
  speak('es');
  const again = await load();
  expect({ language: again.language, spoken: again.i18n.language, requests: requests.at(-1)?.lang }).toEqual({
    language: 'es',
    spoken: 'es',
    requests: 'es',
  });
  expect((await load({ ...first, locale: 'en-GB' })).language).toBe('en');
  // Back at the locale of the choice, the choice holds again.
  expect((await load()).language).toBe('es');
});

test('a link’s secrets are removed from the address before any request, and stay in the tab', async () => {
  history.replaceState(null, '', '/app/join/invite?userId=u1&token=abc&lang=en');
  const starting = load();
  const before = requests.length;
  const started = await starting;
  expect({ before, address: location.pathname + location.search, invite: started.inviteKeeper.get().invite }).toEqual({
    before: 0,
    address: '/app/join/invite?lang=en',
    invite: { userId: 'u1', token: 'abc' },
  });
  expect((await load()).inviteKeeper.get().invite).toEqual({ userId: 'u1', token: 'abc' });
});

test('another link in the same tab begins with nothing of the one before; the same one goes on', async () => {
  const open = async (token: string) => {
    history.replaceState(null, '', `/app/join/invite#userId=u1&token=${token}`);
    return (await load()).inviteKeeper;
  };
  const one = await open('abc');
  one.set({ promoCodes: ['FLAT15'] });
  expect((await open('abc')).get()).toMatchObject({ invite: { token: 'abc' }, promoCodes: ['FLAT15'] });
  expect((await open('def')).get()).toMatchObject({ invite: { userId: 'u1', token: 'def' }, promoCodes: [] });
});

test('an embedded flow neither reads nor changes the address of its host', async () => {
  history.replaceState(null, '', '/pricing?userId=u1&token=theirs&discount=true&referrer=familylaw#token=theirs');
  const { keeper, inviteKeeper } = await load(first, false);
  expect({ address: location.href.slice(location.origin.length), discount: keeper.get().discount, invite: inviteKeeper.get().invite }).toEqual({
    address: '/pricing?userId=u1&token=theirs&discount=true&referrer=familylaw#token=theirs',
    discount: undefined,
    invite: undefined,
  });
});

const signup = { signupId: registration.signupId, registrationKey: 'key', promoCodes: ['FLAT15'], selectionCode: 'PRE2' };

test('a flow starts in a browser without stores, and lasts as long as the page', async () => {
  const [local, session] = [localStorage, sessionStorage];
  vi.stubGlobal('localStorage', null);
  vi.stubGlobal('sessionStorage', null);
  const { keeper, visitor } = await load();
  keeper.set({ payForCoparent: true });
  expect([keeper.get().payForCoparent, visitor]).toEqual([true, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
});

test('a sign-up in progress goes on with the server’s word on it', async () => {
  keep({ ...signup, registration: { ...registration, next: '/step1' } });
  answer({ registration });
  const { keeper } = await load();
  expect(keeper.get()).toMatchObject({ ...signup, registration: { next: '/step3' } });
});

test.each<[string, Behavior, string]>([
  ['has expired', { failing: { '/v1/signups': { status: 410, code: 'registration_expired' } } }, 'session_expired'],
  ['is unknown', {}, 'session_lost'],
])('a sign-up that %s is forgotten, with a word why', async (_, behavior, notice) => {
  keep(signup);
  answer(behavior);
  await load();
  expect(kept()).toEqual({
    drafts: {},
    payForCoparent: false,
    promoCodes: [],
    paymentCodes: [],
    credentialsSet: false,
    selectionCode: 'PRE2',
    notice,
  });
});

describe('a mailed link to go on with a sign-up', () => {
  const open = (fragment = `signupId=${registration.signupId}&lang=es&token=signup_abc`) => {
    history.replaceState(null, '', `/app/join/resume#${fragment}`);
    return load();
  };

  test('brings it into the tab, in its language, in place of another one', async () => {
    keep({ ...signup, signupId: 'another' });
    answer({ registration });
    const { keeper, language } = await open();
    expect({ kept: keeper.get(), language, address: location.href.slice(location.origin.length) }).toMatchObject({
      kept: {
        signupId: registration.signupId,
        registrationKey: 'signup_abc',
        promoCodes: [],
        selectionCode: 'PRE2',
        notice: 'resumed',
        registration: { next: '/step3' },
      },
      language: 'es',
      address: '/app/join/resume',
    });
    expect((await load()).language).toBe('es');
  });

  test('continues in the requesting tab, with the link’s key', async () => {
    keep(signup);
    answer({ registration });
    expect((await open()).keeper.get()).toMatchObject({ ...signup, registrationKey: 'signup_abc', notice: 'resumed' });
  });

  test.each([403, 410])('that has ended (%i) leaves the requesting tab its key', async (status) => {
    keep(signup);
    const ended = new FakeServer(world, { failing: { '/v1/signups': { status, code: 'registration_expired' } } });
    const going = new FakeServer(world, { registration });
    vi.stubGlobal('fetch', (request: Request) => (request.headers.get('Registration-Key') === 'signup_abc' ? ended : going).answer(request));
    expect((await open()).keeper.get()).toMatchObject({ ...signup, notice: 'resumed', registration: { next: '/step3' } });
  });

  test.each([
    [410, 'session_expired'],
    [403, 'link_ended'],
  ])('that is over says why: %i', async (status, notice) => {
    answer({ failing: { '/v1/signups': { status, code: 'registration_expired' } } });
    const session = (await open()).keeper.get();
    expect({ notice: session.notice, signupId: session.signupId }).toEqual({ notice, signupId: undefined });
  });

  test('waits for the network, and can be tried again', async () => {
    answer({ offline: ['/v1/signups'] });
    await expect(open()).rejects.toThrow();
    answer({ registration });
    expect((await load()).keeper.get().registration).toMatchObject({ next: '/step3' });
  });

  test('of another shape is none', async () => {
    answer({ registration });
    // The key of the sign-up's creator comes last: a link with it would lead into a sign-up that another person can read.
    const shapes = [
      'token=signup_a',
      `signupId=${'x'.repeat(65)}&token=signup_a`,
      'signupId=x&token=signup_a%20b',
      `signupId=x&token=${'k'.repeat(43)}`,
    ];
    for (const fragment of shapes) {
      expect((await open(fragment)).keeper.get()).toMatchObject({ drafts: {} });
    }
    expect(requests.every(({ path }) => path === '/v1/bootstrap')).toBe(true);
  });
});

test('the stored sign-up continues if the server is unreachable', async () => {
  keep({ ...signup, registration });
  answer({ offline: ['/v1/signups'] });
  expect((await load()).keeper.get()).toMatchObject({ ...signup, registration: { next: '/step3' } });
});

test('a payment with a lost response is found, and its key kept until its result is handled', async () => {
  const paid: Registration = { ...registration, state: 'paid' };
  keep({ ...signup, paymentKey: 'k' });
  answer({ registration: paid });
  const { keeper } = await load();
  expect(keeper.get()).toMatchObject({ paid: { status: 'accepted' }, registration: { state: 'paid' } });
  expect(keeper.get().paymentKey).toBe('k');
});

test('forgetting takes the sign-up and the invitation of this site and instance out of the tab, and nothing else', () => {
  for (const name of [key, `${key}.invite`, `${key}.other`, 'theirs']) sessionStorage.setItem(name, '{}');
  forgetSession(resolveSetting(first, false));
  expect(Object.keys(sessionStorage).toSorted()).toEqual([`${key}.other`, 'theirs']);
});

describe('a flow that ended with a call under way', () => {
  const login = { auth: 'token', userId: 'u1' };
  const ended = async () => {
    const flow = await load();
    flow.keeper.set({ signupId: '1' });
    return flow;
  };
  const forget = () => forgetSession(resolveSetting(first, true));

  test('restores no deleted data, and deletes no new data', async () => {
    const { keeper, inviteKeeper, account } = await ended();
    forget();
    keeper.set({ registration });
    inviteKeeper.set({ promoCodes: ['FLAT15'] });
    account.enter(login);
    expect(sessionStorage).toHaveLength(0);

    const next = await load();
    next.keeper.set({ signupId: '2' });
    next.account.enter(login);
    keeper.set({ registration });
    account.leave('expired');
    const reloaded = await load();
    expect([reloaded.keeper.get().signupId, reloaded.account.get().login?.token]).toEqual(['2', 'token']);
  });

  test('keeps its answer where nothing was forgotten, or only another flow of the page was', async () => {
    const { keeper, account } = await ended();
    forgetSession(resolveSetting({ ...first, instance: 'account' }, true));
    keeper.set({ registration });
    account.enter(login);
    const reloaded = await load();
    expect([reloaded.keeper.get().signupId, reloaded.account.get().login?.token]).toEqual(['1', 'token']);
  });
});
