/** Returns the known word nearest to a misspelled one, or all known words if none is near. */
export function hint(word: string, known: readonly string[]): string {
  const [nearest = ''] = known.toSorted((a, b) => distance(word, a) - distance(word, b));
  return distance(word, nearest) <= Math.max(2, nearest.length / 3) ? `, did you mean ${nearest}` : `; known are ${known.join(', ')}`;
}

/** Returns the number of letters to insert, remove or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      next.push(Math.min((row[j] ?? 0) + (letter === b[j] ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
