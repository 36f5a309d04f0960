import type { Page } from '@playwright/test';

/** An element's look: its tag, and every property that differs from the browser's initial look of a bare element. */
export type Looks = Record<string, Record<string, string>>;

/** Properties that follow the page on purpose. */
const inherited = ['color-scheme'];
/** Properties that follow from the size, which is compared itself. */
const derived = ['perspective-origin', 'transform-origin'];

/** All properties that can change a shape within a drawing: those for boxes and text have no effect on it. */
const ofShapes =
  /^(fill|stroke|opacity|visibility|display|filter|transform|translate|rotate|scale|d|cx|cy|r|x|y|clip-path|mask-image|pointer-events)$/;

/** Returns the computed style of every element of the flow and of its pseudo-elements, by their place in it. */
export async function looks(page: Page): Promise<Looks> {
  await page.evaluate(() => document.fonts.ready);
  // Wait for the end of all movement.
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity),
  );
  return page.locator('.cojoin-root').evaluate(
    (root, [skipped, shapes]) => {
      const found: Record<string, Record<string, string>> = {};
      const plain = document.createElement('iframe');
      document.documentElement.append(plain);
      const blank = plain.contentDocument?.body.appendChild(plain.contentDocument.createElement('i'));
      const initial = new Map<string, string>();
      const bare = blank ? getComputedStyle(blank) : [];
      for (const property of bare) initial.set(property, (bare as CSSStyleDeclaration).getPropertyValue(property));
      const isOfShapes = new RegExp(shapes);
      // Without the place of overlays (it lies in the window's corner, or in that of a transformed body), and without most of the 250 countries: the
      // first two represent them.
      const elements = [root, ...root.querySelectorAll(':not(.cj-portal, option:nth-child(n + 3))')];
      elements.forEach((element, index) => {
        const isShape = element instanceof SVGElement && element.localName !== 'svg';
        for (const pseudo of ['', '::before', '::after']) {
          const style = getComputedStyle(element, pseudo || undefined);
          if (pseudo && (element instanceof SVGElement || style.content === 'none' || style.content === 'normal')) continue;
          const differing: Record<string, string> = {};
          for (const property of style) {
            if (property.startsWith('--') || skipped.includes(property) || (isShape && !isOfShapes.test(property))) continue;
            // Chromium sometimes computes 0 for an automatic margin after layout.
            const value =
              property.startsWith('margin-') && !pseudo ? String(element.computedStyleMap().get(property)) : style.getPropertyValue(property);
            if (value !== initial.get(property)) differing[property] = value;
          }
          found[`${index} ${element.localName}.${element.getAttribute('class') ?? ''}${pseudo}`] = differing;
        }
      });
      plain.remove();
      return found;
    },
    [[...inherited, ...derived], ofShapes.source] as const,
  );
}

/** Returns the wrong looks, as sentences. */
export function differences(expected: Looks, found: Looks): string[] {
  const places = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...places].flatMap((place) => {
    const [a, b] = [expected[place], found[place]];
    if (!a || !b) return [`${place} is ${a ? 'missing' : 'too much'}`];
    const properties = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...properties]
      .filter((name) => a[name] !== b[name])
      .map((name) => `${place} { ${name}: ${b[name] ?? 'initial'} } instead of ${a[name] ?? 'initial'}`);
  });
}
