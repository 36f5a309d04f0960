import original from 'openapi-fetch';
import { expect, test } from 'vitest';
import lean from './openapi-fetch.js';

type Client = ReturnType<typeof lean>;

/** Both clients, told apart by name; the package's own says how each call has to look. */
const clients = { package: original as unknown as typeof lean, lean } as const;

async function sent(make: typeof lean, call: (client: Client) => Promise<unknown>, answer: () => Response = () => Response.json({ a: 1 })) {
  const requests: Record<string, unknown>[] = [];
  const client = make({
    baseUrl: 'https://join.example.com',
    credentials: 'omit',
    fetch: async (request) => {
      const headers = [...request.headers].toSorted(([a], [b]) => a.localeCompare(b));
      // A space is + or %20: both are read alike.
      const { origin, pathname, searchParams } = new URL(request.url);
      requests.push({
        method: request.method,
        origin,
        pathname,
        query: [...searchParams],
        headers,
        body: await request.text(),
        credentials: request.credentials,
      });
      return answer();
    },
  });
  client.use({
    onRequest: ({ request }) => {
      request.headers.set('Anonymous-Id', 'a1');
      return request;
    },
  });
  const { response: _response, ...given } = (await call(client)) as { response: Response };
  return { requests, given };
}

const calls: Record<string, [(client: Client) => Promise<unknown>, (() => Response)?]> = {
  'a query': [(c) => c.GET('/v1/packages', { params: { query: { group: 'P0 & co', none: undefined } } })],
  'a query of its own': [(c) => c.GET('/v1/packages', { params: { query: { ids: [1, 2] } }, querySerializer: ({ ids }) => `ids=${String(ids)}` })],
  'a list in a query': [(c) => c.GET('/v1/packages', { params: { query: { ids: [2001, 2002], none: [], group: 'P0' } } })],
  'a path': [(c) => c.GET('/v1/signups/{signupId}/coupons', { params: { path: { signupId: 'a/b c' } }, headers: { 'Registration-Key': 'k' } })],
  'a body': [(c) => c.POST('/v1/signups', { params: { header: { 'Idempotency-Key': 'i' } }, body: { parent: { firstName: 'Zoë' } } })],
  'a form': [
    (c) =>
      c.POST('/login', {
        body: { username: 'a b' },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        bodySerializer: (form) => new URLSearchParams(form as Record<string, string>).toString(),
      }),
  ],
  'no content': [(c) => c.POST('/v1/events', { body: {} }), () => new Response(null, { status: 204 })],
  'a problem': [
    (c) => c.PUT('/v1/signups/{signupId}', { params: { path: { signupId: 'x' } }, body: {} }),
    () => Response.json({ code: 'gone' }, { status: 410 }),
  ],
  'a page of a proxy': [(c) => c.GET('/v1/bootstrap'), () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
};

test.each(Object.entries(calls))('makes and reads %s as the package does', async (_name, [call, answer]) => {
  expect(await sent(clients.lean, call, answer)).toEqual(await sent(clients.package, call, answer));
});

test('rejects as the package does where no answer comes', async () => {
  for (const make of Object.values(clients)) {
    const client = make({ baseUrl: 'https://join.example.com', fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    await expect(client.GET('/v1/bootstrap')).rejects.toThrow('Failed to fetch');
  }
});
