// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createI18n } from '../../i18n/i18n.js';
import { SpokenContext } from '../../i18n/spoken.js';
import { SessionsPanel, type SessionsPanelProps } from './SessionsPanel.js';

const i18n = await createI18n('en', ['frame', 'account']);
const login = { kind: 'browser', createdAt: '2026-11-20T12:00:00Z', expiresAt: '2026-11-20T13:00:00Z' } as const;
const sessions: SessionsPanelProps['sessions'] = [
  { ...login, sessionId: 'here', current: true },
  { ...login, sessionId: 'phone', current: false },
  { ...login, sessionId: 'laptop', current: false },
];

test('while one login is being ended, pressing another leaves the first as the one that is busy', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.createElement('div');
  const root = createRoot(place);
  const draw = (isBusy: boolean) => {
    const panel = createElement(SessionsPanel, { locale: undefined, sessions, isBusy, onEnd: () => undefined, onRetry: () => undefined });
    act(() => root.render(createElement(SpokenContext, { value: i18n }, panel)));
  };
  const buttons = () => Array.from(place.querySelectorAll('button'));
  const busy = () => buttons().map((button) => button.getAttribute('aria-disabled') === 'true');
  draw(false);
  act(() => buttons()[0]?.click());
  draw(true);
  expect(busy()).toEqual([true, false, false]);
  for (const other of buttons()) act(() => other.click());
  expect(busy()).toEqual([true, false, false]);
  act(() => root.unmount());
});
