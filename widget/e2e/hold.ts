import type { Page, Request } from '@playwright/test';

/** Holds the answers of matching calls back until `release` is called; counts the calls. */
export async function hold(page: Page, path: string | RegExp) {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const calls: Request[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() === 'OPTIONS') return route.fallback();
    calls.push(route.request());
    await held;
    // The page may have closed meanwhile.
    await route.fallback().catch(() => undefined);
  });
  return { calls, release };
}
