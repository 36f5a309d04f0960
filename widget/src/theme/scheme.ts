import { useEffect, useState, type RefObject } from 'react';

export type Scheme = 'light' | 'dark';

const darkSystem = '(prefers-color-scheme: dark)';

/**
 * Returns the color scheme of the page at an element. A page without a declared scheme is light, whatever the reader's system prefers,
 * because everything else in it is light, too.
 */
export function schemeAround(element: Element): Scheme {
  const scheme = getComputedStyle(element.parentElement ?? element).colorScheme;
  const words = scheme === 'normal' ? (document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? '') : scheme;
  if (!/\bdark\b/.test(words)) return 'light';
  return !/\blight\b/.test(words) || matchMedia(darkSystem).matches ? 'dark' : 'light';
}

/** Returns the scheme around an element, and follows changes by the page or the reader's system; `light` until it is known. */
export function useSchemeAround(place: RefObject<Element | null>, isActive: boolean): Scheme {
  const [scheme, setScheme] = useState<Scheme>('light');
  useEffect(() => {
    const element = place.current;
    if (!isActive || !element) return;
    const look = () => setScheme(schemeAround(element));
    look();
    // Sites switch by an attribute or a class of these two.
    const watch = new MutationObserver(look);
    for (const each of [document.documentElement, document.body]) watch.observe(each, { attributes: true });
    const system = matchMedia(darkSystem);
    system.addEventListener('change', look);
    return () => {
      watch.disconnect();
      system.removeEventListener('change', look);
    };
  }, [place, isActive]);
  return scheme;
}
