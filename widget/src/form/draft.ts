/**
 * A form's values with what was typed before a reload in place of them. A field of another type is left as it is, and so is one that isn't kept: it
 * may be newer than the draft. A list is taken whole; its items are texts, or else items like its first.
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
