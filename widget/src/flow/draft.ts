import * as v from 'valibot';

/** What was typed on a screen before a reload; undefined where the tab's store holds nothing of the screen's shape. */
export function draftIn<T>(shape: v.GenericSchema<unknown, T>, kept: unknown): T | undefined {
  const result = v.safeParse(shape, kept);
  return result.success ? result.output : undefined;
}

/** The values of a form that has text fields only. */
export const texts = v.record(v.string(), v.string());

/** The text fields of a form's table, for a shape that has more. A field that isn't kept is empty: it may be newer than the draft. */
export function textsOf<N extends string>(table: Readonly<Record<N, unknown>>) {
  const names = Object.keys(table) as N[];
  return Object.fromEntries(names.map((name) => [name, v.optional(v.string(), '')])) as Record<N, v.OptionalSchema<v.StringSchema<undefined>, ''>>;
}

/** How somebody heard of us. */
export const referralShape = v.object({ selection: v.string(), other: v.string() });
