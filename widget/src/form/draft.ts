/**
 * Fills a form's values from a draft. Fields of another type, and fields missing in the draft, keep their values: the form may be newer than the draft.
 * A list is taken whole if its items have the type of the form's first item (text for an empty list).
 */
export function filledIn<T extends object>(values: T, kept: unknown): T {
  if (!isRecord(kept)) return values;
  const fields = Object.entries(values).map(([name, value]) => [name, Object.hasOwn(kept, name) ? typedIn(value, kept[name]) : value]);
  return Object.fromEntries(fields) as T;
}

function typedIn(value: unknown, kept: unknown): unknown {
  if (Array.isArray(value)) {
    const [first = ''] = value as unknown[];
    return Array.isArray(kept) && kept.every((item) => typeof item === typeof first) ? kept : value;
  }
  if (isRecord(value)) return filledIn(value, kept);
  return typeof kept === typeof value ? kept : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
