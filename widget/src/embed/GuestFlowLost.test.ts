// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { JoinFlow } from './GuestFlow.js';

/** The calls of the flow inside, in order; without `canLoad` its code fails to load. */
const inside = vi.hoisted(() => ({ calls: [] as unknown[], canLoad: true }));
vi.mock('./guest.js', () => ({
  get openGuest() {
    if (!inside.canLoad) throw new Error('404');
    return (place: HTMLElement, kind: string, props: { locale?: string }) => {
      inside.calls.push(['open', kind, props.locale]);
      place.textContent = 'flow';
      return {
        update: ({ locale }: { locale?: string }) => inside.calls.push(['update', locale]),
        close: () => inside.calls.push(['close']),
      };
    };
  },
}));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  inside.calls = [];
  inside.canLoad = true;
});

const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
/** Waits for React's pending renders between two checks. */
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await settled();
    check();
  }, 10_000);

test('a flow whose code fails to load shows an error in the requested language, and mounts on retry', async () => {
  inside.canLoad = false;
  const failures: unknown[] = [];
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(createElement(JoinFlow, { locale: 'es', supportPhone: '+1 555 0100', onError: (detail) => failures.push(detail) })));
  await until(() => expect(failures).not.toEqual([]));
  expect(failures).toEqual([{ code: 'load_failed', canContinue: false }]);
  expect(place.querySelector('[role="status"]')?.textContent).toContain('+1 555 0100');
  inside.canLoad = true;
  place.querySelector('button')?.click();
  await until(() => expect(inside.calls).toEqual([['open', 'join', 'es']]));
  act(() => root.unmount());
  await settled();
});
