import type { Plugin } from 'vite';

/** In development every address under /app/join is answered with the hosted page, as the server does. */
export function hostedPage(): Plugin {
  return {
    name: 'cojoin:hosted-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.headers.accept?.includes('text/html') && request.url?.startsWith('/app/join')) request.url = '/embed/join/index.html';
        next();
      });
    },
  };
}
