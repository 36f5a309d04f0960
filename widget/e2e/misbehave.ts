import type { Page, Route } from '@playwright/test';
import { misbehaviourOf, problemOf, type Misbehaviour } from '../fake/behaviour.js';

/** Every call of the widget, to any server. */
const calls = /\/v[12]\//;

/** Makes the named calls fail like the fake server's; other calls reach the real server. Returns a function that ends this. */
export async function misbehave(page: Page, behaviour: Misbehaviour): Promise<() => Promise<void>> {
  const handle = async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    const trouble = misbehaviourOf(behaviour, { method: route.request().method(), path: pathname });
    if (trouble === 'offline') await route.abort();
    else if (trouble === undefined) await route.fallback();
    else if (trouble !== 'slow') await route.fulfill({ status: trouble.status, contentType: 'application/problem+json', json: problemOf(trouble) });
  };
  await page.route(calls, handle);
  return () => page.unroute(calls, handle);
}
