// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider, type AnyRouter } from '@tanstack/react-router';
import { act, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { useHistoryEntry } from './useHistoryEntry.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A page of this test. */
    page?: number;
  }
}

/** A screen of numbered pages (0: none), at a history entry with or without a page; only pages up to `open` can be shown. */
function show({ entry, first = 1, open = 3 }: { entry?: number; first?: number; open?: number }) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const history = createMemoryHistory({ initialEntries: ['/before', '/pages'] });
  if (entry !== undefined) history.replace('/pages', { page: entry });
  let turn: (page: number) => void = () => undefined;
  const Screen = () => {
    const [page, setPage] = useState(first);
    turn = setPage;
    useHistoryEntry('page', page || undefined, (target) => {
      if (target > open) return false;
      setPage(target);
      return true;
    });
    return page;
  };
  const router: AnyRouter = createRouter({ history, routeTree: createRootRoute() });
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() =>
    root.render(
      <StrictMode>
        <RouterContextProvider router={router}>
          <Screen />
        </RouterContextProvider>
      </StrictMode>,
    ),
  );
  return {
    history,
    turn: (page: number) => act(() => turn(page)),
    back: (by = 1) => act(() => history.go(-by)),
    now: () => ({ shown: place.textContent, path: history.location.pathname, entry: history.location.state.page, entries: history.length }),
    end: () => act(() => root.unmount()),
  };
}

test('each value has an entry of its own, and Back and Forward show it', () => {
  const { turn, back, now, end } = show({});
  expect(now()).toEqual({ shown: '1', path: '/pages', entry: 1, entries: 2 });
  turn(2);
  turn(3);
  expect(now()).toEqual({ shown: '3', path: '/pages', entry: 3, entries: 4 });
  back(2);
  expect(now()).toEqual({ shown: '1', path: '/pages', entry: 1, entries: 4 });
  back(-1);
  expect(now()).toEqual({ shown: '2', path: '/pages', entry: 2, entries: 4 });
  end();
});

test.each([
  ['shows the value of the entry that it begins at', { entry: 2 }, { shown: '2', entry: 2 }],
  ['keeps its value where the entry’s can’t be shown', { entry: 3, open: 2 }, { shown: '1', entry: 1 }],
])('a screen %s', (_what, at, want) => {
  const { now, end } = show(at);
  expect(now()).toMatchObject({ ...want, entries: 2 });
  end();
});

test('a value of later begins at the entry, too, and one that went away comes back by another', () => {
  const { turn, now, end } = show({ entry: 2, first: 0 });
  expect(now()).toMatchObject({ shown: '0', entry: 2 });
  turn(1);
  expect(now()).toMatchObject({ shown: '2', entry: 2, entries: 2 });
  turn(0);
  turn(1);
  expect(now()).toMatchObject({ shown: '1', entry: 1, entries: 3 });
  end();
});

test('an entry of another screen is left alone', () => {
  const { history, turn, now, end } = show({});
  act(() => history.push('/after'));
  turn(2);
  expect(now()).toEqual({ shown: '2', path: '/after', entry: undefined, entries: 3 });
  end();
});
