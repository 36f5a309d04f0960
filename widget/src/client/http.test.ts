import { expect, test } from 'vitest';
import { createHttp, type Http } from './http.js';

async function sent(call: (http: Http) => Promise<{ response: Response }>, answer = Response.json({ a: 1 })) {
  let request = new Request('https://nowhere.example.com');
  const fetch = (made: Request) => {
    request = made;
    return Promise.resolve(answer);
  };
  const addHeaders = (headers: Headers) => headers.set('Anonymous-Id', 'a1');
  const { response: _response, ...content } = await call(createHttp({ server: 'https://join.example.com', fetch, addHeaders }));
  const { method, url, headers, credentials } = request;
  return { line: `${method} ${url}`, headers: Object.fromEntries(headers), body: await request.text(), credentials, content };
}

test('a path, a query without undefined values, and headers', async () => {
  const coupons = await sent((http) =>
    http.GET('/v1/signups/{signupId}', { params: { path: { signupId: 'a/b c' }, query: { flags: 'x & y' } }, headers: { 'Registration-Key': 'k' } }),
  );
  expect(coupons).toEqual({
    line: 'GET https://join.example.com/v1/signups/a%2Fb%20c?flags=x+%26+y',
    headers: { 'anonymous-id': 'a1', 'registration-key': 'k' },
    body: '',
    credentials: 'omit',
    content: { data: { a: 1 } },
  });
  const { line } = await sent((http) => http.GET('/v1/packages', { params: { query: { group: undefined } } }));
  expect(line).toBe('GET https://join.example.com/v1/packages');
  const own = await sent((http) => http.GET('/v1/packages', { params: { query: { group: 'P0' } }, querySerializer: ({ group }) => `g=${group}` }));
  expect(own.line).toBe('GET https://join.example.com/v1/packages?g=P0');
});

test('a JSON body, or one of the call’s own form', async () => {
  const { body, headers } = await sent((http) => http.POST('/v1/events', { body: { name: 'Zoë' } as never }));
  expect({ body, type: headers['content-type'] }).toEqual({ body: '{"name":"Zoë"}', type: 'application/json' });
  const form = await sent((http) =>
    http.POST('/v1/events', {
      body: { username: 'a b' } as never,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      bodySerializer: (typed) => new URLSearchParams(typed as unknown as Record<string, string>).toString(),
    }),
  );
  expect({ body: form.body, type: form.headers['content-type'] }).toEqual({ body: 'username=a+b', type: 'application/x-www-form-urlencoded' });
});

test('no content, a problem and a proxy’s page', async () => {
  const content = async (answer: Response) => (await sent((http) => http.GET('/v1/bootstrap'), answer)).content;
  expect(await content(new Response(null, { status: 204 }))).toEqual({ data: undefined });
  expect(await content(Response.json({ code: 'gone' }, { status: 410 }))).toEqual({ error: { code: 'gone' } });
  expect(await content(new Response('<h1>Bad gateway</h1>', { status: 502 }))).toEqual({ error: '<h1>Bad gateway</h1>' });
});

test('a call without an answer rejects', async () => {
  const http = createHttp({
    server: 'https://join.example.com',
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    addHeaders: () => undefined,
  });
  await expect(http.GET('/v1/bootstrap')).rejects.toThrow('Failed to fetch');
});
