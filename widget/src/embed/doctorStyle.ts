import type { Finding } from './report.js';

/** The elements of our screens, to find rules for those that aren't shown just now. */
const tags =
  'a address button dd details dialog div dl dt fieldset form h1 h2 h3 iframe img input label legend li nav ol option p section select small span strong summary svg textarea ul'.split(
    ' ',
  );

/** Properties of our elements that must hold, to check against other sites' sheets, which can't be read. */
const expected: readonly (readonly [tag: string, property: string, value: string])[] = [
  ['p', 'margin-top', '0px'],
  ['p', 'float', 'none'],
  ['input', 'float', 'none'],
  ['input', 'position', 'static'],
  ['input', 'visibility', 'visible'],
  ['button', 'text-transform', 'none'],
  ['button', 'letter-spacing', 'normal'],
  ['button', 'position', 'static'],
  ['h2', 'text-transform', 'none'],
  ['h2', 'letter-spacing', 'normal'],
];

/** The longest list of rules that a developer would still read. */
const most = 20;

/** Properties without a visible effect here, whatever their value. */
const harmless = new Set(['box-sizing', '-webkit-font-smoothing', '-moz-osx-font-smoothing', 'text-rendering', 'scroll-behavior', 'font-family']);

/** Finds rules of the page's own sheets that reach into the flow, including those with `!important` for our elements. */
export function styleFinding(element: HTMLElement): Finding {
  const root = element.querySelector('.cojoin-root') ?? element;
  const probe = document.createElement('div');
  probe.hidden = true;
  if (root === element) probe.className = 'cojoin-root';
  for (const tag of tags) probe.append(document.createElement(tag));
  root.append(probe);
  try {
    const { rules, unread } = importantRules(root);
    const found = rules.length > 0 || unread === 0 ? rules : overridden(probe);
    const isOk = found.length === 0;
    const also = unread > 0 ? ` ${unread} sheet${unread > 1 ? 's' : ''} of another site can’t be read from here.` : '';
    if (isOk) return { check: 'host_css', isOk, text: `The page’s own style sheet doesn’t reach into the flow.${also}` };
    const shown = found.slice(0, most).join(', ');
    const rest = found.length > most ? ` and ${found.length - most} more` : '';
    return {
      check: 'host_css',
      isOk,
      text: `The page’s style sheet overrides ours with !important: ${shown}${rest}. Narrow these rules, or use mode="frame".${also}`,
    };
  } finally {
    probe.remove();
  }
}

/** Returns the `!important` rules in the page's sheets that select something inside the root. */
function importantRules(root: Element): { rules: string[]; unread: number } {
  const rules = new Set<string>();
  let unread = 0;
  const visit = (list: CSSRuleList) => {
    for (const rule of list) {
      if (rule instanceof CSSImportRule) read(rule.styleSheet);
      if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) continue;
      // Ours, bundled into the page's own sheets.
      if (rule instanceof CSSStyleRule && rule.selectorText.includes('.cojoin-root')) continue;
      if (rule instanceof CSSStyleRule) add(rule);
      if ('cssRules' in rule) visit(rule.cssRules as CSSRuleList);
    }
  };
  const add = ({ selectorText, style }: CSSStyleRule) => {
    const important = [...style].filter((name) => style.getPropertyPriority(name) === 'important' && !name.startsWith('--') && !harmless.has(name));
    if (important.length === 0 || !selects(root, selectorText)) return;
    // Bootstrap and Tailwind have this rule, and ours does the same.
    if (selectorText.includes('[hidden') && style.getPropertyValue('display') === 'none' && important.length === 1) return;
    rules.add(`${selectorText} { ${shortest(important, style)} }`);
  };
  const read = (sheet: CSSStyleSheet | null) => {
    if (!sheet || sheet.disabled || (sheet.media.length > 0 && !matchMedia(sheet.media.mediaText).matches)) return;
    try {
      visit(sheet.cssRules);
    } catch {
      unread += 1;
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) if (!isOurs(sheet)) read(sheet);
  return { rules: [...rules], unread };
}

/** Lists the first three properties: a shorthand appears as all of its parts. */
function shortest(names: readonly string[], style: CSSStyleDeclaration): string {
  const parts = names.slice(0, 3).map((name) => `${name}: ${style.getPropertyValue(name)}`);
  return names.length > parts.length ? `${parts.join('; ')}; …` : parts.join('; ');
}

function selects(root: Element, selector: string): boolean {
  // A rule on ::before reaches its element.
  const plain = selector.replaceAll(/::?(before|after|placeholder|first-line|first-letter|selection|marker|backdrop)/g, '');
  return [selector, plain].some((one) => {
    try {
      return root.querySelector(one.trim() || '*') !== null;
    } catch {
      return false;
    }
  });
}

/** Reports whether a sheet is ours: the loader's, a screen's, or a library's. */
function isOurs({ ownerNode, href }: CSSStyleSheet): boolean {
  return (href !== null && href.includes('/embed/')) || (ownerNode instanceof Element && ownerNode.id.startsWith('react-aria'));
}

/** Returns the overridden properties of a few elements. */
function overridden(probe: Element): string[] {
  return expected.flatMap(([tag, property, value]) => {
    const node = probe.querySelector(tag);
    const found = node ? getComputedStyle(node).getPropertyValue(property) : value;
    return found === value ? [] : [`${tag} { ${property}: ${found} }`];
  });
}
