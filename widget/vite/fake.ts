import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Plugin, ViteDevServer } from 'vite';
import type * as Fake from '../fake/server.js';
import type * as Markets from '../fake/markets.js';

const cardField = fileURLToPath(new URL('../fake/sandbox/index.html', import.meta.url));

/** The paths of the real server. */
const calls = /^\/(v1|v2|pub|login|sandbox)(\/|\?|$)/;

/**
 * For development without Go: a {@link Fake.FakeServer} instead of the real one. The page's address sets its behavior until another address
 * does: `?country=GB`, `?fail=/v1/pricing:503`, `?slow=/v1/pricing`, `?offline=/v1/signups`; each may be given several times.
 */
export function fake(): Plugin {
  return {
    name: 'cojoin:fake',
    apply: 'serve',
    configureServer(server) {
      const answering = fakeOf(server);
      server.middlewares.use((request, response, next) => {
        const address = new URL(request.url ?? '', `http://${request.headers.host ?? 'localhost'}`);
        if (request.headers.accept?.includes('text/html') && !calls.test(address.pathname)) answering.behave(address);
        if (!calls.test(address.pathname)) {
          next();
          return;
        }
        answering.answer(address, request).then(
          async (answer) => {
            response.writeHead(answer.status, Object.fromEntries(answer.headers));
            response.end(Buffer.from(await answer.arrayBuffer()));
          },
          // To a browser, this is an unreachable server.
          () => request.socket.destroy(),
        );
      });
    },
  };
}

/** One server for all pages. It starts again when the page sets another behavior, or when its own code changes. */
function fakeOf(server: ViteDevServer) {
  let params = new URLSearchParams();
  let running: { by: typeof Fake; fake: Fake.FakeServer } | undefined;
  const load = async (origin: string) => {
    const by = (await server.ssrLoadModule('/fake/server.ts')) as typeof Fake;
    if (running?.by === by) return running.fake;
    const { marketOf } = (await server.ssrLoadModule('/fake/markets.ts')) as typeof Markets;
    const world = { market: marketOf(params.get('country') ?? 'US'), treated: [] };
    const failing = Object.fromEntries(params.getAll('fail').map((call) => [call.split(':')[0] ?? '', Number(call.split(':')[1] ?? 500)]));
    const behavior = { failing, slow: params.getAll('slow'), offline: params.getAll('offline') };
    running = { by, fake: new by.FakeServer(world, behavior, `${origin}/sandbox`) };
    return running.fake;
  };
  return {
    behave: ({ searchParams }: URL) => {
      const names = ['country', 'fail', 'slow', 'offline'];
      if (!names.some((name) => searchParams.has(name))) return;
      params = searchParams;
      running = undefined;
    },
    answer: async (address: URL, request: IncomingMessage): Promise<Response> => {
      if (address.pathname.startsWith('/sandbox/hosted/'))
        return new Response(await readFile(cardField), { headers: { 'Content-Type': 'text/html' } });
      return (await load(address.origin)).answer(await webRequest(address, request));
    },
  };
}

async function webRequest(address: URL, request: IncomingMessage): Promise<Request> {
  const { method = 'GET', headers } = request;
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []));
  return new Request(address, { method, headers: given, ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}) });
}
