// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

/** Returns a flow's ids in a freshly loaded copy of the widget, with a React of its own. */
async function idsOfAnotherCopy(): Promise<string[]> {
  vi.resetModules();
  const { createElement, useId } = await import('react');
  const WithId = () => createElement('i', { id: useId() });
  vi.doMock('../shell/FlowRoot.js', () => ({ FlowRoot: WithId }));
  vi.doMock('./EmbeddedFlow.js', () => ({ EmbeddedFlow: WithId }));
  const { flushSync } = await import('react-dom');
  const { createRoot } = await import('react-dom/client');
  const { mount } = await import('./element.js');
  const { openGuest } = await import('./guest.js');
  const [host, element, place] = [document.createElement('div'), document.createElement('div'), document.createElement('div')];
  flushSync(() => createRoot(host).render(createElement(WithId)));
  mount(element, 'join', location.origin, { nonce: '', shown: () => undefined, fail: () => undefined, forget: false });
  openGuest(place, 'join', {});
  await vi.waitFor(() => expect(element.querySelector('i')).not.toBeNull());
  return [host, element, place].map((one) => (one.querySelector('i')?.id ?? '').replace(/r_?\w_$/, ''));
}

test('no id of a flow is one of the page’s own React, nor of another copy of the widget', async () => {
  const [host, ...one] = await idsOfAnotherCopy();
  const [again, ...two] = await idsOfAnotherCopy();
  expect(again).toBe(host);
  expect(new Set([host, ...one, ...two]).size).toBe(5);
});
