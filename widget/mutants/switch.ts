import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** A breakage made by hand. */
export interface Mutant {
  /** What is broken, as a person would notice it. */
  name: string;
  /** Path below `widget/`. */
  file: string;
  /** A whole expression or, where it ends with a semicolon, whole statements. It is in the file exactly once. */
  old: string;
  new: string;
  /** The test that notices it: a file of unit tests, or a journey as `e2e/name.spec.ts: a part of its title`. */
  by: string;
}

/**
 * Compiles every mutant in, each behind a switch: `globalThis.__mutant` names the one that is active when the code runs. One transformed module,
 * or one build, serves all of them. The product is never built with it.
 */
export function mutants(list: readonly Mutant[], root: string): Plugin {
  return {
    name: 'cojoin:mutants',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?')[0] ?? '');
      const own = list.filter((mutant) => mutant.file === file);
      return own.length === 0 ? undefined : { code: withMutants(code, own), map: null };
    },
  };
}

/** The code with a switch at each place that a mutant changes. */
export function withMutants(code: string, list: readonly Mutant[]): string {
  const places = [...new Set(list.map(({ old }) => old))].map((old) => ({ old, at: placeOf(code, old) })).toSorted((a, b) => a.at - b.at);
  let done = '';
  let from = 0;
  for (const { old, at } of places) {
    if (at < from) throw new Error(`two mutants overlap at: ${old}`);
    const here = list.filter((mutant) => mutant.old === old);
    done += code.slice(from, at) + here.reduceRight(switchBetween, old);
    from = at + old.length;
  }
  return done + code.slice(from);
}

function switchBetween(rest: string, { name, old, new: broken }: Mutant): string {
  const isActive = `globalThis.__mutant === ${JSON.stringify(name)}`;
  return old.endsWith(';') ? `if (${isActive}) { ${broken} } else { ${rest} }` : `(${isActive} ? (${broken}) : (${rest}))`;
}

function placeOf(code: string, old: string): number {
  const at = code.indexOf(old);
  if (at < 0) throw new Error(`not found: ${old}`);
  if (code.includes(old, at + 1)) throw new Error(`found more than once: ${old}`);
  return at;
}
