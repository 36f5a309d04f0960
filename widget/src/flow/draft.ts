import * as v from 'valibot';

/** What was typed on a screen before a reload; undefined where the tab's store holds nothing of the screen's shape. */
export function draftIn<T>(shape: v.GenericSchema<unknown, T>, kept: unknown): T | undefined {
  const result = v.safeParse(shape, kept);
  return result.success ? result.output : undefined;
}

/** The values of a form that has text fields only. */
export const texts = v.record(v.string(), v.string());

/** How somebody heard of us. */
export const referralShape = v.object({ selection: v.string(), other: v.string() });
