const accents: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', n: 'ñ', c: 'ç', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' };

/** English with accents, brackets and 35 % more length: text without brackets is hard-coded, text that overflows has too little room. */
export function pseudoTexts(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, pseudo(text)]));
}

function pseudo(text: string): string {
  const words = text
    .split(/(\{\{.*?\}\})/)
    .map((part) => (part.startsWith('{{') ? part : part.replaceAll(/[a-zA-Z]/g, (letter) => accents[letter] ?? letter)))
    .join('');
  return `[${words}${' ~'.repeat(Math.ceil(text.length * 0.175))}]`;
}
