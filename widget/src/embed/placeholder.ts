import { defaultLanguage, unloadedWords, type Language } from '../i18n/language.js';

/** An element's content until its first screen is there. */
export interface Placeholder {
  /** Draws blocks in place of the first screen, unless the page put content into the element. */
  draw: () => void;
  /** Reports slowness or, with a retry, a failure. */
  report: (again?: () => unknown) => void;
  /** Gives way to the flow. For a first screen, not a failure, the page's own content is hidden. */
  yield: (isScreen: boolean) => void;
  /** Restores everything. */
  end: () => void;
}

/** Two cards; the caller appends the height. */
const blocks = 'opacity:.1;background:repeating-linear-gradient(#0000 0 24px,currentColor 0 134px) no-repeat 20px 120px/90% 268px;height:';

/**
 * Reserves the first screen's height in an element, and keeps the page's own content there, until that screen is shown. It sets styles through the
 * object model, which no policy forbids. `phone` is shown if the flow can't be loaded.
 */
export function placehold(element: HTMLElement, tall: number, phone: string | undefined): Placeholder {
  const { style } = element;
  const { minHeight, display } = style;
  const node = document.createElement('div');
  const kept = new DocumentFragment();
  const add = <N extends 'a' | 'button' | 'p'>(name: N, text: string) => {
    const added = document.createElement(name);
    added.textContent = text;
    node.append(added);
    return added;
  };
  style.minHeight ||= `${tall}px`;
  // Until our sheet is loaded, a custom element is inline.
  if (getComputedStyle(element).display === 'inline') style.display = 'block';
  return {
    draw: () => {
      if (element.textContent?.trim() || element.childElementCount) return;
      node.style.cssText = blocks + style.minHeight;
      element.append(node);
    },
    report: (again) => {
      const lang = (element.getAttribute('locale') ?? document.documentElement.lang).slice(0, 2);
      const words = unloadedWords[lang as Language] ?? unloadedWords[defaultLanguage];
      node.style.cssText = 'padding:20px';
      node.role = 'status';
      node.textContent = '';
      add('p', again ? words.failed : words.slow);
      if (phone) add('a', phone).href = `tel:${phone}`;
      if (again) add('button', words.again).addEventListener('click', again);
      element.append(node);
    },
    yield: (isScreen) => {
      node.remove();
      if (isScreen) kept.append(...[...element.childNodes].filter((child) => !(child as HTMLElement).dataset?.['cojoin']));
    },
    end: () => {
      node.remove();
      element.prepend(kept);
      style.minHeight = minHeight;
      style.display = display;
      if (!style.length) element.removeAttribute('style');
    },
  };
}
