import { useState, type ReactNode } from 'react';
import { useRoot } from '@widget/theme/index.js';

/** Holds a field's value, as a screen would. */
export function Held<T>({ initial, children }: { initial: T; children: (value: T, setValue: (value: T) => void) => ReactNode }) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

/** Picks the words of the toolbar's language: `say('First name', 'Nombre')`. */
export function useSay(): (en: string, es: string) => string {
  const { lang } = useRoot();
  return (en, es) => (lang.startsWith('es') ? es : en);
}
