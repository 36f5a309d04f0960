import type { Plugin, ViteDevServer } from 'vite';

/** In development: the hosted page under every address of it, as the server gives it out, and a page of somebody else's with the element in it. */
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
    // A component or a sheet is put in the place of the one before. Of anything else a running flow keeps what was made of it: the page is loaded
    // again, and the tab remembers the step and what was typed.
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
