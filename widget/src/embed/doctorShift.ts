import type { Finding } from './report.js';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null }[];
}

/** Google's threshold for a good page: the sum of shifts in any five seconds stays below it. */
const limit = 0.1;

/** Reports layout shifts without input, and whether they are below the flow. Chromium's browsers only. */
export async function shiftFinding(element: HTMLElement): Promise<Finding> {
  if (!PerformanceObserver.supportedEntryTypes?.includes('layout-shift')) {
    return { check: 'shifts', isOk: true, text: 'This browser doesn’t tell whether anything moved: look in Chrome or Edge.' };
  }
  return judge(await shifts(), element);
}

/** Returns the shifts since the page began. The browser reports them in a separate task. */
function shifts(): Promise<Shift[]> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => end(list.getEntries() as Shift[]));
    const end = (found: Shift[]) => {
      observer.disconnect();
      clearTimeout(none);
      resolve(found);
    };
    const none = setTimeout(() => end([]), 200);
    observer.observe({ type: 'layout-shift', buffered: true });
  });
}

/** Judges by the worst window, as Google's CLS does: windows last at most five seconds, with gaps below one second. */
export function judge(found: readonly Shift[], element: HTMLElement): Finding {
  let [worst, sum, start, last] = [0, 0, 0, -Infinity];
  let isBelow = false;
  for (const { value, hadRecentInput, startTime, sources } of found) {
    if (hadRecentInput) continue;
    if (startTime - last >= 1000 || startTime - start >= 5000) [sum, start] = [0, startTime];
    last = startTime;
    sum += value;
    worst = Math.max(worst, sum);
    isBelow ||= sources.some(({ node }) => node && Boolean(element.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING));
  }
  const text = `The page’s content moved by ${worst.toFixed(2)} by itself`;
  if (worst < limit) return { check: 'shifts', isOk: true, text: `${text}.` };
  const cure = isBelow
    ? 'What is below the flow moved: keep its room until the script is there, as README.md shows with :not(:defined).'
    : 'It wasn’t what is below the flow.';
  return { check: 'shifts', isOk: !isBelow, text: `${text}, more than ${limit}. ${cure}` };
}
