/**
 * Checks that everything is readable: no sideways scrolling, no cut-off text, no overlapping text. Returns a description of each fault.
 */
export function misfits(root: HTMLElement): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const found: string[] = [];
  const texts = wordsIn(root);
  if (scrollWidth > clientWidth) {
    const widest = texts.toSorted((a, b) => right(b) - right(a))[0];
    found.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth}: ${widest ? nameOf(widest.element) : 'nothing with words'}`);
  }
  for (const { element, boxes } of texts) {
    if (!isScrollable(element) && boxes.some((box) => box.right > clientWidth + 1 || box.left < -1))
      found.push(`out of the window: ${nameOf(element)}`);
    const cut = cutter(element);
    if (cut) found.push(`cut off by ${describe(cut)}: ${nameOf(element)}`);
  }
  return [...found, ...overlaps(texts)];
}

/**
 * Returns headings more than one level below the heading before them, and headings above the screen's own: a screen reader's user would think that
 * one is missing.
 */
export function headingJumps(root: HTMLElement): string[] {
  const shown = [...root.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')].filter((heading) =>
    heading.checkVisibility({ visibilityProperty: true }),
  );
  const levels = shown.map((heading) => Number(heading.localName[1]));
  return shown.flatMap((heading, n) => {
    const before = levels[n - 1];
    const level = levels[n] ?? 0;
    // The flow begins with the screen's own heading: higher levels belong to the page around it.
    const isJump = before === undefined ? levels.some((other) => other < level) : level > before + 1;
    return isJump ? [`a heading of level ${level} ${before ? `after level ${before}` : 'before the screen’s own'}: ${nameOf(heading)}`] : [];
  });
}

/** Makes every sentence, name and label 35 % longer; returns a function that restores them. Amounts and initials stay. */
export function stretch(root: HTMLElement): () => void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const before = new Map<Text, string>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && /\p{L}{3}/u.test(node.data)) before.set(node, node.data);
  }
  for (const [node, words] of before) node.data = `${words} ${words.trim().slice(0, Math.ceil(words.trim().length * 0.35))}`;
  return () => {
    for (const [node, words] of before) node.data = words;
  };
}

interface Words {
  element: HTMLElement;
  boxes: DOMRect[];
  /** The nearest element that covers the page on purpose: a dialog, a list, a toast. */
  layer: Element | null;
}

/** Returns the visible elements with text of their own. */
function wordsIn(root: HTMLElement): Words[] {
  const found: Words[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || node.textContent?.trim() === '' || element.closest('option, svg, template, script, .cj-visually-hidden')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isUnseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
    if (boxes.length > 0) found.push({ element, boxes, layer: layerOf(element) });
  }
  return found;
}

/** Text for screen readers only: in a box of one pixel, or clipped away. */
function isUnseen(element: Element): boolean {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { clipPath } = getComputedStyle(each);
    if (clipPath === 'inset(50%)') return true;
  }
  return false;
}

function layerOf(element: Element): Element | null {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const { position } = getComputedStyle(each);
    if (position === 'fixed' || position === 'sticky' || each.matches('dialog, .cj-portal > *')) return each;
  }
  return null;
}

/** Reports whether an element is inside a region that may scroll sideways, also by keyboard: a wide table. */
function isScrollable(element: Element): boolean {
  const region = element.closest<HTMLElement>('[role="region"][tabindex="0"]');
  return region !== null && /auto|scroll/.test(getComputedStyle(region).overflowX);
}

/** Returns the ancestor that cuts an element's text off. A deliberate scroll container doesn't. */
function cutter(element: HTMLElement): Element | undefined {
  const range = document.createRange();
  range.selectNodeContents(element);
  const words = range.getBoundingClientRect();
  for (let each: Element | null = element; each && !each.matches('.cojoin-root'); each = each.parentElement) {
    const { overflowX } = getComputedStyle(each);
    const box = each.getBoundingClientRect();
    if ((overflowX === 'hidden' || overflowX === 'clip') && (words.right > box.right + 1 || words.left < box.left - 1)) return each;
  }
  return undefined;
}

function overlaps(texts: readonly Words[]): string[] {
  const found: string[] = [];
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1)) {
      if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (one.boxes.some((a) => other.boxes.some((b) => covers(a, b))))
        found.push(`over each other: ${nameOf(one.element)} and ${nameOf(other.element)}`);
    }
  });
  return found;
}

/** Reports whether two boxes overlap. Neighboring lines share a few pixels of their fonts' height. */
function covers(a: DOMRect, b: DOMRect): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 2 && height > Math.min(a.height, b.height) * 0.3;
}

/**
 * Returns fields and buttons that another element covers while they have the focus, such as a sticky bar in a low window. A toast may cover them:
 * it goes away by itself, or can be closed.
 */
export function hiddenFocus(root: HTMLElement): string[] {
  const reachable = root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea');
  return [...reachable].flatMap((element) => {
    if (!element.checkVisibility() || element.matches(':disabled') || element.closest('[inert], [aria-hidden="true"]') || isUnseen(element))
      return [];
    element.focus();
    if (document.activeElement !== element) return [];
    const { left, top, width, bottom } = element.getBoundingClientRect();
    // The middle of the visible part: of a long text, only the edited line must be visible.
    const at = document.elementFromPoint(left + width / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2);
    const isSeen =
      at !== null && (element.contains(at) || at.contains(element) || Boolean(at.closest('label, .cj-field, .cj-term-option, .cj-phone, .cj-toast')));
    return isSeen ? [] : [`has the focus and isn't seen: ${nameOf(element)}${at ? `, under ${describe(at)}` : ''}`];
  });
}

const right = ({ boxes }: Words) => Math.max(...boxes.map((box) => box.right));
const describe = (element: Element) => `${element.localName}.${[...element.classList].join('.')}`;
const nameOf = (element: Element) => `${describe(element)} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
