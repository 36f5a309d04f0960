import type { Plugin, ViteDevServer } from 'vite';

/** For development: the hosted page at all of its addresses, as the server serves it, and a host's page with the element in it. */
export function pages(): Plugin {
  return {
    name: 'cojoin:pages',
    apply: 'serve',
    configureServer(server) {
      server.printUrls = () => server.config.logger.info(`\n  Local: ${addressOf(server)}/app/join, in a host page: ${addressOf(server)}/host\n`);
      server.middlewares.use((request, response, next) => {
        const [path = '', search] = (request.url ?? '').split('?');
        if (path === '/') {
          response.writeHead(302, { Location: '/app/join' }).end();
          return;
        }
        if (request.headers.accept?.includes('text/html')) {
          const page = path === '/host' ? 'dev/host.html' : /^\/app\/join(\/|$)/.test(path) ? 'join/index.html' : undefined;
          if (page) request.url = `/embed/${page}${search ? `?${search}` : ''}`;
        }
        next();
      });
    },
    // A component or a sheet is replaced in place. Other modules are already in use by the running flow: the page reloads, and the tab restores
    // the step and the input.
    hotUpdate({ file, modules }) {
      if (this.environment.name !== 'client' || modules.length === 0 || /\.(tsx|css)$/.test(file)) return undefined;
      this.environment.hot.send({ type: 'full-reload' });
      return [];
    },
  };
}

function addressOf({ resolvedUrls }: ViteDevServer): string {
  return new URL(resolvedUrls?.local[0] ?? 'http://localhost').origin;
}
