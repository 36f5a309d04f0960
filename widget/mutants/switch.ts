import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** A breakage, made by hand or generated. */
export interface Mutant {
  /** The breakage, described as a user would notice it. */
  name: string;
  /** Path below `widget/`. */
  file: string;
  /** A whole expression or, with a semicolon at its end, whole statements. It is in the file exactly once. */
  old: string;
  new: string;
  /** The test that notices it: a file of unit tests, or a journey as `e2e/name.spec.ts: a part of its title`. */
  by: string | readonly string[];
  /** The position of a generated mutant, whose code may be in the file more than once. */
  at?: number;
  isStatement?: boolean;
}

/**
 * Compiles every mutant in, each behind a switch: `globalThis.__mutant` names the active one at run time. One transformed module,
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

/** Returns the code with a switch at the place of each mutant. One place may be within another. */
export function withMutants(code: string, list: readonly Mutant[]): string {
  const placed = list.map((mutant) => {
    const at = mutant.at ?? placeOf(code, mutant.old);
    return { ...mutant, at, end: at + mutant.old.length };
  });
  return render(code, 0, code.length, placed);
}

type Placed = Mutant & { at: number; end: number };

function render(code: string, from: number, to: number, list: readonly Placed[]): string {
  const [first, ...others] = list.toSorted((a, b) => a.at - b.at || b.end - a.end);
  if (!first) return code.slice(from, to);
  const { at, end } = first;
  const torn = others.find((other) => other.at < end && other.end > end);
  if (torn) throw new Error(`two mutants overlap at: ${torn.old}`);
  const here = [first, ...others.filter((other) => other.at === at && other.end === end)];
  const within = others.filter((other) => other.at < end && !here.includes(other));
  const whole = here.reduceRight((rest, mutant) => switchBetween(rest, mutant), render(code, at, end, within));
  return (
    code.slice(from, at) +
    whole +
    render(
      code,
      end,
      to,
      others.filter((other) => other.at >= end),
    )
  );
}

function switchBetween(rest: string, { name, old, new: broken, isStatement = old.endsWith(';') }: Mutant): string {
  const isActive = `globalThis.__mutant === ${JSON.stringify(name)}`;
  return isStatement ? `if (${isActive}) { ${broken} } else { ${rest} }` : `(${isActive} ? (${broken}) : (${rest}))`;
}

function placeOf(code: string, old: string): number {
  const at = code.indexOf(old);
  if (at < 0) throw new Error(`not found: ${old}`);
  if (code.includes(old, at + 1)) throw new Error(`found more than once: ${old}`);
  return at;
}
