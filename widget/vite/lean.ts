import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const own = (file: string) => fileURLToPath(new URL(`./lean/${file}`, import.meta.url));

/** Parts of packages that we never use, or that the platform has: by the end of the import and, if that is ambiguous, of the importer. */
const replaced: readonly { source: RegExp; importer: RegExp; by: string }[] = [
  { source: /^\.\/searchParams\.js$/, importer: /\/@tanstack\/router-core\/.*\/router\.js$/, by: own('search.ts') },
  { source: /\/scroll-restoration\.js$/, importer: /\/@tanstack\/router-core\//, by: own('scroll-restoration.ts') },
  {
    source: /^\.\/(useMatch|useLoaderData|useLoaderDeps|useParams|useSearch|useRouteContext)\.js$/,
    importer: /\/@tanstack\/react-router\/.*\/route\.js$/,
    by: own('route-hooks.ts'),
  },
  { source: /^\.\/(scroll-restoration|ClientOnly)\.js$/, importer: /\/@tanstack\/react-router\/.*\/Match\.js$/, by: own('server-only.ts') },
  { source: /^\.\/link\.js$/, importer: /\/@tanstack\/react-router\//, by: own('link.ts') },
  { source: /^@tanstack\/devtools-event-client$/, importer: /./, by: own('devtools.ts') },
  { source: /^use-sync-external-store\/shim\/with-selector(\.js)?$/, importer: /./, by: own('with-selector.ts') },
  { source: /^use-sync-external-store\/shim(\/index(\.js)?)?$/, importer: /./, by: own('external-store.ts') },
];

/** Leaves unused code out of the bundle. A row without any replacement fails the build: the library has changed. */
export function lean(): Plugin {
  const unused = new Set(replaced);
  return {
    name: 'cojoin:lean',
    enforce: 'pre',
    resolveId(source, importer) {
      const row = replaced.find((r) => r.source.test(source) && r.importer.test(importer ?? ''));
      if (row) unused.delete(row);
      return row?.by;
    },
    // Node's access to the files of a bundle, which already has them all. With it, the runtime that every page loads would contain its error message.
    transform: {
      filter: { id: /\/braintree-web\/dist\/browser\// },
      handler: (code) => ({ code: code.replaceAll('"function"==typeof require&&require', '!1'), map: null }),
    },
    buildEnd(error) {
      if (error || this.meta.watchMode || unused.size === 0) return;
      this.error(`vite/lean.ts replaces nothing with: ${Array.from(unused, ({ source }) => String(source)).join(', ')}`);
    },
  };
}
