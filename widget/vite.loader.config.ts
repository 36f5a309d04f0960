import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Manifest } from 'vite';
import { browsers } from './vite/browsers.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The loader, in one plain script of at most 2 KB with a fixed name. It contains the file names of the earlier build. */
export default defineConfig(() => {
  const manifest = JSON.parse(readFileSync(at('./node_modules/.dist/next/manifest.json'), 'utf8')) as Manifest;
  const core = manifest['src/embed/element.ts'];
  if (!core) throw new Error('build the page first: vite build');
  // Requested together: otherwise the core's imports would be requested one round trip later.
  const files = [core, ...(core.imports ?? []).map((name) => manifest[name])].flatMap((chunk) => chunk?.file ?? []);
  const [frame, doctor] = ['src/embed/frame.ts', 'src/embed/doctor.ts'].map((entry) => manifest[entry]?.file);
  const [style, ...others] = stylesOf(manifest, 'src/embed/element.ts');
  if (!style || others.length > 0) throw new Error('the loader brings one sheet: what the first screen uses belongs into the chunk "first"');
  return {
    root: at('.'),
    publicDir: false as const,
    define: {
      COJOIN_PARTS: JSON.stringify({ core: files, frame: [frame], doctor: [doctor] }),
      COJOIN_STYLE: JSON.stringify(style),
    },
    build: {
      outDir: at('./node_modules/.dist/next/embed'),
      emptyOutDir: true,
      target: browsers,
      copyPublicDir: false,
      modulePreload: false,
      lib: { entry: at('./src/embed/loader.ts'), formats: ['iife' as const], name: 'cojoin', fileName: () => 'cojoin.js' },
    },
  };
});

/** Returns the sheets of a chunk and of its imports, in the order of the cascade. */
function stylesOf(manifest: Manifest, name: string, known = new Set<string>(), seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return known;
  seen.add(name);
  for (const dependency of manifest[name]?.imports ?? []) stylesOf(manifest, dependency, known, seen);
  for (const file of manifest[name]?.css ?? []) known.add(file);
  return known;
}
