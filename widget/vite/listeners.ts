import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const own = fileURLToPath(new URL('../src/shell/listeners.ts', import.meta.url));

/** Libraries that add listeners to the page itself and never remove them. */
const libraries = /\/node_modules\/(react-dom|react-aria|react-stately|react-aria-components|@react-aria|@react-stately)\//;
const names = new Map([
  ['addEventListener', 'cojoinListen'],
  ['removeEventListener', 'cojoinUnlisten'],
]);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Redirects our libraries' listeners to src/shell/listeners.ts, so that destroy() can remove them. */
export function listeners(): Plugin {
  return {
    name: 'cojoin:listeners',
    enforce: 'post',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { transform: { inject: { cojoinListen: [own, 'listen'], cojoinUnlisten: [own, 'unlisten'] } } } },
    }),
    transform(code, id) {
      if (!libraries.test(id) || !code.includes('EventListener(')) return undefined;
      const edits: { at: number; until: number; text: string }[] = [];
      visit(this.parse(code), (node) => {
        if (node.type !== 'CallExpression') return;
        const callee = node['callee'] as Node;
        const property = callee['property'] as Node | undefined;
        const name = callee.type === 'MemberExpression' && callee['computed'] !== true ? names.get(String(property?.['name'])) : undefined;
        if (!name) return;
        const object = callee['object'] as Node;
        const [first] = node['arguments'] as Node[];
        if (!first || object.type === 'ThisExpression') return;
        edits.push({ at: object.start, until: object.start, text: `${name}(` }, { at: object.end, until: first.start, text: ', ' });
      });
      if (edits.length === 0) return undefined;
      let written = code;
      for (const { at, until, text } of edits.toSorted((a, b) => b.at - a.at || b.until - a.until)) {
        written = written.slice(0, at) + text + written.slice(until);
      }
      return { code: written, map: null };
    },
  };
}

function visit(node: unknown, act: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) visit(one, act);
    return;
  }
  if (typeof (node as Node).type === 'string') act(node as Node);
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value, act);
}
