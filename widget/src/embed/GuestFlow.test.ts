// @vitest-environment jsdom
import { act, createElement, createRef, StrictMode, useEffect, useImperativeHandle, type Ref } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FlowHandle } from './EmbeddedFlow.js';
import { JoinFlow } from './GuestFlow.js';

/** The calls of the flow inside, in order. */
const inside = vi.hoisted(() => ({ seen: [] as unknown[][] }));
vi.mock('./EmbeddedFlow.js', () => ({
  EmbeddedFlow: ({ props: { locale, ref } }: { props: { locale?: string; ref: Ref<object> } }) => {
    useImperativeHandle(ref, () => ({ reset: () => void inside.seen.push(['reset']) }));
    useEffect(() => {
      inside.seen.push(['shown', locale]);
    }, [locale]);
    useEffect(() => () => void inside.seen.push(['gone']), []);
    return 'flow';
  },
}));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  inside.seen = [];
});

const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
/** Waits for React's pending renders between two checks. */
const until = (check: () => void) =>
  vi.waitFor(async () => {
    await settled();
    check();
  }, 10_000);

test('the flow replaces the shell, gets changed props, and ends with the component; under StrictMode once', async () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const draw = (locale: string) => act(() => root.render(createElement(StrictMode, undefined, createElement(JoinFlow, { locale }))));
  draw('en');
  expect(place.querySelectorAll('.cj-waiting[data-start="chooser"]')).toHaveLength(1);
  await until(() => expect(place.querySelector('.cj-waiting')).toBeNull());
  expect(place.textContent).toBe('flow');
  draw('es');
  await until(() => expect(inside.seen).toContainEqual(['shown', 'es']));
  act(() => root.unmount());
  await until(() => expect(inside.seen).toEqual([['shown', 'en'], ['shown', 'es'], ['gone']]));
});

test('a flow that is reset while its code is on its way begins from nothing, once', async () => {
  const root = createRoot(document.createElement('div'));
  const ref = createRef<FlowHandle>();
  act(() => root.render(createElement(JoinFlow, { ref })));
  ref.current?.reset();
  await until(() => expect(inside.seen).toContainEqual(['reset']));
  act(() => root.render(createElement(JoinFlow, { ref, locale: 'es' })));
  await until(() => expect(inside.seen).toContainEqual(['shown', 'es']));
  expect(inside.seen.filter(([what]) => what === 'reset')).toHaveLength(1);
  act(() => root.unmount());
});
