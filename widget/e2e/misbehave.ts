import type { Page, Route } from '@playwright/test';
import { misbehaviorOf, problemOf, type Misbehavior } from '../fake/behavior.js';

/** Every call of the widget, to any server. */
const calls = /\/v[12]\//;

/** Makes the named calls fail like the fake server's; other calls reach the real server. Returns a function that ends this. */
export async function misbehave(page: Page, behavior: Misbehavior): Promise<() => Promise<void>> {
  const handle = async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    const trouble = misbehaviorOf(behavior, { method: route.request().method(), path: pathname });
    if (trouble === 'offline') await route.abort();
    else if (trouble === undefined) await route.fallback();
    else if (trouble !== 'slow') await route.fulfill({ status: trouble.status, contentType: 'application/problem+json', json: problemOf(trouble) });
  };
  await page.route(calls, handle);
  return () => page.unroute(calls, handle);
}
