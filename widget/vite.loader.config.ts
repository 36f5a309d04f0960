import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Manifest } from 'vite';
import { attributes } from './src/embed/attribute.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The loader, in one plain script of at most 2 KB with a fixed name. It names the files of the build before it. */
export default defineConfig(() => {
  const manifest = JSON.parse(readFileSync(at('./dist/manifest.json'), 'utf8')) as Manifest;
  const core = manifest['src/embed/element.ts']?.file;
  const style = manifest['style.css']?.file;
  if (!core || !style) throw new Error('build the page first: vite build');
  return {
    root: at('.'),
    publicDir: false as const,
    define: {
      COJOIN_CORE: JSON.stringify(core),
      COJOIN_STYLE: JSON.stringify(style),
      COJOIN_ATTRIBUTES: JSON.stringify(attributes),
    },
    build: {
      outDir: at('./dist/embed'),
      emptyOutDir: true,
      target: 'es2022',
      copyPublicDir: false,
      modulePreload: false,
      lib: { entry: at('./src/embed/loader.ts'), formats: ['iife' as const], name: 'cojoin', fileName: () => 'cojoin.js' },
    },
  };
});
