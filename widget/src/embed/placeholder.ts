import { defaultLanguage, unloadedWords, type Language } from '../i18n/language.js';

/** An element's content until its first screen is there. */
export interface Placeholder {
  /** Draws blocks where the first screen will be, on a page that put nothing into the element. */
  draw: () => void;
  /** Says that it takes long or, with a way to try again, that it failed. */
  say: (again?: () => unknown) => void;
  /** Gives way to the flow. Where that shows its first screen, and not a failure, what the page put into the element is laid aside. */
  yield: (isScreen: boolean) => void;
  /** Puts everything back as it was. */
  end: () => void;
}

/** Two cards, in a room whose height is added. */
const blocks = 'opacity:.1;background:repeating-linear-gradient(#0000 0 24px,currentColor 0 134px) no-repeat 20px 120px/90% 268px;height:';

/**
 * Keeps the room of the first screen in an element, and what the page itself put there, until that screen is there. It writes styles through the
 * object model, which no policy forbids. `phone` is named where the flow can't be had.
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
  // Until our sheet is there, an element of no known name is a line of text.
  if (getComputedStyle(element).display === 'inline') style.display = 'block';
  return {
    draw: () => {
      if (element.textContent?.trim() || element.childElementCount) return;
      node.style.cssText = blocks + style.minHeight;
      element.append(node);
    },
    say: (again) => {
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
